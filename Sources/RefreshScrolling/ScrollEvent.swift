extension ScrollKeeper {
  /// The events that the keeper handles.
  package enum Event: Sendable, Hashable {
    /// A pull past an edge has fired. Until the user moves the content, it stays at that edge, both
    /// during GTK's spring-back and when rows arrive later.
    case pulled(past: AxisEdge)
    /// Rows have arrived at an edge where the user waits to see them.
    case rowsArrived(at: AxisEdge)
    /// Rows have changed, and the rows in sight must keep their place.
    ///
    /// - Parameters:
    ///   - contentMovesItself: whether the content scrolls itself outside of layouts, as a text
    ///     view does. Such scrolls are not the user's.
    ///   - moved: how far the content was scrolled between its last layout and the change, in px;
    ///     see ``ScrollKeeper/move(to:)``.
    case rowsChanged(contentMovesItself: Bool, moved: Double = 0)
    /// Rows are about to change in a view that keeps its rows in place by itself, as GTK's list
    /// views do once they have been scrolled. When rows change, an unscrolled view shows its first
    /// row, and a view scrolled to its last row moves that row to the view's start. At either edge
    /// the content is therefore first scrolled by half a px, which is invisible. Between the change
    /// and its layout nothing scrolls the view: it would apply the new value to the new rows.
    case rowsWillChange
    /// The header or footer row at an edge shortens or lengthens the viewport in the next layout.
    ///
    /// - Parameter shift: how far content that is not at the edge must be scrolled after that
    ///   layout, in px, to keep its place on the screen.
    case roomChanges(at: AxisEdge, shift: Double)
    /// The content is to be scrolled to an edge; at once if the duration is 0.
    case scrollRequested(to: AxisEdge, over: Duration)
  }

  /// The moment at which a frame is measured.
  package enum Phase: Sendable, Hashable {
    /// After the animations of the frame and before the layout: any scroll since the last layout
    /// was intended.
    case beforeLayout
    /// After the layout, which may have scrolled the content.
    case afterLayout
  }
}
