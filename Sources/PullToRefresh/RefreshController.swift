import Observation
import PullToRefreshGtk
import RefreshCore

/// Pull-to-refresh and load-more of one scrolled window.
///
/// Most programs only call `list.refreshable { … }` and `list.loadsMore { … }`, which make a
/// controller. Use it to change looks, titles and numbers, to start a refresh from code, and to
/// observe its states.
///
/// ```swift
/// list.configureRefresh { controller in
///   controller.header.indicator = .ring
///   controller.metrics.threshold = 64
/// }
/// ```
///
/// The scrolled window owns its controller, and releases it when it is destroyed or on
/// ``detach()``. Only then are running handlers cancelled, never because the list is redrawn,
/// reloaded, hidden or put into another parent. Use it on the main thread only. States and flags
/// are observable: `Observations` and `withObservationTracking` see them change.
public final class RefreshController: Observable {
  let driver: RefreshDriver

  init(scrolledWindow: ScrolledWindow) throws(AttachError) {
    driver = try RefreshDriver(scrolledWindow: scrolledWindow)
    driver.metrics = .initial
  }

  // MARK: Handlers

  /// Sets the handler of a refresh, as `refreshable` does for a widget.
  ///
  /// ```swift
  /// controller.onRefresh { mailbox.show(try await mailbox.fetch()) }
  /// ```
  ///
  /// - Parameter action: runs on the main actor, one at a time; cancelled by the user, or when the
  ///   scrolled window goes. An error that it throws is shown. Ignored once the list is detached.
  public func onRefresh(_ action: @escaping () async throws -> Void) {
    onRefresh(reporting: {
      try await action()
      return nil
    })
  }

  /// Sets a handler that returns a result, to be shown for a moment.
  ///
  /// - Parameter action: returns the result, in the user's language; nil for ``HeaderTitles/done``.
  @_disfavoredOverload  // A closure that returns nothing, or only throws, has nothing to report.
  public func onRefresh(reporting action: @escaping () async throws -> String?) {
    guard !driver.hasEnded else { return }
    driver.scrolledWindow.object.refreshable(reporting: action)
  }

  /// Sets a handler that calls back instead of being awaited.
  ///
  /// - Parameters:
  ///   - delay: the time after which the refresh ends by itself, as a success; nil for never.
  ///   - begin: begins the refresh, on the main thread. Any code that has the completion may end
  ///     it.
  public func onRefresh(endsAfter delay: Duration?, _ begin: @escaping (RefreshCompletion) -> Void)
  {
    guard !driver.hasEnded else { return }
    driver.scrolledWindow.object.refreshable(endsAfter: delay, begin)
  }

  /// Sets the handler that loads more rows, as `loadsMore` does for a widget.
  ///
  /// - Parameter action: runs on the main actor, never beside a refresh. An error that it throws is
  ///   shown beside a Retry button. Ignored once the list is detached.
  public func onLoadMore(_ action: @escaping () async throws -> LoadedRows) {
    guard !driver.hasEnded else { return }
    driver.runs.loadMore = SharedHandler(action)
  }

  /// Sets a loading handler that calls back instead of being awaited.
  ///
  /// - Parameters:
  ///   - delay: the time after which the load ends by itself, with more to come; nil for never.
  ///   - begin: begins the load, on the main thread. Any code that has the completion may end it.
  public func onLoadMore(
    endsAfter delay: Duration?,
    _ begin: @escaping (LoadMoreCompletion) -> Void
  ) {
    onLoadMore {
      try await RunCompletion.run(endsAfter: delay, with: LoadedRows(hasMore: true), begin)
    }
  }

  // MARK: Configuration

  /// The look and the titles of the header; changes are shown at once.
  public var header: HeaderConfiguration {
    get { driver.header }
    set { driver.header = newValue }
  }

  /// The look and the titles of the footer; changes are shown at once.
  public var footer: FooterConfiguration {
    get { driver.footer }
    set { driver.footer = newValue }
  }

  /// The numbers of the pull; a change applies from the next event on.
  public var metrics: PullMetrics {
    get { driver.metrics }
    set { driver.metrics = newValue }
  }

  /// The mode that decides when more rows are loaded.
  public var loadMode: LoadMode {
    get { driver.coordinator.loadMode }
    set { driver.send(.setLoadMode(newValue)) }
  }

  /// Whether there is more to load. Initially true. A load sets it by its ``LoadedRows``, and a
  /// successful refresh sets it to true again.
  ///
  /// Set it if you know it without a load. False shows ``FooterTitles/exhausted`` at once, and a
  /// refresh does not change it.
  public var hasMore: Bool {
    get { driver.coordinator.hasMore }
    set { driver.send(.setHasMore(newValue)) }
  }

