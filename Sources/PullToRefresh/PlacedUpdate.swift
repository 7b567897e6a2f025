import PullToRefreshGtk
import RefreshCore

extension WidgetConvertible {
  /// Changes the rows of a list without a jump, and returns when that is done.
  ///
  /// ```swift
  /// await list.update(arrivals: fresh.count) { model.insert(fresh, at: 0) }
  /// ```
  ///
  /// The list is the scrolled window at, above or below this widget. If it has no controller, or
  /// loses it while this method waits, the rows are changed nevertheless, so that fetched rows are
  /// not lost.
  ///
  /// Only scrolling and flings by the user move the rows in sight, in any kind of content. This
  /// method waits until no finger is down, ends GTK's spring-back, and makes the change in the next
  /// frame; at once if the list is not shown, and after a tenth of a second if its window is not
  /// drawn. A list at the edge where rows arrive shows them. That is the edge of the refresh; in a
  /// list that loads at both edges, the edge of loading more once all rows are loaded there. Use
  /// this method also for rows that a load inserts before the first row, such as a chat's older
  /// messages.
  ///
  /// In the task of a cancelled run, nothing is changed while the list has a controller: a page of
  /// older rows must not follow rows that a refresh has replaced meanwhile.
  ///
  /// A list view, grid view or column view keeps its place only if its model reports what has
  /// changed: if all items are replaced, no new one is known to be the row that the user was
  /// reading.
  ///
  /// - Parameters:
  ///   - arrivals: the number of new rows at the edge where rows arrive; 0 or less for none, for
  ///     example for rows of a load. If the new rows are out of sight, a pill shows their number,
  ///     and a click on the pill scrolls to them. Later arrivals are added until all are seen.
  ///     In a view with a list model, a row that arrives again before it is seen counts once.
  ///   - changes: changes the model; called once on the main thread, but not in a cancelled run.
  @MainActor public func update(arrivals: Int = 0, _ changes: () -> Void) async {
    // Repeats, because the list may have another controller by then.
    repeat {
      await refreshController?.driver.rows.keeper.untouched()
    } while refreshController?.driver.isTouched ?? false
    guard let driver = refreshController?.driver else { return changes() }
    if !HandlerRun.isGivenUp { driver.change(arrivals: arrivals, changes) }
  }
}

extension RefreshController {
  /// Does the same as the list's ``PullToRefreshGtk/WidgetConvertible/update(arrivals:_:)``, for
  /// code that has only the controller.
  @MainActor public func update(arrivals: Int = 0, _ changes: () -> Void) async {
    guard driver.scrolledWindow.isAlive else { return changes() }
    await driver.scrolledWindow.object.update(arrivals: arrivals, changes)
  }

  /// Makes the pill's title from the number of arrived rows; nil for the default, which is in the
  /// user's language.
  ///
  /// ```swift
  /// controller.newRowsTitle = { count in "\(count) new" }
  /// ```
  public var newRowsTitle: ((Int) -> String)? {
    get { driver.rows.keeper.newRowsTitle }
    set { driver.rows.keeper.newRowsTitle = newValue }
  }

  /// The action of a click on the pill: scrolls to the new rows. Disabled while there is no pill.
  /// Inside the list its name is `pull-to-refresh.show-new`.
  public var showNewRowsAction: SimpleAction { driver.actions.showNew }
}

extension RefreshDriver {
  var isTouched: Bool { isAttached && input.isTouching }

  func change(arrivals: Int, _ changes: () -> Void) {
    guard isAttached else { return changes() }
    // Keeps the widgets alive until the change is done, because it may destroy the list.
    withExtendedLifetime((rows.widget, scrolledWindow.object)) {
      rows.keeper.change(arrivals: arrivals, waitingWithin: metrics.threshold, changes)
      reportContentOnceLaidOut()
    }
  }

  /// Shows rows that a refresh has just inserted at its edge, if the user waits there.
  func lookForArrivals() {
    rows.place.checkArrivals(isAwaiting: coordinator[.refresh].standsOpen && !input.isTouching)
  }

  /// Reports the content a frame later, because the automatic mode needs rows that are laid out.
  func reportContentOnceLaidOut() {
    // A hidden list is laid out when it is shown, and then reported.
    guard isAttached, rows.widget.isMapped else { return }
    var frames = 0
    rows.widget.addTickCallback { [weak self] _ in
      frames += 1
      guard frames > 1, let self, isAttached, rows.widget.isMapped else { return frames < 2 }
      send(.contentChanged(to: input.position))
      return false
    }
  }
}
