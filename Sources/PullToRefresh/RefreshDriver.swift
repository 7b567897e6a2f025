import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// Passes device events and commands to the ``RefreshCoordinator`` of one scrolled window, and
/// carries out the coordinator's effects on rows, handlers and actions.
final class RefreshDriver: ObservedList {
  var configurations = PerRole<RowConfiguration> { RowConfiguration(of: $0) }
  var metrics: PullMetrics {
    get { state.metrics }
    set {
      state.metrics = newValue
      layOutRows()
    }
  }

  /// Called after each event that had effects; see ``RefreshController/onStateChange``.
  var onStateChange: (() -> Void)?
  /// Called once the list is detached, or removed for good.
  var onRemoval: ((ScrolledWindow) -> Void)?

  let state = ListState()
  var coordinator: RefreshCoordinator { state.coordinator }
  /// Whether the scrolled window is in its container.
  private(set) var isAttached = false
  /// Whether the list is detached, removed for good or destroyed.
  private(set) var hasEnded = false

  let scrolledWindow: Unowned<ScrolledWindow>
  private(set) var rows: RefreshRows
  private(set) lazy var actions = RefreshActions(
    perform: { [weak self] event in self?.send(event) },
    showNewRows: { [weak self] in self?.rows.keeper.showNewRows() }
  )

  /// The run of each role's handler, and a closure by which this list leaves the run.
  var underWay = PerRole<(id: RunID, leave: @MainActor () -> Void)?>(repeating: nil)
  /// The callers that wait for the end of each role's run.
  let awaiting = PerRole { _ in Waiters<PullOutcome>() }
  private(set) lazy var input = inputObserver

  /// The offers that count this list among those in reach, see ``Offer/note(_:)``.
  var offers: [Weak<Offer>] = []
  var hasWarned = false
  /// Whether screen readers take the content for busy.
  private(set) var isBusy = false {
    didSet {
      guard isBusy != oldValue else { return }
      if let busy, busy.isAlive { busy.object.setAccessibleBusy(false) }
      busy = isBusy ? scrolledWindow.object.child.map { Unowned($0) } : nil
      busy?.object.setAccessibleBusy(true)
    }
  }
  /// The busy content: the application may exchange the list's content during a run.
  private var busy: Unowned<Widget>?
  /// Set while a role's row is shown: true if it changed meanwhile.
  private var showsAgain = PerRole<Bool?>(repeating: nil)
  /// The edges that the application has named for the roles.
  var declaredEdges = PerRole<PullEdge?>(repeating: nil)
  /// The time of the event that is being handled.
  private var eventTime: Duration?
  private var destroyConnection: SignalConnection?
  private var stateConnection: SignalConnection?
  private var placeConnection: SignalConnection?
  private var grace: Timeout?
  /// How long a scrolled window may be without a parent before its attachment ends.
  private static let absence = Duration.seconds(1)

  init(scrolledWindow: ScrolledWindow) {
    self.scrolledWindow = Unowned(scrolledWindow)
    rows = RefreshRows(of: state, around: scrolledWindow)
    destroyConnection = scrolledWindow.connect("destroy") { [weak self] in
      self?.end(.guestDestroyed)
    }
    // Follows the list's own sensitivity and that of its ancestors.
    stateConnection = scrolledWindow.connect("state-flags-changed") { [weak self] in
      self?.updateActions()
    }
    state.start { [weak self] effects in self?.perform(effects) }
  }

  isolated deinit { if !hasEnded { stop() } }

  // MARK: The list's place

  /// Puts the scrolled window into the container of the ``rows``, and sets up the actions and the
  /// signals. Meanwhile the application may use or end the attachment.
  ///
  /// - Returns: false, with nothing changed, if the scrolled window's parent cannot replace it.
  func join() -> Bool {
    guard rows.container.enter() else { return false }
    guard !hasEnded else {
      rows.container.remove()
      return true
    }
    input = inputObserver
    isAttached = true
    actions.install(on: rows.widget)
    rows.keeper.become(keeperOf: scrolledWindow.object)
    rows.container.install(rows.keeper.counter)
    rows.keeper.isTouched = { [weak self] in self?.isTouched ?? false }
    rows.keeper.onCount = { [weak self] in self?.updateActions() }
    (rows.container.edges, rows.container.arrivals) = (coordinator.edges, coordinator.arrivals)
    rows.container.onDirectionChanged = { [weak self] in self?.axisChanged() }
    rows.container.onGuestRemoved = { [weak self] in self?.leave() }
    rows.place.onLayout = { [weak self] in self?.measureRows() }
    for signal in ["map", "unmap"] {
      rows.widget.connect(signal) { [weak self] in self?.followMapping() }
    }
    send(.device(.scrolled(to: input.position)))
    followMapping()
    updateActions()
    offersChanged()
    return true
  }

  /// Stops observing the scrolled window after its removal from the container. Runs continue.
  private func leave() {
    guard isAttached else { return }
    withExtendedLifetime((rows.widget, scrolledWindow.object)) {
      send(.device(.touchCancelled))
      guard isAttached else { return }
      input.stop()
      PlaceKeeper.endKeeper(of: scrolledWindow.object)
      actions.uninstall()
      isAttached = false
    }
    guard !hasEnded else { return }
    placeConnection = scrolledWindow.object.connect("notify::parent") { [weak self] in
      // Changes the tree later, because GTK is adding the widget at this moment.
      MainLoop.call { self?.comeBack() }
    }
    // Ends the attachment without waiting for the list's destruction: a running handler may keep
    // the list of a closed page alive.
    grace = Timeout(after: Self.absence) { [weak self] in self?.end(.guestRemoved) }
  }

