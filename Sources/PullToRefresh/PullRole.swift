import PullToRefreshGtk
import RefreshCore

/// One of a list's rows, by what it does: refreshing, loading more, or loading earlier rows.
///
/// It has every property of its ``RowConfiguration``, such as `titles` and `indicator`:
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

  /// How far a finger, touchpad or wheel pulls past ``edge``, in px, also beyond
  /// ``PullMetrics/threshold``; 0 while nothing pulls. ``RefreshState/progress`` is the same in parts of
  /// the threshold, 1 at most. It changes with each movement, also where no state does, and is not
  /// observable: read it where you draw.
  public var distance: Double { driver.coordinator.pull(past: edge.axisEdge)?.way ?? 0 }

  /// Whether a run is under way. A load that waits for a refresh counts as under way.
  ///
  /// Set to true it begins one, unless one is under way or there is no handler; set to false it ends
  /// the one under way as a success, and cancels its task. Set while another change takes place, as by
  /// ``RefreshController/onStateChange``, it counts right after that one. Whether there is more to load
  /// after a load that was ended so, ``hasMore`` says.
  ///
  /// For code that neither awaits nor calls back. A handler that ends late, or ends twice, does no
  /// harm: see ``RunCompletion`` for that.
  public var isRunning: Bool {
    get { driver.coordinator.isUnderWay(role) }
    set {
      driver.send(newValue ? .begin(role, .command) : .end(role))
      // The row may stay for a moment, but the run is over.
      if !newValue { driver.runs.ended(role, .succeeded(summary: nil)) }
    }
  }

  /// Whether there is more to load. Initially true. A load sets it by its ``LoadedRows``, and a
  /// successful refresh sets it to true again.
  ///
  /// Set it where you know it without a load. False then shows ``RowTitles/exhausted`` at once,
  /// and a refresh does not change it. A refresh itself has no end: there it is always true.
  public var hasMore: Bool {
    get { driver.coordinator.hasMore(role) }
    set { driver.send(.setHasMore(role, newValue)) }
  }

  /// The edge past which a pull starts a run: at first the top for a refresh, where its new rows are
  /// shown, and for loading earlier rows. A chat refreshes past the bottom, a list that scrolls
  /// sideways past a side. Loading more is at the opposite edge. All roles move together.
  ///
  /// It may change at any time; a pull that is under way is then over, and runs go on. Set while
  /// another change takes place, as by ``RefreshController/onStateChange``, it changes right after that
  /// one. An edge towards which the scrolled window never scrolls, by its policy, is refused: a debug
  /// build ends with a sentence that says so, any other logs it and leaves the edges as they are.
  public var edge: PullEdge {
    get { driver.coordinator.edges[role] }
    set { move(to: newValue) }
  }

  /// Sets ``edge``.
  ///
  /// - Returns: whether the edge is accepted, at once or after the change under way.
  @discardableResult
  package func move(to edge: PullEdge) -> Bool { driver.move(role, to: edge) }

  /// Does what a pull past ``edge`` does; disabled while it would do nothing. An application adds it
  /// to its window's actions for a menu or D-Bus.
  public var action: SimpleAction { driver.actions.begin[role] }

  /// Begins a run, and returns when its handler has ended. While one runs it awaits that one; a load
  /// waits for the refresh under way.
  ///
  /// - Returns: how the run ended; nil where there is none to wait for: without a handler, for a row
  ///   that is disabled, where there is no more to load, in a cancelled task, and from within the
  ///   handler, which would wait for itself. A cancellation ends the wait; the run continues.
  @discardableResult
  public func begin() async -> PullOutcome? { await driver.begin(role) }

  /// Cancels the run that is under way, or a load that waits: its task is cancelled, and its result is
  /// dropped.
  public func cancel() { driver.send(.cancel(role)) }
}

/// How a run ended: a run ends in one of these three ways and in no other.
public enum PullOutcome: Sendable, Hashable {
  /// It went well. The summary is what a refresh has reported; nil for none, and for a load.
  case succeeded(summary: String?)
  /// It failed, for a reason in the user's language.
  case failed(message: String)
  /// It was cancelled: by the user, by code, or by a refresh that began.
  case cancelled

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
