import Gtk
import RefreshCore

/// Carries out for one scrolled window what its coordinator says: devices and commands in, rows,
/// handlers and actions out.
final class RefreshDriver {
  var header = HeaderConfiguration() {
    didSet {
      enableHeader()
      show(.top)
    }
  }

  var footer = FooterConfiguration() {
    didSet {
      enableFooter()
      show(.bottom)
    }
  }

  var metrics = PullMetrics() {
    didSet {
      rows.use(metrics)
      send(.setMetrics(metrics))
    }
  }

  var refreshHandler: RefreshController.RefreshHandler? {
    get { runs.refresh }
    set {
      runs.refresh = newValue
      enableHeader()
    }
  }

  var loadMoreHandler: RefreshController.LoadMoreHandler? {
    get { runs.loadMore }
    set {
      runs.loadMore = newValue
      enableFooter()
    }
  }

  /// What a handler has said of its run, which may be over.
  var told: (run: RunID, progress: RunProgress)?

  /// Called with what may change the states, to be called in turn.
  var publish: (_ change: () -> Void) -> Void = { $0() }

  /// Called after the effects of each change of a state.
  var onStateChange: (() -> Void)?

  /// Called when the list is no longer attached.
  var onEnd: [() -> Void] = []

  private(set) var coordinator = RefreshCoordinator(header: false, footer: false)
  /// False once the container is gone: then there are no widgets left to speak to.
  private(set) var isAttached = true

  let scrolledWindow: Unowned<ScrolledWindow>
  let rows: RefreshRows
  private(set) lazy var actions = RefreshActions { [weak self] event in
    self?.send(event)
  } showNewRows: { [weak self] in
    self?.showNewRows()
  }

  private(set) lazy var runs = HandlerRuns { [weak self] event in self?.send(event) }
  private(set) lazy var input = InputObserver(
    of: scrolledWindow.object,
    in: rows.widget,
    edges: { [weak self] in self?.coordinator.pullEdges ?? [] }
  ) { [weak self] event, time in self?.observe(event, at: time) }

  private typealias Step = (inout RefreshCoordinator) -> [RefreshCoordinator.Effect]
  /// What is still to be taken in: whatever an effect leads to comes after the effects before it.
  private var steps: [Step] = []
  private var isTakingSteps = false
  private let showingHeader = OnceMore()
  private let showingFooter = OnceMore()

  private lazy var deadline = Deadline { [weak self] in self?.advance() }
  private var awaitingRefresh = Waiters()
  private var awaitingRelease = Waiters()
  private var guestDeath: SignalConnection?
  /// Whether the user has done nothing since they pulled past the top.
  private(set) var followsTop = false
  /// Where the content stood when it was last looked at.
  lazy var lastPosition = input.position

  init(scrolledWindow: ScrolledWindow) throws(AttachError) {
    guard let rows = RefreshRows(around: scrolledWindow, metrics: metrics) else { throw .noPlace }
    self.scrolledWindow = Unowned(scrolledWindow)
    self.rows = rows
    actions.install(on: rows.widget)
    rows.install()
    rows.onGuestLeft = { [weak self] in self?.guestLeft() }
    guestDeath = scrolledWindow.connect("destroy") { [weak self] in self?.guestDied() }
    send(.device(.scrolled(to: input.position)))
    actions.update(header: coordinator.header, footer: coordinator.footer)
  }

  isolated deinit {
    if isAttached { stop() }
  }

  // MARK: Waiting

  /// Returns when the refresh under way has ended; at once where there is none.
  func refreshEnd() async {
    guard isAttached, coordinator.unfinishedRun(of: .refresh) != nil else { return }
    await withCheckedContinuation { awaitingRefresh.add($0) }
  }

  /// Returns when no finger is down.
  func release() async {
    while isAttached, input.isTouching {
      await withCheckedContinuation { awaitingRelease.add($0) }
    }
  }

  // MARK: Events in

  func send(_ event: RefreshCoordinator.Event, at time: Duration = MainLoop.now) {
    advance { $0.handle(event, at: time) }
  }

  private func observe(_ event: DeviceEvent, at time: Duration) {
    // Before the event: it may start a run, which pins the content to the top.
    if event.isMovement {
      followsTop = false
      rows.stopPinning()
    }
    send(.device(event), at: time)
    switch event {
    case .touchEnded, .touchCancelled:
      layOutRows()
      awaitingRelease.resumeAll()
    case .scrolled(let position):
      showArrivals(at: position)
      layOutRows()
      noteArrivalAtTop()
    default: break
    }
  }

