import Gtk
import RefreshCore

extension WidgetConvertible {
  /// Changes the rows of a list without a jump, and returns when that is done.
  ///
  /// ```swift
  /// await list.update(arrivals: fresh.count) { model.insert(fresh, at: 0) }
  /// ```
  ///
  /// The list is the scrolled window at, above or below this widget. Where it has no controller, or
  /// none any more once the finger is lifted, the rows are just changed: what was fetched is never
  /// lost.
  ///
  /// The rows that the user reads stay where they are while others arrive or go above them, in any
  /// kind of content. GTK jumps when rows arrive under a finger or during the spring-back after a
  /// pull; so this waits until no finger is down, ends the spring-back, and, for a view that rests
  /// at its top, keeps it at the top, where the new rows are shown.
  ///
  /// A list view, grid view or column view keeps its place only as far as its model says what has
  /// changed: where all items are exchanged at once, none of the new ones is the one that the user
  /// read.
  ///
  /// - Parameters:
  ///   - arrivals: how many rows arrive at the top. Where the user does not see them, a pill
  ///     shows their number and scrolls to them; further arrivals are added until they were seen. 0
  ///     or less for none.
  ///   - changes: changes the model; called once, on the main thread.
  @MainActor public func update(arrivals: Int = 0, _ changes: () -> Void) async {
    // The list may be detached, and attached anew, while a finger is down.
    while let driver = refreshController?.driver, driver.isAttached, driver.input.isTouching {
      await driver.release()
    }
    guard let driver = refreshController?.driver else { return changes() }
    driver.change(arrivals: arrivals, changes)
  }
}

extension RefreshController {
  /// The pill's title for a number of rows that have arrived. The default is in the user's
  /// language.
  public var newRowsTitle: (Int) -> String {
    get { driver.rows.pill.title }
    set { driver.rows.pill.title = newValue }
  }

  /// Does what a click on the pill does: scrolls up to the rows that have arrived. Disabled while
  /// there is no pill. In the list's window it is `pull-to-refresh.show-new`.
  public var showNewRowsAction: SimpleAction { driver.actions.showNew }
}

extension RefreshDriver {
  /// - Parameter arrivals: how many of the new rows are at the top.
  func change(arrivals: Int, _ changes: () -> Void) {
    guard isAttached else { return changes() }
    // The change may destroy the list; its widgets must live until it is done.
    withExtendedLifetime((rows.widget, scrolledWindow.object)) {
      changeAttached(arrivals: arrivals, changes)
    }
  }

  private func changeAttached(arrivals: Int, _ changes: () -> Void) {
    let staysAtTop = rows.place.update(waitingWithin: metrics.threshold, changes)
    // The change may have detached the list.
    guard isAttached else { return }
    if !staysAtTop, arrivals > 0 {
      rows.pill.add(arrivals)
      actions.showNew.isEnabled = true
    }
    reportContentOnceLaidOut()
  }

  /// Shows rows that a refresh has just inserted above the first one, where the user waits for
  /// them.
  func lookForArrivals() {
    let isUnderWay =
      switch coordinator.header {
      case .running, .settling: true
      default: false
      }
    rows.place.look(isAwaiting: isUnderWay && !input.isTouching)
  }

  /// The automatic mode looks at rows that are laid out, a frame later.
  func reportContentOnceLaidOut() {
    guard isAttached else { return }
    var frames = 0
    rows.widget.addTickCallback { [weak self] _ in
      frames += 1
      guard frames > 1, let self, isAttached else { return frames < 2 }
      send(.contentChanged(to: input.position))
      return false
    }
  }

  func showNewRows() {
    guard isAttached else { return }
    dismissPill()
    rows.place.scrollToTop()
  }

  /// A user who has scrolled to the top without the pill sees the new rows, too.
  func noteArrivalAtTop() {
    if rows.pill.count > 0, input.position.isAt(.top) { dismissPill() }
  }

  private func dismissPill() {
    rows.pill.dismiss()
    actions.showNew.isEnabled = false
  }
}
