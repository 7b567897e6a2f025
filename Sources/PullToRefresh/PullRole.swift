import PullToRefreshGtk
import RefreshCore

/// A role of a list, with its row: a ``RefreshRole`` or a ``LoadRole``.
///
/// A role also has every property of a ``RowConfiguration``, such as `indicator`:
///
/// ```swift
/// controller.refresh.indicator = .ring
/// if await controller.refresh.begin() == .cancelled { return }
/// controller.loadMore.isRunning = true
/// ```
///
/// Main thread only. States and flags are observable, as those of the controller are.
@dynamicMemberLookup
public class PullRole {
  fileprivate let driver: RefreshDriver
  fileprivate let role: RunRole

  init(_ role: RunRole, of driver: RefreshDriver) { (self.role, self.driver) = (role, driver) }

  /// The look and the titles of the row; changes are shown at once.
  package var row: RowConfiguration {
    get { driver.configurations[role] }
    set {
      driver.configurations[role] = newValue
      driver.configured(role)
    }
  }

  /// A property of the row; a change is shown at once.
  public subscript<Value>(dynamicMember path: WritableKeyPath<RowConfiguration, Value>) -> Value {
    get { row[keyPath: path] }
    set { row[keyPath: path] = newValue }
  }

  /// The row as the list would show it in a state: for preferences and pictures.
  ///
  /// ```swift
  /// box.append(controller.refresh.preview(of: RefreshState(edge: .top, moment: .running)))
  /// ```
  ///
  /// - Parameter state: the state to show, with the edge of the row.
  /// - Returns: a widget that does not change. Its buttons look as they do in a list, but do
  ///   nothing.
  public func preview(of state: RefreshState) -> Widget {
    row.preview(of: state, metrics: driver.metrics)
  }

  /// The state that the row shows.
  public var state: RefreshState { driver.state[role] }

  /// How far a finger, touchpad or wheel pulls past ``edge``, in px; 0 while nothing pulls.
  ///
  /// It begins after ``PullMetrics/startSlop``, and may exceed ``PullMetrics/threshold``.
  /// ``RefreshState/progress`` may be more than its fraction of the threshold: once GTK says that a
  /// finger is 100 px past the edge, the progress counts these 100 px. The distance changes with
  /// each movement, also without a change of state, and is not observable: read it when you draw.
  public var distance: Double { driver.coordinator.pull(past: edge.axisEdge)?.way ?? 0 }

  /// Whether a run is under way. A load that waits for a refresh counts as under way.
  ///
  /// Setting true begins a run, unless the state or a missing handler forbids it, see ``action``.
  /// Setting false ends the run under way as a success and cancels its task; ``LoadRole/hasMore``
  /// stays as it is. A value set during another change, such as in
  /// ``RefreshController/onStateChange``, takes effect right after that change.
  ///
  /// Use this in code that neither awaits nor calls back. The result of a handler that ends after
  /// its run is dropped. For code that calls back, see ``RunCompletion``.
  public var isRunning: Bool {
    get { driver.coordinator.isUnderWay(role) }
    set { driver.send(newValue ? .begin(role, .command) : .end(role)) }
  }

  /// The progress of the run under way: the row shows its title, and a ring its fraction. Set it as
  /// often as a user can follow, a few times a second. A value set while no run is under way, or in
  /// the task of a cancelled run, is ignored. The progress becomes nil when the handler ends.
  ///
  /// ```swift
  /// controller.refresh.progress = RunProgress(title: "12,000 of 48,000", fraction: 0.25)
  /// ```
  public var progress: RunProgress? {
    get { driver.state[progressOf: role] }
    set {
      guard newValue != progress, !HandlerRun.isGivenUp else { return }
      driver.state[progressOf: role] = newValue
      driver.show(role)
    }
  }

  /// The edge past which a pull starts a run. Initially the top for refreshing and for loading
  /// earlier rows. Loading more is always at the opposite edge. New rows appear at the edge of the
  /// refresh: a chat refreshes past the bottom, a horizontal list past a side. Setting an edge
  /// moves all roles.
  ///
  /// It may change at any time: a pull under way ends, and runs continue. A value set during
  /// another change, such as in ``RefreshController/onStateChange``, takes effect right after that
  /// change. An edge towards which the scrolled window's policy forbids scrolling is refused:
  /// a debug build stops with a message, a release build logs a warning and keeps the edges.
  public var edge: PullEdge {
    get { driver.coordinator.edges[role] }
    set { move(to: newValue) }
  }

  /// Sets ``edge``.
  ///
  /// - Returns: whether the edge is accepted; during another change, it applies after that change.
  @discardableResult
  package func move(to edge: PullEdge) -> Bool { driver.move(role, to: edge) }

