import PullToRefreshGtk
import RefreshCore

/// A role of a list, with its row: refreshing, loading more, or loading earlier rows.
///
/// A role also has every property of its ``RowConfiguration``, such as `titles` and `indicator`:
///
/// ```swift
/// controller.refresh.indicator = .ring
/// if await controller.refresh.begin() == .cancelled { return }
/// controller.loadMore.isRunning = true
/// ```
///
/// Main thread only. States and flags are observable, as those of the controller are.
@dynamicMemberLookup
public final class PullRole {
  private let driver: RefreshDriver
  private let role: RunRole

  init(_ role: RunRole, of driver: RefreshDriver) { (self.role, self.driver) = (role, driver) }

  /// The look and the titles of the row; changes are shown at once.
  public var row: RowConfiguration {
    get { driver.configurations[role] }
    set { driver.configure(role, newValue) }
  }

  /// A property of ``row``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<RowConfiguration, Value>) -> Value {
    get { row[keyPath: path] }
    set { row[keyPath: path] = newValue }
  }

  /// The state that the row shows.
  public var state: RefreshState { driver.state[role] }

  /// How far a finger, touchpad or wheel pulls past ``edge``, in px; 0 while nothing pulls.
  ///
  /// It may exceed ``PullMetrics/threshold``; ``RefreshState/progress`` is its fraction of the
  /// threshold, 1 at most. It changes with each movement, also without a change of state, and is
  /// not observable: read it when you draw.
  public var distance: Double { driver.coordinator.pull(past: edge.axisEdge)?.way ?? 0 }

  /// Whether a run is under way. A load that waits for a refresh counts as under way.
  ///
  /// Setting true begins a run, unless the state or a missing handler forbids it, see ``action``.
  /// Setting false ends the run under way as a success and cancels its task; ``hasMore`` stays as
  /// it is. A value set during another change, such as in ``RefreshController/onStateChange``,
  /// takes effect right after that change.
  ///
  /// Use this in code that neither awaits nor calls back. The result of a handler that ends after
  /// its run is dropped. For code that calls back, see ``RunCompletion``.
  public var isRunning: Bool {
    get { driver.coordinator.isUnderWay(role) }
    set { driver.send(newValue ? .begin(role, .command) : .end(role)) }
  }

  /// Whether there is more to load; initially true. Each load sets it by its ``LoadedRows``. A
  /// successful refresh sets it to true, unless you have set it to false.
  ///
  /// Set it if you know without a load whether there is more. False shows ``RowTitles/exhausted``
  /// at once, unless a load runs. For ``RefreshController/refresh``, nothing else sets it.
  public var hasMore: Bool {
    get { driver.coordinator.hasMore(role) }
    set { driver.send(.setHasMore(role, newValue)) }
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

/// How a run ended, or why ``PullRole/begin()`` returned without an end.
public enum PullOutcome: Sendable, Hashable {
  /// The run succeeded. The summary is the text reported by a refresh; nil for none or for a load.
  case succeeded(summary: String?)
  /// The run failed. The message is in the user's language.
  case failed(message: String)
  /// The run was cancelled: by the user, code, its handler, a new refresh, or the list's end.
  case cancelled
  /// No run began, or the caller could not wait for its end.
  case notAwaited(Reason)

  /// The reason why a caller got no outcome.
  public enum Reason: Sendable, Hashable {
    /// The role has no handler.
    case noHandler
    /// The row is disabled. Loading earlier rows also counts as disabled while the list refreshes at
    /// their edge.
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
