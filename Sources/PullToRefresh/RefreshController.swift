import Observation
import PullToRefreshGtk
// The states and numbers of the pull are part of this library's interface: one import is enough.
@_exported import RefreshCore

/// Pull-to-refresh and load-more of one scrolled window.
///
/// Most programs need no controller: `list.refreshable { … }` and `list.loadsMore { … }` make one.
/// Use it to change looks, titles and metrics, to start a refresh from code, and to observe the
/// states. ``refresh``, ``loadMore`` and ``loadEarlier`` are its roles, each with a row.
///
/// ```swift
/// list.configureRefresh { controller in
///   controller.refresh.indicator = .ring
///   controller.metrics.threshold = 64
/// }
/// ```
///
/// The scrolled window owns its controller until ``detach()``, until its destruction, or until it
/// has had no parent for a second. Running handlers are then cancelled; redrawing, reloading,
/// hiding or moving the list cancels none. Main thread only. States and flags are observable:
/// `Observations` and `withObservationTracking` see them change.
public final class RefreshController: Observable {
  let driver: RefreshDriver
  /// The refresh: its row, state and commands.
  public let refresh: RefreshRole
  /// Loading more: its row, state and commands.
  public let loadMore: LoadRole
  /// Loading earlier rows, opposite to ``loadMore``: its row, state and commands.
  public let loadEarlier: LoadRole

  init(scrolledWindow: ScrolledWindow) {
    driver = RefreshDriver(scrolledWindow: scrolledWindow)
    refresh = RefreshRole(.refresh, of: driver)
    loadMore = LoadRole(.loadMore, of: driver)
    loadEarlier = LoadRole(.loadEarlier, of: driver)
  }

  package subscript(role: RunRole) -> PullRole { [refresh, loadMore, loadEarlier][role.rawValue] }

  /// The list, to offer handlers to it; nil once it is detached or destroyed.
  ///
  /// ```swift
  /// controller.list?.refreshable { mailbox.show(try await mailbox.fetch()) }
  /// ```
  public var list: ScrolledWindow? { driver.hasEnded ? nil : driver.scrolledWindow.object }

  // MARK: Configuration

  /// The metrics. Rows follow a change at once; a pull under way follows with its next event.
  public var metrics: PullMetrics {
    get { driver.metrics }
    set { driver.metrics = newValue }
  }

  /// Whether new rows wait out of sight while the user may be about to click: the pointer is over
  /// the list, which was used in the last two seconds, or a menu is open.
  /// ``PullToRefreshGtk/WidgetConvertible/update(arrivals:_:)`` then keeps the visible rows in
  /// place, even at the edge where rows arrive, and a pill counts the new rows. A user who has
  /// pulled past that edge sees new rows at once. Off by default.
  public var staysWithReader: Bool {
    get { driver.rows.keeper.staysWithReader }
    set { driver.rows.keeper.staysWithReader = newValue }
  }

  /// The clock of the list. A test sets a ``ManualClock``; waits under way continue on that clock.
  public var clock: RefreshClock {
    get { driver.state.clock }
    set { driver.state.clock = newValue }
  }

  // MARK: States

  /// Called after each event that changes a role's state, until the list is detached or destroyed.
  /// Observation may merge such changes; this closure misses none. It is not called for
  /// ``PullRole/progress`` alone. Commands given in the closure take effect after it has returned.
  ///
  /// ```swift
  /// controller.onStateChange = { [unowned controller] in
  ///   if case .failed(let reason?) = controller.loadMore.state.moment { print(reason) }
  /// }
  /// ```
  public var onStateChange: (() -> Void)? {
    get { driver.onStateChange }
    set { driver.onStateChange = newValue }
  }

  /// Called once the list is detached, or has had no parent for a second.
  package var onRemoval: ((ScrolledWindow) -> Void)? {
    get { driver.onRemoval }
    set { driver.onRemoval = newValue }
  }

  /// Whether the list has a parent; see the type's description for a list without one.
  package var isAttached: Bool { driver.isAttached }

  // MARK: Commands

  /// The number of runs of each role that have been started so far.
  package var started: PerRole<Int> { PerRole { driver.coordinator.runs(of: $0) } }

  /// Scrolls to an edge as a `PlaceKeeper` does, for example to the newest message of a chat that
  /// is opened. A list that is not laid out yet scrolls after its first layout.
  public func scroll(to edge: PullEdge, isAnimated: Bool = true) {
    if driver.isAttached { driver.rows.keeper.scroll(to: edge, isAnimated: isAnimated) }
  }

  /// Removes pull-to-refresh: running handlers are cancelled, and the scrolled window returns to
  /// its former place, unchanged.
  public func detach() { driver.end(.detached) }
}