  /// The action that begins a run, as a pull past ``edge`` does; disabled while no run can begin.
  /// Add it to your window's actions for a menu or D-Bus.
  public var action: SimpleAction { driver.actions.begin[role] }

  /// Begins a run, and returns when its handler has ended. If a run is under way, waits for that
  /// run instead; a load first waits for the refresh under way.
  ///
  /// - Returns: how the run ended, or why there is no outcome.
  @discardableResult
  public func begin() async -> PullOutcome { await driver.begin(role) }

  /// Cancels the run under way, or a load that waits. The run's task is cancelled, and its result
  /// is dropped.
  public func cancel() { driver.send(.cancel(role)) }
}

/// The role that refreshes, with its row.
///
/// ```swift
/// controller.refresh.floats = true
/// controller.refresh.titles.done = "No new mail"
/// ```
public final class RefreshRole: PullRole {
  /// The titles of the row, one for each state.
  public var titles: RefreshTitles {
    get { RefreshTitles(row: row.titles) }
    set { row.titles = newValue.row }
  }

  /// Whether the row floats over the list, in the middle of its edge, also while the refresh runs.
  /// The list then stays where it is.
  public var floats: Bool {
    get { row.floats }
    set { row.floats = newValue }
  }

  /// The distance of the row from the list's edge, in application pixels; less than 0 counts as 0.
  /// If a translucent header bar lies over the list, use the height of the bar.
  public var inset: Double {
    get { row.inset }
    set { row.inset = newValue }
  }

  /// The second line, which shows when the list was last refreshed; nil for none.
  public var lastUpdated: LastUpdated? {
    get { row.lastUpdated }
    set { row.lastUpdated = newValue }
  }
}

/// A role that loads more or earlier rows, with its row.
///
/// ```swift
/// controller.loadMore.mode = .automatic()
/// controller.loadMore.titles.exhausted = "No more conversations"
/// ```
public final class LoadRole: PullRole {
  /// The titles of the row, one for each state.
  public var titles: LoadTitles {
    get { LoadTitles(row: row.titles) }
    set { row.titles = newValue.row }
  }

  /// Whether rows are also loaded without a request.
  public var mode: LoadMode {
    get { driver.coordinator.loadMode(of: role) }
    set { driver.send(.setLoadMode(role, newValue)) }
  }

  /// Whether there is more to load; initially true. Each load sets it by its ``LoadedRows``. A
  /// successful refresh sets it to true, unless you have set it to false.
  ///
  /// Set it if you know without a load whether there is more. False shows ``LoadTitles/exhausted``
  /// at once, unless a load runs.
  public var hasMore: Bool {
    get { driver.coordinator.hasMore(role) }
    set { driver.send(.setHasMore(role, newValue)) }
  }

  /// Whether the row is hidden while all rows of the list are visible, unless the row is pulled or
  /// a load is under way. This also hides a failed load, which can then be retried only by a pull
  /// or from code.
  public var hidesWhenContentFits: Bool {
    get { row.hidesWhenContentFits }
    set { row.hidesWhenContentFits = newValue }
  }
}

/// How a run ended, or why ``PullRole/begin()`` returned without an end. Later versions may add
/// cases.
@nonexhaustive
public enum PullOutcome: Sendable, Hashable {
  /// The run succeeded. The summary is the text reported by a refresh; nil for none or for a load.
  case succeeded(summary: String?)
  /// The run failed. The message is in the user's language.
  case failed(message: String)
  /// The run was cancelled: by the user, code, its handler, a new refresh, or the list's end.
  case cancelled
  /// No run began, or the caller could not wait for its end.
  case notAwaited(Reason)

  /// The reason why a caller got no outcome. Later versions may add reasons.
  @nonexhaustive
  public enum Reason: Sendable, Hashable {
    /// The role has no handler.
    case noHandler
    /// The row is disabled. Loading earlier rows also counts as disabled while the list refreshes
    /// at their edge.
    case disabled
    /// There is no more to load.
    case exhausted
    /// The list is detached or destroyed.
    case listEnded
    /// The caller's task was cancelled, before the call or during the wait. A run under way
    /// continues.
    case taskCancelled
    /// The caller's task would wait for itself: it is part of the role's handler or, for a load, of
    /// the refresh's handler. Such a load begins after the refresh.
    case insideHandler
  }

  init(_ result: RunResult) {
    self =
      switch result {
      case .refreshed(let summary): .succeeded(summary: summary)
      case .loaded: .succeeded(summary: nil)
      case .failed(let message): .failed(message: message)
      case .cancelled: .cancelled
      }
  }
}
