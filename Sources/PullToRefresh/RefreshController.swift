import Gtk
import RefreshCore

/// Pull-to-refresh and load-more of one scrolled window.
///
/// Most callers never see it: `list.refreshable { … }` and `list.loadsMore { … }` make one. It is
/// there to change titles and numbers, to start a refresh from code, and to hear of the states.
///
/// ```swift
/// let controller = try RefreshController.attach(to: list)
/// controller.metrics.threshold = 64
/// await controller.refresh()
/// ```
///
/// The scrolled window owns its controller, and lets go of it when it dies or on ``detach()``.
/// Running handlers are cancelled then, and never because the list is redrawn, reloaded or hidden.
/// Everything here happens on the main thread.
public final class RefreshController {
  /// The numbers of the pull; changes count from the next event on.
  public var metrics = PullMetrics() {
    didSet {
      rows.use(metrics)
      send(.setMetrics(metrics))
    }
  }

  /// Who asks for more rows.
  public var loadMode = LoadMode.pull {
    didSet { send(.setLoadMode(loadMode)) }
  }

  /// Whether there is more to load, for callers who know without loading. False makes the footer
  /// say so at once, and go on saying so after a refresh; a load's own word counts after that.
  public var hasMore = true {
    didSet { send(.setHasMore(hasMore)) }
  }

  /// What the header says; changes are seen at once.
  public var headerTitles = HeaderTitles() {
    didSet { showHeader() }
  }

  /// What the footer says; changes are seen at once.
  public var footerTitles = FooterTitles() {
    didSet { showFooter() }
  }

  /// Called after each change of a state.
  public var onStateChange: (() -> Void)?

  /// Does what a pull past the top does; disabled while a refresh runs. An application adds it to
  /// its window's actions for a menu or D-Bus.
  public var refreshAction: SimpleAction { actions.refresh }

  /// Does what a pull past the bottom does; disabled while there is nothing to load.
  public var loadMoreAction: SimpleAction { actions.loadMore }

  /// How many refreshes and loads were started, ever.
  public var started: (refreshes: Int, loads: Int) { runs.started }

  var refreshHandler: RefreshHandler? {
    get { runs.refresh }
    set {
      runs.refresh = newValue
      send(.setHeaderEnabled(newValue != nil))
    }
  }

  var loadMoreHandler: LoadMoreHandler? {
    get { runs.loadMore }
    set {
      runs.loadMore = newValue
      send(.setFooterEnabled(newValue != nil))
    }
  }

  private let scrolledWindow: Unowned<ScrolledWindow>
  private let rows: RefreshRows
  private lazy var input = InputObserver(
    of: scrolledWindow.object,
    in: rows.widget
  ) { [weak self] event in self?.observe(event) }
  private lazy var actions = RefreshActions { [weak self] event in self?.send(event) }

  private var coordinator = RefreshCoordinator(header: false, footer: false)
  private lazy var deadline = Deadline { [weak self] in self?.deadlineReached() }
  private lazy var runs = HandlerRuns { [weak self] event in self?.send(event) }
  private var awaitingRefresh = Waiters()
  private var awaitingRelease = Waiters()
  private var guestDeath: SignalConnection?
  /// Whether the user has done nothing since they pulled past the top.
  private var followsTop = false
  /// False once the container is gone: then there are no widgets left to speak to.
  private var isAttached = true

  init(scrolledWindow: ScrolledWindow) throws(AttachError) {
    guard let rows = RefreshRows(around: scrolledWindow, metrics: metrics) else { throw .noPlace }
    self.scrolledWindow = Unowned(scrolledWindow)
    self.rows = rows
    actions.install(on: rows.widget)
    rows.install()
    rows.widget.connect("destroy") { [weak self] in self?.containerDied() }
    guestDeath = scrolledWindow.connect("destroy") { [weak self] in self?.guestDied() }
    send(.device(.scrolled(to: input.position)))
    actions.update(header: coordinator.header, footer: coordinator.footer)
  }

  isolated deinit {
    stop()
  }

  // MARK: States

  /// What the header shows.
  public var headerState: HeaderMachine.State { coordinator.header }

  /// What the footer shows.
  public var footerState: FooterMachine.State { coordinator.footer }

  /// How far the footer is pulled.
  public var footerPull: PullStage { coordinator.footerPull }

  // MARK: Commands

  /// Refreshes, and returns when that has ended: well, badly or cancelled. While a refresh runs it
  /// awaits that one. Returns at once where there is no handler.
  public func refresh() async {
    send(.refresh(.command))
    guard case .running = coordinator.header else { return }
    await withCheckedContinuation { awaitingRefresh.add($0) }
  }

  /// Loads the next rows, now or after the refresh under way.
  public func loadMore() { send(.loadMore(.command)) }

  /// Cancels the refresh under way: its task is cancelled, and what it still says is dropped.
  public func cancelRefresh() { send(.cancelRefresh) }