  private func enableHeader() {
    send(.setEnabled(.refresh, header.isEnabled && refreshHandler != nil))
  }

  private func enableFooter() {
    send(.setEnabled(.loadMore, footer.isEnabled && loadMoreHandler != nil))
  }

  // MARK: Effects out

  private func advance(_ step: @escaping Step = { $0.advance(to: MainLoop.now) }) {
    guard isAttached else { return }
    steps.append(step)
    guard !isTakingSteps else { return }
    isTakingSteps = true
    defer { isTakingSteps = false }
    // What a step leads to may take the widgets away; they live until it is done.
    withExtendedLifetime((rows.widget, scrolledWindow.object)) {
      while isAttached, !steps.isEmpty { take(steps.removeFirst()) }
    }
  }

  private func take(_ step: Step) {
    var next = coordinator
    let effects = step(&next)
    // A flag may go without an effect, when the handler ends before its row may close.
    let isSameRun = { [coordinator, next] role in
      next.unfinishedRun(of: role) == coordinator.unfinishedRun(of: role)
    }
    if effects.isEmpty, RunRole.allCases.allSatisfy(isSameRun) {
      coordinator = next
    } else {
      publish { coordinator = next }
    }
    perform(effects)
    guard isAttached else { return }
    deadline.move(to: coordinator.deadline)
  }

  private func perform(_ effects: [RefreshCoordinator.Effect]) {
    // What an effect leads to may take everything away.
    for effect in effects where isAttached {
      switch effect {
      case .changed(let role), .stuck(let role): show(.of(role))
      case .start(let id, let source):
        if id.role == .refresh {
          if case .pull = source { followTop() }
          lastPosition = input.position
        }
        setBusy(true)
        runs.start(id)
      case .cancel(let id): runs.cancel(id)
      case .refreshEnded(_, let result):
        setBusy(false)
        if case .success = result { header.lastUpdated?.noteNow() }
        awaitingRefresh.resumeAll()
        reportContentOnceLaidOut()
      case .loadEnded:
        setBusy(false)
        reportContentOnceLaidOut()
      }
    }
    guard isAttached, !effects.isEmpty else { return }
    actions.update(header: coordinator.header, footer: coordinator.footer)
    onStateChange?()
  }

  /// A pull past the top leaves the content there, whatever GTK's spring-back makes of it.
  private func followTop() {
    followsTop = true
    rows.pinToTop()
  }

  private func setBusy(_ isBusy: Bool) {
    scrolledWindow.object.child?.setAccessibleBusy(isBusy)
  }

  /// A view of the caller's own may change the configuration that it is called for.
  func show(_ edge: PullEdge) {
    switch edge {
    case .top:
      showingHeader { if isAttached { rows.showHeader(state(of: .top), header) } }
    case .bottom:
      showingFooter { if isAttached { rows.showFooter(coordinator.state(of: .bottom), footer) } }
    }
    layOutRows()
  }

  private func layOutRows() {
    guard isAttached else { return }
    rows.layOut(coordinator, position: input.position, isTouching: input.isTouching)
  }

  // MARK: The end

  /// Takes everything away; the scrolled window stands where it stood before.
  func detach() {
    guard isAttached else { return }
    input.stop()
    letGo()
    rows.remove()
    scrolledWindow.object.disown(key: RefreshController.key)
  }

  private func stop() {
    isAttached = false
    steps = []
    rows.stopPinning()
    runs.cancelAll()
    deadline.move(to: nil)
    publish { coordinator = RefreshCoordinator(header: false, footer: false) }
    actions.update(header: coordinator.header, footer: coordinator.footer)
    awaitingRefresh.resumeAll()
    awaitingRelease.resumeAll()
    let end = onEnd
    letGoOfClosures()
    for end in end { end() }
  }

  /// Those of the caller may well refer to the controller.
  private func letGoOfClosures() {
    onEnd = []
    onStateChange = nil
    header.content = nil
    footer.content = nil
    runs.refresh = nil
    runs.loadMore = nil
  }

  /// Ends everything, while the scrolled window is still there.
  private func letGo() {
    stop()
    guestDeath?.disconnect()
    setBusy(false)
  }

  /// The scrolled window lives on somewhere else, or its parent has let go of the container.
  private func guestLeft() {
    guard isAttached else { return }
    input.stop()
    letGo()
    scrolledWindow.object.disown(key: RefreshController.key)
  }

  /// The window was closed: there is nothing to restore, and nothing to speak to.
  private func guestDied() {
    guard isAttached else { return }
    input.disconnect()
    rows.abandon()
    stop()
  }
}
