import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// A list whose input is observed.
protocol ObservedList: AnyObject {
  var axis: ListAxis { get }
  /// The rules of the list; their times are on its clock.
  var coordinator: RefreshCoordinator { get }
  /// The present time, on the list's clock.
  var now: Duration { get }
  /// Receives each event and its time, before GTK acts on the event.
  func observe(_ event: DeviceEvent, at time: Duration)
}

/// Observes the input events over a scrolled window. It claims a touch only if the touch pulls
/// content that fits the viewport.
///
/// The controllers are on the container, in the capture phase. There they get every event, even
/// after GTK's own gestures on the scrolled window have claimed the sequence.
///
/// A stamp is an event's own time in ms; 0 for none.
final class InputObserver {
  /// The key by which the container owns its observer, for the lists around it.
  static let key = "pull-to-refresh-input"

  let container: Unowned<Widget>
  let scrolledWindow: Unowned<ScrolledWindow>
  private let scroll = EventControllerScroll.bothAxes()
  private var drags: DragGestures?
  private let content: ContentObserver
  private unowned let list: any ObservedList
  private var connections: [SignalConnection] = []
  private var isObserving = true
  private var clock = EventClock()
  private var lastTime: Duration?
  private(set) var isTouching = false
  /// The present touch, and the widgets under it.
  private var drag: (gesture: InnerScrollers.Gesture, over: InnerScrollers)?
  /// The widgets under the pointer during a touchpad gesture, and the time of its last event.
  private var swipe: (over: InnerScrollers, last: Duration)?

  init(of scrolledWindow: ScrolledWindow, in container: Widget, for owner: any ObservedList) {
    self.container = Unowned(container)
    self.scrolledWindow = Unowned(scrolledWindow)
    list = owner
    content = ContentObserver(
      of: scrolledWindow,
      in: container,
      along: { [unowned owner] in owner.axis },
      now: { [unowned owner] in owner.now },
      report: { [unowned owner] in owner.observe(.scrolled(to: $0), at: $1) }
    )
    // Stores the connections for ``disconnect()``: the scrolled window may outlive this observer.
    connections = [
      scrolledWindow.onEdgeOvershot { [weak self] in self?.overshot(at: $0) },
      // Cancels the touch of a list that becomes insensitive: its container still gets the events.
      scrolledWindow.connect("state-flags-changed") { [weak self] in self?.endIfDisturbed() },
      container.connect("unmap") { [weak self] in self?.endIfDisturbed() },
    ]
    container.own(self, key: Self.key)
    observeScrolling()
    container.add(scroll)
    drags = DragGestures(on: container) { [weak self] gesture, step, keys, stamp in
      guard let self else { return false }
      dragged(gesture, step, keys: keys, stamp: stamp)
      // A drag on content that can scroll is left to GTK, which claims it.
      return isTouching && position.fits && list.coordinator.pullingDevice != nil
    }
  }

  /// Ends the observation, and removes the controllers.
  func stop() {
    disconnect()
    let container = container.object
    container.remove(scroll)
    drags?.remove(from: container)
  }

  /// Ends the observation of a container that is already destroyed.
  func disconnect() {
    if isObserving { handOn(.touchCancelled) }
    // A touch under way must ask nothing more of the list, which may be gone at its next step.
    (isObserving, isTouching, drag) = (false, false, nil)
    content.disconnect()
    for connection in connections { connection.disconnect() }
    if container.isAlive { container.object.disown(key: Self.key) }
  }

  /// Handles a change of the axis or of the reading direction, and cancels a touch under way.
  func axisChanged() {
    guard isObserving else { return }
    touch(.touchCancelled)
    if isObserving { content.observe() }
  }

  /// Cancels the touch when the list is hidden or becomes insensitive.
  private func endIfDisturbed() {
    guard isTouching, !takesInput || !container.object.isMapped else { return }
    touch(.touchCancelled)
  }

  private var takesInput: Bool { isObserving && scrolledWindow.object.takesInput }

  var axis: ListAxis { list.axis }
  /// The edges past which the list can be pulled, for the lists around it.
  var pullEdges: AxisEdges { list.coordinator.pullEdges }
  var position: ScrollPosition { content.position }

  private func send(_ event: DeviceEvent, stamp: UInt32) {
    let time = clock.time(of: stamp, now: list.now)
    lastTime = time
    list.observe(event, at: time)
  }

  /// Handles `edge-overshot`, which GTK emits while it handles the event that was reported last.
  private func overshot(at side: PositionType) {
    guard isObserving, let edge = axis.edge(at: side) else { return }
    list.observe(.overshot(edge), at: lastTime ?? list.now)
    for (input, _) in listsWithoutGestures { input.overshot(at: side) }
  }

  // MARK: Wheel and touchpad

