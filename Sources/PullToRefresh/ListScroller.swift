import Gtk
import RefreshCore

/// Scrolls the content of one scrolled window; no other file of the library does. Events and the
/// measurements of each frame go into a ``ScrollKeeper``, and its decisions are carried out here.
final class ListScroller {
  private let scrolledWindow: Unowned<ScrolledWindow>
  private let container: EdgeContainer
  private var keeper = ScrollKeeper()
  private var anchors: ContentAnchors?
  /// Kept alive while its frames are measured, since the list may be removed from its window
  /// meanwhile.
  private var clock: FrameClock?
  private var connections: [SignalConnection] = []
  /// Counts the watches, so that the tick callback of an older one ends.
  private var generation = 0
  private var hasEnded = false
  /// The time of the latest frame.
  private var time = Duration.zero
  /// Long enough for the eye to follow.
  private static let scrollDuration = Duration.milliseconds(400)

  init(of scrolledWindow: ScrolledWindow, in container: EdgeContainer) {
    self.scrolledWindow = Unowned(scrolledWindow)
    self.container = container
    // A hidden list has no frames, so that its changes are handled when it is shown.
    container.widget.connect("map") { [weak self] in self?.watch() }
  }

  /// Ends all holds for good. The content must still be alive.
  func end() {
    hasEnded = true
    userMoved()
  }

  // MARK: What happens

  /// The user scrolls by a device.
  func userMoved() {
    keeper.userMoved()
    watch()
  }

  /// A pull past an edge has fired.
  func pulled(past edge: PullEdge) { handle(.pulled(past: edge)) }

  /// The row at an edge is about to open or to close.
  func roomChanges(at edge: PullEdge) { handle(.roomChanges(at: edge)) }

  /// Scrolls to the first row. The animation covers some pages at most.
  func scrollToTop() {
    scrolledWindow.object.endDeceleration()
    let isAnimated = Settings.animationsEnabled && container.widget.isMapped
    handle(.scrollRequested(to: .top, over: isAnimated ? Self.scrollDuration : .zero))
  }

  /// Checks whether rows have arrived above the first one.
  ///
  /// - Parameter isAwaiting: whether the user waits at the top for them, and touches nothing.
  func look(isAwaiting: Bool) {
    if keeper.look(measurement, isAwaiting: isAwaiting) { showArrivals() }
  }

  /// Changes the list's rows. At the top the new ones are shown; elsewhere the visible rows stay
  /// where they are.
  ///
  /// - Parameters:
  ///   - threshold: up to how many px from the top a user who has pulled past it still waits there.
  ///   - changes: may destroy the list.
  /// - Returns: whether the list stays at its top.
  func update(waitingWithin threshold: Double, _ changes: () -> Void) -> Bool {
    let window = scrolledWindow.object
    let staysAtTop = keeper.edgeToStay(measurement, threshold: threshold) == .top
    window.endDeceleration()
    let anchors = ContentAnchors(in: window, measuredFrom: container.widget)
    let focus = FocusPath(in: window)
    changes()
    if let focus, focus.isLost {
      if let anchors { anchors.takeFocus(in: window) } else { focus.restore() }
    }
    if staysAtTop {
      anchors?.discard()
      showArrivals()
    } else if let anchors {
      keepPlace(by: anchors)
    }
    return staysAtTop
  }

  private func keepPlace(by anchors: ContentAnchors) {
    self.anchors?.discard()
    self.anchors = anchors
    handle(.rowsChanged(contentMovesItself: scrolledWindow.object.child?.asTextView != nil))
  }

  private func showArrivals() {
    guard !hasEnded else { return }
    // A list view then keeps the newest row in its place.
    scrolledWindow.object.child?.scroll(toItem: 0)
    handle(.rowsArrived(at: .top))
  }

  private func handle(_ event: ScrollKeeper.Event) {
    guard !hasEnded else { return discardAnchors() }
    obey(keeper.handle(event, measurement, at: MainLoop.now))
    watch()
  }

  // MARK: Frames

  private func watch() {
    discardAnchors()
    guard keeper.isHolding else { return unwatch() }
    let widget = container.widget
    guard clock == nil, widget.isMapped, let clock = widget.frameClock else { return }
    self.clock = clock
    time = MainLoop.now
    generation += 1
    connections = [
      clock.after(.update) { [weak self] in self?.measure(.beforeLayout) },
      clock.after(.layout) { [weak self] in self?.measure(.afterLayout) },
    ]
    widget.addTickCallback { [weak self, generation] time in
      guard let self, self.generation == generation else { return false }
      self.time = time
      guard keeper.isHolding, container.widget.isMapped,
        container.widget.frameClock?.pointer == clock.pointer
      else {
        unwatch()
        watch()
        return false
      }
      return true
    }
  }

  private func unwatch() {
    for connection in connections { connection.disconnect() }
    (connections, clock) = ([], nil)
    generation += 1
  }

  private func measure(_ phase: ScrollKeeper.Phase) {
    var measurement = measurement
    if phase == .afterLayout, keeper.isHoldingAnchors, let anchors {
      measurement.anchors = anchors.pushes(in: scrolledWindow.object)
    }
    obey(keeper.position(measurement, phase, at: time))
    discardAnchors()
  }

  private func obey(_ value: Double?) {
    if let value { container.adjustment.value = value }
  }

  private func discardAnchors() {
    guard !keeper.isHoldingAnchors else { return }
    anchors?.discard()
    anchors = nil
  }

  private var measurement: ScrollMeasurement {
    let adjustment = container.adjustment
    var measurement = ScrollMeasurement(
      value: adjustment.value,
      lower: adjustment.lower,
      upper: adjustment.upper,
      page: adjustment.pageSize
    )
    measurement.room.taken = EachEdge { container.room(of: $0) }
    measurement.room.open = EachEdge { container.height(of: $0) }
    return measurement
  }
}
