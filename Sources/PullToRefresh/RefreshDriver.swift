import PullToRefreshGtk
import RefreshCore

/// Carries out the effects of one scrolled window's coordinator: devices and commands in, rows,
/// handlers and actions out.
final class RefreshDriver {
  var header = HeaderConfiguration() { didSet { configured(.refresh) } }
  var footer = FooterConfiguration() { didSet { configured(.loadMore) } }
  var metrics = PullMetrics() {
    didSet {
      rows.use(metrics)
      send(.setMetrics(metrics))
    }
  }

  /// Called after the effects of each change of a state.
  var onStateChange: (() -> Void)?

  /// Called when the list is no longer attached.
  var onEnd: [() -> Void] = []

  private(set) lazy var state = ListState { [weak self] effects in self?.perform(effects) }
  var coordinator: RefreshCoordinator { state.coordinator }
  /// False once the container is gone, with the widgets that effects need.
  private(set) var isAttached = true

  let scrolledWindow: Unowned<ScrolledWindow>
  let rows: RefreshRows
  private(set) lazy var actions = RefreshActions { [weak self] event in
    self?.send(event)
  } showNewRows: { [weak self] in
    self?.showNewRows()
  }

  private(set) lazy var runs = HandlerRuns { [weak self] event in
    self?.send(event)
  } handlerChanged: { [weak self] role in
    self?.configured(role)
  }

  private(set) lazy var input = InputObserver(
    of: scrolledWindow.object,
    in: rows.widget,
    along: { [rows] in rows.axis },
    edges: { [weak self] in self?.coordinator.pullEdges ?? [] },
    resting: { [weak self] in self?.coordinator.restingEdges(at: $0) ?? [] },
    pulls: { [weak self] in
      AxisEdge.allCases.contains { self?.coordinator.pull(past: $0) != nil }
    }
  ) { [weak self] event, time in self?.observe(event, at: time) }

  private let showing = [RunRole.refresh: NonReentrantAction(), .loadMore: NonReentrantAction()]
  /// The edges that callers have named for the roles.
  var declaredEdges: [RunRole: PullEdge] = [:]
  private var awaitingRelease = Waiters()
  /// Of the rows that the pill counts.
  var newRows: SignalConnection?
  /// When the event happened that is being handled.
  private var eventTime: Duration?
  private var destroyConnection: SignalConnection?

  init(scrolledWindow: ScrolledWindow) throws(AttachError) {
    guard let rows = RefreshRows(around: scrolledWindow, metrics: metrics) else { throw .noPlace }
    self.scrolledWindow = Unowned(scrolledWindow)
    self.rows = rows
    actions.install(on: rows.widget)
    rows.install()
    rows.onDirectionChanged = { [weak self] in self?.axisChanged() }
    rows.onGuestRemoved = { [weak self] in self?.end(.guestRemoved) }
    destroyConnection = scrolledWindow.connect("destroy") { [weak self] in
      self?.end(.guestDestroyed)
    }
    send(.device(.scrolled(to: input.position)))
    actions.update(header: coordinator.header, footer: coordinator.footer)
  }

  isolated deinit {
    if isAttached { stop() }
  }

  /// Returns when no finger is down.
  func release() async {
    while isAttached, input.isTouching {
      await withCheckedContinuation { awaitingRelease.add($0) }
    }
  }

  func send(_ event: RefreshCoordinator.Event, at time: Duration = MainLoop.now) {
    state.send(event, at: time)
  }

  private func observe(_ event: DeviceEvent, at time: Duration) {
    // Before the event: it may start a run, which pins the content to the edge.
    if event.isMovement {
      rows.place.userMoved()
    }
    eventTime = time
    send(.device(event), at: time)
    guard isAttached else { return }
    layOutRows()
    eventTime = nil
    switch event {
    case .touchEnded, .touchCancelled: awaitingRelease.resumeAll()
    case .scrolled:
      rows.followDirection()
      lookForArrivals()
      layOutRows()
      noteArrivalAtEdge()
    default: break
    }
  }

  private func configured(_ role: RunRole) {
    send(.setEnabled(.refresh, header.isEnabled && runs.refresh != nil))
    send(.setEnabled(.loadMore, footer.isEnabled && runs.loadMore != nil))
    show(role)
  }

  private func perform(_ effects: [RefreshCoordinator.Effect]) {
    // An effect may destroy the list; its widgets must live until the effects are done.
    withExtendedLifetime((rows.widget, scrolledWindow.object)) {
      followEdges()
      for effect in effects where isAttached { perform(effect) }
      layOutRows()
      guard isAttached, !effects.isEmpty else { return }
      actions.update(header: coordinator.header, footer: coordinator.footer)
      onStateChange?()
    }
  }

  private func perform(_ effect: RefreshCoordinator.Effect) {
    switch effect {
    case .changed(let role), .stuck(let role): show(role)
    case .start(let id, let source):
      if id.role == .refresh {
        if case .pull = source { rows.place.pulled(past: coordinator.edges.refresh.axisEdge) }
        rows.place.look(isAwaiting: false)
      }
      setBusy(true)
      runs.start(id)
    case .cancel(let id): runs.cancel(id)
    case .refreshEnded(_, let result):
      if case .success = result { header.lastUpdated?.noteNow() }
      ended()
    case .loadEnded: ended()
    }
  }

  private func ended() {
    setBusy(false)
    reportContentOnceLaidOut()
  }

  private func setBusy(_ isBusy: Bool) {
    scrolledWindow.object.child?.setAccessibleBusy(isBusy)
  }

  /// Shows a row as it is now. A custom view may change the configuration while it is built.
  func show(_ role: RunRole) {
    showing[role]? {
      guard isAttached else { return }
      switch role {
      case .refresh: rows.showHeader(state.row(of: role), header)
      case .loadMore: rows.showFooter(state.row(of: role), footer)
      }
    }
    layOutRows()
  }

  func layOutRows() {
    guard isAttached else { return }
    rows.layOut(
      coordinator,
      position: input.position,
      isTouching: input.isTouching,
      at: eventTime ?? MainLoop.now
    )
  }

  enum End {
    /// The application detached the controller: the scrolled window is put back into its place.
    case detached
    /// The scrolled window was taken out of the container, or destroyed with it.
    case guestRemoved, guestDestroyed
  }

  /// Removes everything.
  func end(_ end: End) {
    guard isAttached else { return }
    guard end != .guestDestroyed else {
      input.disconnect()
      rows.abandon()
      return stop()
    }
    // An observer may destroy the list; its widgets must live until it is in its place again.
    withExtendedLifetime((rows.widget, scrolledWindow.object)) {
      input.stop()
      stop()
      destroyConnection?.disconnect()
      setBusy(false)
      if end == .detached { rows.remove() }
      scrolledWindow.object.disown(key: RefreshController.key)
    }
  }

  private func stop() {
    isAttached = false
    rows.place.end()
    runs.stop()
    state.stop()
    newRows?.disconnect()
    actions.update(header: coordinator.header, footer: coordinator.footer)
    awaitingRelease.resumeAll()
    let end = onEnd
    // Closures of the application may refer to the controller.
    onEnd = []
    onStateChange = nil
    header.content = nil
    footer.content = nil
    for end in end { end() }
  }
}
