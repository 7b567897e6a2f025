extension ScrollKeeper {
  /// What happens to the list.
  package enum Event: Sendable, Hashable {
    /// A pull past an edge has fired. The content stays at that edge until the user moves it:
    /// during GTK's spring-back, and when rows arrive later.
    case pulled(past: AxisEdge)
    /// Rows have arrived at an edge, for a user who waits there to see them.
    case rowsArrived(at: AxisEdge)
    /// Rows have changed, and the rows that the user reads must stay where they are.
    ///
    /// - Parameters:
    ///   - contentMovesItself: whether the content scrolls by itself outside of layouts, as a text
    ///     view does. Such moves are not the user's.
    ///   - moved: how far the content was scrolled before the change, since its last layout; see
    ///     ``ScrollKeeper/move(to:)``.
    case rowsChanged(contentMovesItself: Bool, moved: Double = 0)
    /// Rows are about to change in a view that keeps its place by itself once it was scrolled, as
    /// GTK's list views do. Before, it goes on showing its first row, whichever that is; so it is
    /// scrolled by less than can be seen. Where it is scrolled between the change and its layout,
    /// it takes the value for one among the new rows: so it is left alone until then.
    case rowsWillChange
    /// The row at an edge is about to take room or to give it back, with the next layout.
    ///
    /// - Parameter shift: how far content that is scrolled away from the edge must scroll then, so
    ///   that it stays where it is on the screen.
    case roomChanges(at: AxisEdge, shift: Double)
    /// The content is to scroll to an edge; at once where the duration is 0.
    case scrollRequested(to: AxisEdge, over: Duration)
  }

  /// When a frame is measured.
  package enum Phase: Sendable, Hashable {
    /// After the animations of the frame and before the layout: whatever has scrolled the content
    /// since the last layout was meant to.
    case beforeLayout
    /// After the layout, which may have scrolled the content.
    case afterLayout
  }
}
