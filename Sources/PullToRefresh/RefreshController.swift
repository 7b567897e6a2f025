import Gtk
import Observation
import RefreshCore

/// Pull-to-refresh and load-more of one scrolled window.
///
/// Most callers never see it: `list.refreshable { … }` and `list.loadsMore { … }` make one. It is
/// there to change looks, titles and numbers, to start a refresh from code, and to hear of the
/// states.
///
/// ```swift
/// list.configureRefresh { controller in
///   controller.header.indicator = .ring
///   controller.metrics.threshold = 64
/// }
/// ```
///
/// The scrolled window owns its controller, and lets go of it when it dies or on ``detach()``.
/// Running handlers are cancelled then, and never because the list is redrawn, reloaded or hidden.
/// Everything here happens on the main thread. States and flags are observable: `Observations` and
/// `withObservationTracking` see them change.
public final class RefreshController: Observable {
  let driver: RefreshDriver
  private let registrar = ObservationRegistrar()

  init(scrolledWindow: ScrolledWindow) throws(AttachError) {
    driver = try RefreshDriver(scrolledWindow: scrolledWindow)
    driver.publish = { [weak self] change in
      guard let self else { return change() }
      publish(change)
    }
  }

  // MARK: Configuration

  /// How the header looks and what it says; changes are seen at once.
  public var header: HeaderConfiguration {
    get { driver.header }
    set { driver.header = newValue }
  }

  /// How the footer looks and what it says; changes are seen at once.
  public var footer: FooterConfiguration {
    get { driver.footer }
    set { driver.footer = newValue }
  }

  /// The numbers of the pull; changes count from the next event on.
  public var metrics: PullMetrics {
    get { driver.metrics }
    set { driver.metrics = newValue }
  }

  /// Who asks for more rows.
  public var loadMode = LoadMode.pull {
    didSet { driver.send(.setLoadMode(loadMode)) }
  }

  /// Whether there is more to load, for callers who know without loading. False makes the footer
  /// say so at once, and go on saying so after a refresh; a load's own word counts after that.
  public var hasMore = true {
    didSet { driver.send(.setHasMore(hasMore)) }
  }

  // MARK: States

  /// What the header shows.
  public var headerState: HeaderMachine.State { observed(\.headerState, driver.coordinator.header) }

  /// What the footer shows.
  public var footerState: FooterMachine.State { observed(\.footerState, driver.coordinator.footer) }

  /// How far the footer is pulled.
  public var footerPull: PullStage { observed(\.footerPull, driver.coordinator.footerPull) }

  /// Whether a refresh is under way. Set to true it begins one, unless one is under way or there
  /// is no handler; set to false it ends the one under way as a success, and cancels its task.
  ///
  /// For code that neither awaits nor calls back. A handler that ends late, or ends twice, does no
  /// harm: see ``RunCompletion`` for that.
  public var isHeaderRefreshing: Bool {
    get { observed(\.isHeaderRefreshing, driver.coordinator.unfinishedRefresh != nil) }
    set {
      if newValue { return driver.send(.refresh(.command)) }
      guard let id = driver.coordinator.unfinishedRefresh else { return }
      driver.send(.refreshFinished(id, .success(summary: nil)))
      driver.runs.cancelRefresh()
    }
  }

  /// The same for the footer. Set to false it ends the load under way; whether there is more to
  /// load is then what ``hasMore`` says.
  public var isFooterRefreshing: Bool {
    get { observed(\.isFooterRefreshing, driver.coordinator.unfinishedLoad != nil) }
    set {
      if newValue { return driver.send(.loadMore(.command)) }
      guard let id = driver.coordinator.unfinishedLoad else { return }
      driver.send(.loadFinished(id, .loaded(added: nil, hasMore: hasMore)))
      driver.runs.cancelLoad()
    }
  }

  /// Called after each change of a state. Unlike observation it misses none.
  public var onStateChange: (() -> Void)? {
    get { driver.onStateChange }
    set { driver.onStateChange = newValue }
  }

  private func observed<Value>(_ path: KeyPath<RefreshController, Value>, _ value: Value) -> Value {
    registrar.access(self, keyPath: path)
    return value
  }

  private func publish(_ change: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.headerState) {
      registrar.withMutation(of: self, keyPath: \.footerState) {
        registrar.withMutation(of: self, keyPath: \.footerPull) {
          registrar.withMutation(of: self, keyPath: \.isHeaderRefreshing) {
            registrar.withMutation(of: self, keyPath: \.isFooterRefreshing, change)
          }
        }
      }
    }
  }

  // MARK: Commands

  /// Does what a pull past the top does; disabled while a refresh runs. An application adds it to
  /// its window's actions for a menu or D-Bus.
  public var refreshAction: SimpleAction { driver.actions.refresh }

  /// Does what a pull past the bottom does; disabled while there is nothing to load.
  public var loadMoreAction: SimpleAction { driver.actions.loadMore }

  /// Refreshes, and returns when that has ended: well, badly or cancelled. While a refresh runs it
  /// awaits that one. Returns at once where there is no handler.
  public func refresh() async {
    driver.send(.refresh(.command))
    await driver.refreshEnd()
  }

  /// Loads the next rows, now or after the refresh under way.
  public func loadMore() { driver.send(.loadMore(.command)) }

  /// Cancels the refresh under way: its task is cancelled, and what it still says is dropped.
  public func cancelRefresh() { driver.send(.cancelRefresh) }

  /// Cancels the load that runs or waits.
  public func cancelLoadMore() { driver.send(.cancelLoadMore) }

  /// How many refreshes and loads were started, ever.
  public var started: (refreshes: Int, loads: Int) { driver.runs.started }

  /// Takes pull-to-refresh away: handlers are cancelled, and the scrolled window stands where it
  /// stood before, as it was.
  public func detach() { driver.detach() }
}