  /// Whether new rows wait behind the pill while somebody seems to read: the pointer rests on the
  /// list, or another window has the focus.
  /// ``PullToRefreshGtk/WidgetConvertible/update(arrivals:_:)`` then keeps the rows in sight in
  /// place even at the edge of the refresh. A user who has pulled past the edge still gets the new
  /// rows. Off by default.
  public var staysWithReader: Bool {
    get { driver.staysWithReader }
    set { driver.staysWithReader = newValue }
  }

  // MARK: States

  /// The state of the header.
  package var headerState: RefreshMachine.State { driver.coordinator.header }

  /// The state of the footer.
  package var footerState: LoadMoreMachine.State { driver.coordinator.footer }

  /// The pull of the footer.
  package var footerPull: PullStage { driver.coordinator.footerPull }

  /// The state of the row at an edge, in one vocabulary for both rows; custom views get it, too. At
  /// an edge of the other axis there is no row, and its state is disabled.
  public func state(of edge: PullEdge) -> RefreshState {
    let edges = driver.coordinator.edges
    guard let role = RunRole.allCases.first(where: { edges[$0] == edge }) else {
      return RefreshState(edge: edge, moment: .disabled, progress: 0)
    }
    return driver.state.row(of: role)
  }

  /// The progress of the refresh under way. The header shows it, and a ring fills with it. Set it
  /// as often as a user can follow, a few times a second. It is ignored while no refresh runs, and
  /// becomes nil when the run ends.
  ///
  /// ```swift
  /// controller.progress = RunProgress(title: "12,000 of 48,000", fraction: 0.25)
  /// ```
  public var progress: RunProgress? {
    get { driver.state.progress }
    set {
      guard newValue != driver.state.progress else { return }
      driver.state.progress = newValue
      driver.show(.refresh)
    }
  }

  /// Whether a refresh is under way. True begins one, unless one is under way or there is no
  /// handler; false ends the one under way as a success, and cancels its task. Set during another
  /// change, for example by ``onStateChange``, it takes effect right after that change.
  ///
  /// For code that neither awaits nor calls back. A handler that ends late, or twice, does no harm;
  /// see ``RunCompletion``.
  public var isHeaderRefreshing: Bool {
    get { driver.coordinator.unfinishedRun(of: .refresh) != nil }
    set {
      driver.send(newValue ? .begin(.refresh, .command) : .end(.refresh))
    }
  }

  /// Whether a load is under way; one that waits for a refresh counts. False ends the load, and
  /// ``hasMore`` keeps its value.
  public var isFooterRefreshing: Bool {
    get {
      let coordinator = driver.coordinator
      return coordinator.unfinishedRun(of: .loadMore) != nil
        || coordinator.footer == .waitingForRefresh
    }
    set {
      driver.send(newValue ? .begin(.loadMore, .command) : .end(.loadMore))
    }
  }

  /// Called after each change of a state, while the list is attached. Unlike observation it misses
  /// no change. Commands given in it take effect after the change that it was called for.
  ///
  /// ```swift
  /// controller.onStateChange = { [unowned controller] in
  ///   if case .failed(let reason?) = controller.state(of: .bottom).moment { print(reason) }
  /// }
  /// ```
  public var onStateChange: (() -> Void)? {
    get { driver.onStateChange }
    set { driver.onStateChange = newValue }
  }

  // MARK: Commands

  /// The action of a pull past ``refreshEdge``; disabled while a refresh runs. Add it to a window's
  /// actions for a menu or D-Bus.
  public var refreshAction: SimpleAction { driver.actions.refresh }

  /// The action of a pull past ``loadMoreEdge``; disabled while there is nothing to load.
  public var loadMoreAction: SimpleAction { driver.actions.loadMore }

  /// Refreshes, and returns when the handler has succeeded, failed or been cancelled. While a
  /// refresh runs, this waits for that one.
  ///
  /// Returns at once if there is no handler, in a cancelled task, and within the handler, which
  /// would wait for itself. A cancellation ends the wait, and the refresh continues.
  public func refresh() async {
    if driver.runs.refresh?.isAroundThisTask == true || Task.isCancelled { return }
    driver.send(.begin(.refresh, .command))
    await driver.runs.refreshEnd()
  }

  /// Loads the next rows, now or after the refresh under way.
  public func loadMore() { driver.send(.begin(.loadMore, .command)) }

  /// Cancels the refresh under way: its task is cancelled, and its result is dropped.
  public func cancelRefresh() { driver.send(.cancel(.refresh)) }

  /// Cancels the load that runs or waits.
  public func cancelLoadMore() { driver.send(.cancel(.loadMore)) }

  /// The number of refreshes and loads started since the list was attached.
  public var started: (refreshes: Int, loads: Int) { driver.runs.started }

  /// Takes pull-to-refresh away: handlers are cancelled, and the scrolled window returns to its
  /// former place, unchanged.
  public func detach() { driver.end(.detached) }
}
