import PullToRefreshGtk
import RefreshScrolling

/// The surroundings of a list whose content keeps its place.
package protocol ListSurroundings: AnyObject {
  /// The widget from which places are measured: around the list, or the list itself. It does not
  /// move when the list makes room for rows at its edges.
  var widget: Widget { get }
  /// The axis along which the list scrolls.
  var axis: ListAxis { get }
  /// The edge where new rows are shown; nil if there is none.
  var arrivals: PullEdge? { get }
  /// The length of the header or footer row at an edge, in px; 0 for none.
  func length(at edge: AxisEdge) -> Double
}

/// The only code of the library that scrolls the content of a scrolled window. Passes events and
/// frame measurements to a ``ScrollKeeper``, and carries out the keeper's decisions.
package final class ListScroller {
  private let scrolledWindow: Unowned<ScrolledWindow>
  private let surroundings: any ListSurroundings
  package private(set) var keeper = ScrollKeeper()
  private var arrivalCheck = ArrivalCheck()
  private var anchors: ContentAnchors?
  /// The anchors in sight, noted while the content is at rest.
  private var reading: ContentAnchors?
  /// The frame clock, kept alive while its frames are measured, since the list may be removed from
  /// its window meanwhile.
  private var clock: FrameClock?
  private var connections: [SignalConnection] = []
  private var mapping: [SignalConnection] = []
  private let keys = EventControllerKey()
  /// Whether frames are requested.
  private var isTicking = false
  private var hasEnded = false
  /// Called after each layout while the list is on the screen.
  package var onLayout: (() -> Void)?
  /// The time in which an animated scroll covers all but a hundredth of its distance: long enough
  /// for the eye to follow.
  private static let scrollDuration = Duration.milliseconds(400)

  package init(of scrolledWindow: ScrolledWindow, in surroundings: any ListSurroundings) {
    self.scrolledWindow = Unowned(scrolledWindow)
    self.surroundings = surroundings
    // Watches the mapping: a hidden list has no frames, so its changes are handled when it is
    // shown.
    mapping = ["map", "unmap"].map {
      surroundings.widget.connect($0) { [weak self] in self?.watch() }
    }
    keys.propagationPhase = .capture
    keys.onNavigationKey { [weak self] in self?.keeper.navigationKeyPressed(at: MainLoop.now) }
    surroundings.widget.add(keys)
  }

  /// Ends all holds of the ``ScrollKeeper`` for good. The content must still be alive.
  package func end() {
    guard !hasEnded else { return }
    hasEnded = true
    for connection in mapping { connection.disconnect() }
    surroundings.widget.remove(keys)
    forgetReading()
    endHolds()
  }

  /// Ends all holds. Called when the list's axis or reading direction has changed.
  package func endHolds() {
    (keeper, arrivalCheck) = (ScrollKeeper(), ArrivalCheck())
    watch()
  }

  // MARK: Events

  /// Notes that the user scrolls or touches the content.
  package func userMoved() {
    keeper.userMoved()
    watch()
  }

  /// Notes that the user let go of the content, which GTK may fling.
  package func userLetGo() {
    if scrolledWindow.object.isKineticScrolling { keeper.userLetGo() }
  }

  /// Scrolls the content by the displacement that a row out of sight has left at an edge, in px.
  /// The keeper is not told, so it takes this for a scroll by the user, and does not undo it.
  package func leaveRow(at edge: AxisEdge, _ way: Double) {
    obey(measurement.moved(to: measurement.value + (edge == .start ? -way : way)).value)
  }

  /// Scrolls to an edge. The animation covers a few pages at most.
  package func scroll(to edge: AxisEdge, isAnimated: Bool = true) {
    scrolledWindow.object.endDeceleration()
    let isSeen = isAnimated && Settings.animationsEnabled && surroundings.widget.isMapped
    if !isSeen, edge == .end { showOutermostRow(at: edge) }
    handle(.scrollRequested(to: edge, over: isSeen ? Self.scrollDuration : .zero))
  }

  /// The edge where new rows are shown, if there is one.
  private var arrivals: AxisEdge? { surroundings.arrivals?.axisEdge }

  /// Shows rows that have arrived at the edge where new rows are shown, if the user waits there
  /// without a touch.
  package func checkArrivals(isAwaiting: Bool) {
    guard let edge = arrivals else { return }
    if arrivalCheck.findsRows(measurement, at: edge, isAwaiting: isAwaiting) {
      showArrivals(at: edge)
    }
  }

  /// Changes the list's rows, which may destroy the list. Returns whether the list stays at the
  /// edge where rows arrive, see ``ScrollKeeper/stays(_:at:waitingWithin:isRead:)``.
  package func update(waitingWithin threshold: Double, isRead: Bool, _ changes: () -> Void) -> Bool
  {
    let window = scrolledWindow.object
    let measurement = measurement
    let edge = arrivals.flatMap {
      keeper.stays(measurement, at: $0, waitingWithin: threshold, isRead: isRead) ? $0 : nil
    }
    let moved = keeper.move(to: measurement)
    window.endDeceleration()
    let axis = surroundings.axis
    let anchors = ContentAnchors(in: window, measuredFrom: surroundings.widget, along: axis)
    let focus = FocusPath(in: window)
    if edge == nil, anchors == nil { handle(.rowsWillChange) }
    changes()
    if let focus, focus.isLost {
      // Restores the focus: GTK would give it to the next widget, however far away, and scroll to
      // that widget. In a list view, the row at the removed row's position gets the focus.
      if anchors == nil {
        focus.restore()
      } else {
        window.takeFocusInSight(nearest: .start, along: axis)
      }
    }
    if let edge {
      anchors?.discard()
      showArrivals(at: edge)
    } else if let anchors {
      keepPlace(by: anchors, moved: moved)
    }
    return edge != nil
  }

  /// - Parameter moved: how far the content was scrolled since its last layout, in px.
  private func keepPlace(by anchors: ContentAnchors, moved: Double) {
    self.anchors?.discard()
    self.anchors = anchors
    // A line that is not measured yet has no height, and so shows too little of the movement.
    let text = scrolledWindow.object.child?.asTextView
    text?.measureLinesInLayout()
    handle(.rowsChanged(contentMovesItself: text != nil, moved: moved))
  }

  private func showArrivals(at edge: AxisEdge) {
    guard !hasEnded else { return }
    showOutermostRow(at: edge)
    handle(.rowsArrived(at: edge))
  }

  /// Scrolls to the outermost row at an edge, so that a list view keeps that row in place.
  private func showOutermostRow(at edge: AxisEdge) {
    switch edge {
    case .start: scrolledWindow.object.child?.scroll(toItem: 0)
    case .end: scrolledWindow.object.child?.scrollToLastItem()
    }
  }

  package func handle(_ event: ScrollKeeper.Event) {
    guard !hasEnded else { return discardAnchors() }
    obey(keeper.handle(event, measurement))
    // The application may have ended the attachment as its list was scrolled.
    if !hasEnded { watch() }
  }

  // MARK: Frames

  private func watch() {
    discardAnchors()
    observeFrames()
    guard keeper.isHolding, !isTicking, clock != nil else { return }
    isTicking = true
    surroundings.widget.addTickCallback { [weak self] _ in
      guard let self else { return false }
      observeFrames()
      isTicking = keeper.isHolding && clock != nil
      return isTicking
    }
  }

  /// Connects to the frame clock of the list's window, to measure each frame.
  private func observeFrames() {
    let widget = surroundings.widget
    let clock = widget.isMapped && !hasEnded ? widget.frameClock : nil
    guard clock?.pointer != self.clock?.pointer else { return }
    for connection in connections { connection.disconnect() }
    self.clock = clock
    connections =
      clock.map {
        [
          $0.after(.update) { [weak self] in self?.measure(.beforeLayout) },
          $0.after(.layout) { [weak self] in
            self?.measure(.afterLayout)
            self?.onLayout?()
          },
        ]
      } ?? []
  }

  private func measure(_ phase: ScrollKeeper.Phase) {
    guard let clock else { return }
    var measurement = measurement
    keeper.showsRowsAtEnd = arrivals == .end
    if phase == .beforeLayout { noteReading(measurement) }
    let isMoved = phase == .afterLayout && !measurement.hasPlace(of: keeper.last)
    if keeper.isHoldingAnchors(phase), let anchors {
      measurement.anchors = anchors.pushes(in: scrolledWindow.object)
    } else if isMoved, let reading {
      measurement.anchors = reading.pushes(in: scrolledWindow.object)
    }
    let position = keeper.position(measurement, phase, at: clock.time)
    obey(position)
    if isMoved, position == nil { forgetReading() }
    // Scrolls to the last row, too: after a change of the value alone, a list view estimates its
    // rows' lengths anew, and takes as many layouts as GTK gives a frame.
    if position != nil, phase == .afterLayout, keeper.heldEdge == .end {
      showOutermostRow(at: .end)
    }
    discardAnchors()
  }

  private func noteReading(_ measurement: ScrollMeasurement) {
    if !keeper.isAtRest(measurement) {
      forgetReading()
    } else if reading == nil {
      let window = scrolledWindow.object
      reading = ContentAnchors(
        in: window,
        measuredFrom: window.asWidget,
        along: surroundings.axis,
        includingRowsOfLists: true
      )
    }
  }

  private func forgetReading() {
    reading?.discard()
    reading = nil
  }

  private func obey(_ value: Double?) {
    guard let value else { return }
    let axis = surroundings.axis
    let adjustment = axis.adjustment(of: scrolledWindow.object)
    adjustment.value = axis.mirrored(value, in: adjustment)
  }

  private func discardAnchors() {
    guard !keeper.isHoldingAnchors() else { return }
    anchors?.discard()
    anchors = nil
  }

  private var measurement: ScrollMeasurement {
    let axis = surroundings.axis
    let adjustment = axis.adjustment(of: scrolledWindow.object)
    var measurement = ScrollMeasurement(
      value: axis.mirrored(adjustment.value, in: adjustment),
      lower: adjustment.lower,
      upper: adjustment.upper,
      page: adjustment.pageSize
    )
    measurement.row = keeper.heldEdge.map(surroundings.length) ?? 0
    return measurement
  }
}