  /// Cancels the load that runs or waits.
  public func cancelLoadMore() { send(.cancelLoadMore) }

  /// Changes the rows without a jump, and returns when that is done.
  ///
  /// GTK jumps when rows arrive under a finger or during the spring-back after a pull. So this
  /// waits until no finger is down, ends the spring-back, and, for a view that rests at its top,
  /// keeps it at the top: there new rows are to be seen.
  ///
  /// - Parameter changes: changes the model; called once.
  public func update(_ changes: () -> Void) async {
    while isAttached, input.isTouching {
      await withCheckedContinuation { awaitingRelease.add($0) }
    }
    guard isAttached else { return changes() }
    let window = scrolledWindow.object
    let staysAtTop = input.position.distanceToTop < (followsTop ? metrics.threshold : 1)
    if window.isKineticScrolling {
      window.isKineticScrolling = false
      window.isKineticScrolling = true
    }
    changes()
    if staysAtTop {
      window.child?.scroll(toItem: 0)
      rows.pinToTop()
    }
    reportContentOnceLaidOut()
  }

  /// Takes pull-to-refresh away: handlers are cancelled, and the scrolled window stands where it
  /// stood before, as it was.
  public func detach() {
    guard isAttached else { return }
    input.stop()
    letGo()
    rows.remove()
    scrolledWindow.object.disown(key: Self.key)
  }

  // MARK: Events in

  private func observe(_ event: DeviceEvent) {
    send(.device(event))
    switch event {
    case .touchEnded, .touchCancelled:
      layOutRows()
      awaitingRelease.resumeAll()
    case .scrolled:
      layOutRows()
    default:
      followsTop = false
      rows.stopPinning()
    }
  }

  /// A pull past the top leaves the content there, whatever GTK's spring-back makes of it.
  private func followTop() {
    followsTop = true
    rows.pinToTop()
  }

  private func send(_ event: RefreshCoordinator.Event) {
    guard isAttached else { return }
    perform(coordinator.handle(event, at: MainLoop.now))
  }

  private func deadlineReached() {
    guard isAttached else { return }
    perform(coordinator.advance(to: MainLoop.now))
  }

  /// The automatic mode looks at rows that are laid out, a frame later.
  private func reportContentOnceLaidOut() {
    var frames = 0
    rows.widget.addTickCallback { [weak self] _ in
      frames += 1
      guard frames > 1, let self, isAttached else { return frames < 2 }
      send(.contentChanged(to: input.position))
      return false
    }
  }

  // MARK: Effects out

  private func perform(_ effects: [RefreshCoordinator.Effect]) {
    // What an effect leads to may take everything away.
    for effect in effects where isAttached {
      switch effect {
      case .headerChanged, .stuck(.top): showHeader()
      case .footerChanged, .stuck(.bottom): showFooter()
      case .startRefresh(let id, let source):
        if case .pull = source { followTop() }
        scrolledWindow.object.child?.setAccessibleBusy(true)
        runs.startRefresh(id)
      case .cancelRefresh: runs.cancelRefresh()
      case .refreshEnded:
        scrolledWindow.object.child?.setAccessibleBusy(false)
        awaitingRefresh.resumeAll()
        reportContentOnceLaidOut()
      case .startLoad(let id, _): runs.startLoad(id)
      case .cancelLoad: runs.cancelLoad()
      case .loadEnded: reportContentOnceLaidOut()
      }
    }
    guard isAttached else { return }
    deadline.move(to: coordinator.deadline)
    if !effects.isEmpty {
      actions.update(header: coordinator.header, footer: coordinator.footer)
      onStateChange?()
    }
  }

  private func showHeader() {
    rows.showHeader(coordinator.state(of: .top), titles: headerTitles)
    layOutRows()
  }

  private func showFooter() {
    rows.showFooter(coordinator.state(of: .bottom), titles: footerTitles)
    layOutRows()
  }

  private func layOutRows() {
    guard isAttached else { return }
    rows.layOut(coordinator, position: input.position, isTouching: input.isTouching)
  }

  // MARK: The end

  private func stop() {
    runs.cancelRefresh()
    runs.cancelLoad()
    deadline.move(to: nil)
    awaitingRefresh.resumeAll()
    awaitingRelease.resumeAll()
  }

  /// Ends everything, while the scrolled window is still there.
  private func letGo() {
    stop()
    isAttached = false
    guestDeath?.disconnect()
    scrolledWindow.object.child?.setAccessibleBusy(false)
  }

  /// The parent let go of the container: the scrolled window lives on by itself, somewhere else.
  private func containerDied() {
    guard isAttached else { return }
    input.disconnect()
    letGo()
    scrolledWindow.object.disown(key: Self.key)
  }

  /// The window was closed: there is nothing to restore, and nothing to speak to.
  private func guestDied() {
    guard isAttached else { return }
    input.disconnect()
    stop()
    isAttached = false
  }
}
