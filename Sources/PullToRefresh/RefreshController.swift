import Observation
import PullToRefreshGtk
import RefreshCore

/// Pull-to-refresh and load-more of one scrolled window.
///
/// Most callers never see it: `list.refreshable { … }` and `list.loadsMore { … }` make one. It is
/// there to change looks, titles and numbers, to start a refresh from code, and to observe its
/// states. What it does is in two values of one type, ``refresh`` and ``loadMore``.
///
/// ```swift
/// list.configureRefresh { controller in
///   controller.refresh.indicator = .ring
///   controller.metrics.threshold = 64
/// }
/// ```
///
/// The scrolled window owns its controller, and releases it when it is destroyed or on
/// ``detach()``. Running handlers are cancelled then, and never because the list is redrawn,
/// reloaded, hidden or put into another parent. Everything here happens on the main thread. States and flags are observable:
/// `Observations` and `withObservationTracking` see them change.
public final class RefreshController: Observable {
  let driver: RefreshDriver
  /// The refresh: its row, state and commands.
  public let refresh: PullRole
  /// Loading more: its row, state and commands.
  public let loadMore: PullRole

  init(scrolledWindow: ScrolledWindow) throws(AttachError) {
    driver = try RefreshDriver(scrolledWindow: scrolledWindow)
    refresh = PullRole(.refresh, of: driver)
    loadMore = PullRole(.loadMore, of: driver)
    driver.metrics = .initial
  }

  // MARK: Handlers

  /// Sets what a refresh does, as `refreshable` does for a widget.
  ///
  /// ```swift
  /// controller.onRefresh { mailbox.show(try await mailbox.fetch()) }
  /// ```
  ///
  /// - Parameter action: runs on the main actor, one at a time; cancelled by the user, or when the
  ///   scrolled window goes. What it throws is shown. Ignored once the list is detached.
  public func onRefresh(_ action: @escaping () async throws -> Void) {
    onRefresh(reporting: {
      try await action()
      return nil
    })
  }

  /// The same, with a result to show for a moment.
  ///
  /// - Parameter action: returns the result, in the user's language; nil for
  ///   ``RowTitles/done``.
  @_disfavoredOverload  // A closure that returns nothing, or only throws, has nothing to report.
  public func onRefresh(reporting action: @escaping () async throws -> String?) {
    guard !driver.hasEnded else { return }
    driver.scrolledWindow.object.refreshable(reporting: action)
  }

  /// The same for code that calls back instead of being awaited.
  ///
  /// - Parameters:
  ///   - delay: after which the refresh ends by itself, as a success; nil for never.
  ///   - begin: begins the refresh, on the main thread. Any code that has the completion may end
  ///     it.
  public func onRefresh(endsAfter delay: Duration?, _ begin: @escaping (RefreshCompletion) -> Void)
  {
    guard !driver.hasEnded else { return }
    driver.scrolledWindow.object.refreshable(endsAfter: delay, begin)
  }

  /// Sets how more rows are loaded, as `loadsMore` does for a widget.
  ///
  /// - Parameter action: runs on the main actor, never beside a refresh. What it throws is shown
  ///   beside a Retry button. Ignored once the list is detached.
  public func onLoadMore(_ action: @escaping () async throws -> LoadedRows) {
    guard !driver.hasEnded else { return }
    driver.runs.loadMore = SharedHandler(action)
  }

  /// The same for code that calls back instead of being awaited.
  ///
  /// - Parameters:
  ///   - delay: after which the load ends by itself, with more to come; nil for never.
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

  /// The numbers of the pull; changes count from the next event on.
  public var metrics: PullMetrics {
    get { driver.metrics }
    set { driver.metrics = newValue }
  }

  /// When more rows are loaded.
  public var loadMode: LoadMode {
    get { driver.coordinator.loadMode }
    set { driver.send(.setLoadMode(newValue)) }
  }

  /// Whether there is more to load. At first it is true. A load sets it to what its ``LoadedRows``
  /// say, and a refresh that succeeds sets it to true again.
  ///
  /// Set it where you know it without a load. False then shows ``RowTitles/exhausted`` at once,
  /// and a refresh does not change it.
  public var hasMore: Bool {
    get { driver.coordinator.hasMore }
    set { driver.send(.setHasMore(newValue)) }
  }

  /// Whether ``PullToRefreshGtk/WidgetConvertible/update(arrivals:_:)`` keeps the rows in sight
  /// where they are also while the list is at the edge of its refresh, and offers the new ones by
  /// the pill, as long as somebody seems to read there: the pointer rests on the list, or another
  /// window has the focus. Whoever has pulled past the edge is shown the new rows. Off by default.
  public var staysWithReader: Bool {
    get { driver.staysWithReader }
    set { driver.staysWithReader = newValue }
  }

  // MARK: States

  /// What the header shows.
  package var headerState: RefreshMachine.State { driver.coordinator.header }

  /// What the footer shows.
  package var footerState: LoadMoreMachine.State { driver.coordinator.footer }

  /// How far the footer is pulled.
  package var footerPull: PullStage { driver.coordinator.footerPull }

  /// How far the refresh under way has come. The header shows it, and a ring fills with it. Set it
  /// as often as a user can follow, a few times a second. It is ignored while no refresh runs, and
  /// nil again when the run ends.
  public var progress: RunProgress? {
    get { driver.state.progress }
    set {
      guard newValue != driver.state.progress else { return }
      driver.state.progress = newValue
      driver.show(.refresh)
    }
  }

  /// Called after each change of a state, while the list is attached. Unlike observation it misses
  /// none. Commands that it gives take effect after the change for which it was called.
  public var onStateChange: (() -> Void)? {
    get { driver.onStateChange }
    set { driver.onStateChange = newValue }
  }

  // MARK: Commands

  /// How many refreshes and loads were started, ever.
  package var started: (refreshes: Int, loads: Int) { driver.runs.started }

  /// Takes pull-to-refresh away: handlers are cancelled, and the scrolled window stands where it
  /// stood before, as it was.
  public func detach() { driver.end(.detached) }
}