  /// Attaches the scrolled window again if it was put into another place.
  func comeBack() {
    guard let connection = placeConnection, !hasEnded, scrolledWindow.object.parent != nil
    else { return }
    let former = rows
    rows = RefreshRows(of: state, around: scrolledWindow.object)
    rows.keeper.adopt(former.keeper)
    placeConnection = nil
    guard join() else {
      (rows, placeConnection) = (former, connection)
      return Diagnostics.warn("pull-to-refresh: \(AttachError.noPlace.description)")
    }
    connection.disconnect()
    grace?.cancel()
  }

  private var inputObserver: InputObserver {
    InputObserver(of: scrolledWindow.object, in: rows.widget, for: self)
  }

  var axis: ListAxis { rows.container.axis }
  var now: Duration { state.now }

  func send(_ event: RefreshCoordinator.Event, at time: Duration? = nil) {
    state.send(event, at: time)
  }

  func observe(_ event: DeviceEvent, at time: Duration) {
    // Ends a hold at an edge first, because the event may start a run with a new hold.
    if event.isMovement { rows.place.userMoved() }
    eventTime = time
    send(.device(event), at: time)
    eventTime = nil
    guard isAttached else { return }
    switch event {
    case .touchEnded, .touchpadStopped: rows.keeper.userLetGo()
    case .touchCancelled: rows.keeper.fingerLifted()
    case .scrolled:
      rows.container.followDirection()
      guard isAttached else { return }
      let position = input.position
      lookForArrivals()
      if input.position != position { layOutRows() }
      rows.keeper.noteArrival(at: input.position)
    default: break
    }
  }

  private func perform(_ effects: [RefreshCoordinator.Effect]) {
    // Keeps the widgets alive until the effects are done, because an effect may destroy the list.
    withExtendedLifetime((isAttached ? rows.widget : nil, scrolledWindow.object)) {
      followEdges()
      for case .changed(let role) in effects where !hasEnded { showRow(of: role) }
      // Starts the rows' motion before the handlers begin.
      layOutRows()
      for effect in effects where !hasEnded { perform(effect) }
      // A queued event may begin a run that a caller waits for already.
      if !state.hasNextStep {
        for role in RunRole.allCases where !coordinator.isUnderWay(role) { ended(role, .cancelled) }
      }
      guard !hasEnded else { return }
      isBusy = RunRole.allCases.contains { coordinator.unfinishedRun(of: $0) != nil }
      guard !effects.isEmpty else { return }
      updateActions()
      onStateChange?()
    }
  }

  private func perform(_ effect: RefreshCoordinator.Effect) {
    switch effect {
    case .changed: break
    case .start(let id, let source):
      if id.role == .refresh, isAttached {
        if case .pull = source {
          rows.place.handle(.pulled(past: coordinator.edges.refresh.axisEdge))
        }
        rows.place.checkArrivals(isAwaiting: false)
      }
      RefreshClock.$current.withValue(state.time) { start(id) }
    case .cancel(let id, let result): cancel(id, as: PullOutcome(result))
    case .ended(let id, let result):
      ended(id.role, PullOutcome(result))
      if case .refreshed = result { configurations[id.role].lastUpdated?.note(state.clock.date) }
      reportContentOnceLaidOut()
    }
  }

  /// Shows a role's present state in its row. If the builder of a custom view changes the
  /// configuration meanwhile, the row is shown once more.
  func showRow(of role: RunRole) {
    if showsAgain[role] != nil {
      showsAgain[role] = true
    } else {
      showsAgain[role] = false
      showOnce(role)
      if showsAgain[role] == true { showOnce(role) }
      showsAgain[role] = nil
    }
  }

  private func showOnce(_ role: RunRole) {
    guard isAttached else { return }
    let shown = coordinator.role(at: coordinator.edges[role].axisEdge)
    rows.show(state[shown], configurations[shown], on: state.clock.date)
  }

  func layOutRows() {
    guard isAttached else { return }
    rows.motion.update(
      position: input.position,
      isTouching: input.isTouching,
      at: eventTime ?? state.now
    )
  }

  enum End {
    /// The application detached the controller: the scrolled window is put back into its place.
    case detached
    /// The scrolled window was removed from its parent for good, or destroyed.
    case guestRemoved, guestDestroyed
  }

  /// Ends the attachment for good: cancels the runs, and removes the rows unless GTK destroys them.
  func end(_ end: End) {
    guard !hasEnded else { return }
    let wasAttached = isAttached
    guard end != .guestDestroyed else {
      if wasAttached {
        input.disconnect()
        rows.container.abandon()
      }
      return stop()
    }
    // Keeps the widgets alive until the list is back in its place, because an observer may destroy
    // them.
    withExtendedLifetime((wasAttached ? rows.widget : nil, scrolledWindow.object)) {
      if wasAttached {
        input.stop()
        actions.uninstall()
      }
      stop()
      PlaceKeeper.endKeeper(of: scrolledWindow.object)
      for connection in [destroyConnection, stateConnection, placeConnection] {
        connection?.disconnect()
      }
      isBusy = false
      if wasAttached { rows.container.remove() }
      scrolledWindow.object.disown(key: RefreshController.key)
      onRemoval?(scrolledWindow.object)
    }
  }

  private func stop() {
    if isAttached { rows.keeper.stop() }
    isAttached = false
    hasEnded = true
    grace?.cancel()
    for role in RunRole.allCases {
      if let run = underWay[role] { cancel(run.id, as: .cancelled) }
      ended(role, .cancelled)
    }
    state.stop()
    updateActions()
    let ended = offers.compactMap(\.object)
    offers = []
    // Releases the application's closures, which may refer to the controller.
    onStateChange = nil
    for role in RunRole.allCases { configurations[role].content = nil }
    for offer in ended { offer.forget(self) }
  }
}