  private func observeScrolling() {
    scroll.propagationPhase = .capture
    scroll.onScroll { [weak self] dx, dy in
      guard let self else { return false }
      scrolled(
        scroll.currentDevice,
        dx: dx,
        dy: dy,
        keys: scroll.currentKeys,
        stamp: scroll.currentEventTime
      ) { self.scroll.currentTarget }
      return false
    }
    scroll.connect("scroll-end") { [weak self] in
      guard let self else { return }
      swipe = nil
      send(.touchpadStopped, stamp: scroll.currentEventTime)
    }
  }

  /// Handles `dx` and `dy` in notches of a wheel or surface units of a touchpad; positive is to the
  /// right and down. Looks up the widget under the pointer only if the event may pull.
  func scrolled(
    _ device: EventControllerScroll.Device,
    dx: Double = 0,
    dy: Double,
    keys: [ModifierKey] = [],
    stamp: UInt32 = 0,
    over target: () -> EventTarget
  ) {
    content.reportNow()
    guard takesInput else { return }
    let position = position
    var keys = keys
    let (across, along) = axis.scrolled(dx: dx, dy: dy, with: &keys)
    var context = InputContext(isKeyHeld: !keys.isEmpty)
    if let edge = AxisEdge(pulledBy: -along), position.isAt(edge) {
      let over = scrollers(device, target)
      context.taken = over.taken.intersection([edge])
    }
    let event: DeviceEvent =
      switch device {
      case .wheel: .wheelScrolled(across: across, notches: along, at: position, with: context)
      case .touchpad: .touchpadScrolled(across: across, along: along, at: position, with: context)
      }
    send(event, stamp: stamp)
  }

  /// The scrollers under the pointer. A touchpad gesture keeps the scrollers of its beginning.
  private func scrollers(
    _ device: EventControllerScroll.Device,
    _ target: () -> EventTarget
  ) -> InnerScrollers {
    func underPointer() -> InnerScrollers { InnerScrollers(from: target(), in: self, of: .scroll) }
    guard device == .touchpad else { return underPointer() }
    let present = list.now
    let quiet = list.coordinator.metrics.touchpadQuiet
    let kept = swipe.flatMap { present < $0.last + quiet ? $0.over : nil }
    let over = kept ?? underPointer()
    swipe = (over, present)
    return over
  }

  // MARK: Finger and stylus

  func dragged(
    _ gesture: InnerScrollers.Gesture,
    _ step: DragGestures.Step,
    keys: [ModifierKey] = [],
    stamp: UInt32 = 0
  ) {
    if case .began(let target) = step, !begin(gesture, over: target, stamp: stamp) { return }
    guard let drag, drag.gesture == gesture else { return }
    let context = InputContext(isKeyHeld: !keys.isEmpty, taken: drag.over.taken)
    switch step {
    case .began: touch(.touchBegan(at: position, with: context), stamp: stamp)
    case .moved(let dx, let dy):
      let (across, along) = axis.components(dx: dx, dy: dy)
      let event = DeviceEvent.touchMoved(across: across, along: along, at: position, with: context)
      touch(event, stamp: stamp)
    case .ended: touch(.touchEnded, stamp: stamp)
    case .cancelled: touch(.touchCancelled, stamp: stamp)
    }
  }

  /// - Returns: whether a touch has begun; false if the gesture is ignored.
  private func begin(
    _ gesture: InnerScrollers.Gesture,
    over target: EventTarget,
    stamp: UInt32
  ) -> Bool {
    guard takesInput, !isHandedOn, gesture == .finger || !isTouching else { return false }
    // Reports the last movement first, because the edges at which the content rests are read below.
    content.reportNow()
    guard isObserving else { return false }
    let time = clock.time(of: stamp, now: list.now)
    let resting = list.coordinator.restingEdges(at: time)
    drag = (gesture, InnerScrollers(from: target, in: self, of: gesture, resting: resting))
    return true
  }

  /// Handles a step of a gesture by a finger or a stylus.
  func touch(_ event: DeviceEvent, stamp: UInt32 = 0) {
    content.reportNow()
    guard isObserving else { return }
    switch event {
    case .touchBegan where takesInput: isTouching = true
    // Ignores the second of two ends: GTK cancels a gesture, and then also ends it.
    case .touchEnded where isTouching, .touchCancelled where isTouching: isTouching = false
    default: guard isTouching else { return }
    }
    send(event, stamp: stamp)
    handOn(event, stamp: stamp)
    if !isTouching { drag = nil }
  }

  // MARK: Lists inside

  /// Whether an outer list passes its touch events on to this list. The list's own gesture may also
  /// begin, before GTK ends it, and is ignored: it would report the same touch a second time.
  private var isHandedOn: Bool { isTouching && drag == nil }

  private var listsWithoutGestures: [(input: InputObserver, taken: AxisEdges)] {
    drag?.over.listsWithoutGestures(at: position) ?? []
  }

  /// Passes a touch event on to the inner lists, if GTK drags this list: GTK then ends the gestures
  /// of the inner lists.
  private func handOn(_ event: DeviceEvent, stamp: UInt32 = 0) {
    for (input, taken) in listsWithoutGestures {
      input.touch(event.handedOn(at: input.position, taken: taken), stamp: stamp)
    }
  }
}
