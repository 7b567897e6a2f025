/// The state of a row, in one vocabulary for the header and the footer.
///
/// Rows, titles and custom builders read only this:
///
/// ```swift
/// controller.refresh.content = { state in
///   switch state.phase {
///   case .loading: label.text = "Refreshing"
///   case .triggered: label.text = "Let go"
///   case .stopped: label.text = "\(Int(100 * state.progress)) %"
///   case .invalid: label.text = ""
///   }
///   return label
/// }
/// ```
public struct RefreshState: Sendable, Hashable {
  /// The state as one of four cases, which is enough for most custom rows. No case will be added.
  public enum Phase: Sendable, Hashable {
    /// Nothing runs: the row is idle, is pulled but would not fire, or shows the last run's result.
    case stopped
    /// Pulled far enough: a release fires. Also while a load waits for the refresh under way.
    case triggered
    /// The handler runs.
    case loading
    /// Nothing can be triggered here: the row is disabled, or there is no more to load.
    case invalid
  }

  /// The state in full. Later versions may add cases.
  @nonexhaustive
  public enum Moment: Sendable, Hashable {
    /// Switched off.
    case disabled
    /// Nothing runs. A visible row of a load shows its button.
    case idle
    /// Pulled by a gesture that cannot fire.
    case peeking
    /// Pulled, but not far enough.
    case pulling
    /// Pulled far enough: a release fires.
    case armed
    /// A load waits for the refresh under way.
    case waiting
    /// The handler runs.
    case running
    /// A refresh succeeded. The summary is for the user; nil for the default title.
    case succeeded(summary: String?)
    /// A refresh or load failed. The message is for the user; nil for the default title.
    case failed(message: String?)
    /// A refresh was cancelled.
    case cancelled
    /// There is no more to load.
    case exhausted
  }

  /// The edge of the row.
  public let edge: PullEdge
  /// The state in full.
  public let moment: Moment
  /// The progress of the pull, 0…1 of the threshold. Without a pull: 0 if idle or disabled, else 1.
  public let progress: Double
  /// Whether the run takes longer than ``PullMetrics/stuckNotice``; the row then says so.
  public let isStuck: Bool
  /// The progress that the handler reports; nil if it reports none or no run is under way.
  public var runProgress: RunProgress?
  /// The row's title in this state, in the user's language, for a custom view in the row. Empty in
  /// a state that was not passed to such a view. An idle refresh keeps its previous title, which
  /// stays visible until the row is closed.
  public package(set) var title = ""

  /// The state as one of four cases.
  public var phase: Phase {
    switch moment {
    case .idle, .peeking, .pulling, .succeeded, .failed, .cancelled: .stopped
    case .armed, .waiting: .triggered
    case .running: .loading
    case .disabled, .exhausted: .invalid
    }
  }

  /// Creates a state, for example for a preview.
  ///
  /// - Parameters:
  ///   - edge: the edge of the row.
  ///   - moment: the state in full.
  ///   - progress: the progress of the pull, limited to 0…1. NaN becomes 0.
  ///   - isStuck: whether the run takes longer than ``PullMetrics/stuckNotice``.
  public init(edge: PullEdge, moment: Moment, progress: Double = 1, isStuck: Bool = false) {
    self.edge = edge
    self.moment = moment
    self.progress = progress.clamped(to: 0...1, ifNaN: 0)
    self.isStuck = isStuck
  }
}

/// An action that refreshes the content of a widget. It can be called from any thread.
///
/// Custom views find the action in their environment and call it like a function. The call lasts as
/// long as the refresh, so a view can show progress for exactly that time.
///
/// ```swift
/// if let refresh = list.environment.refresh {
///   button.isSensitive = false
///   await refresh()
///   button.isSensitive = true
/// }
/// ```
///
/// The closure decides what a second call during a refresh does. The action of a refreshable list
/// makes a second call wait for the refresh under way. A call from within that refresh returns at
/// once, because the refresh cannot wait for itself. A call also returns at once after the list was
/// destroyed or detached.
public struct RefreshAction: Sendable {
  private let action: @Sendable () async -> Void

  /// Creates an action from a closure, which may be called from any thread.
  public init(_ action: @escaping @Sendable () async -> Void) {
    self.action = action
  }

  /// Refreshes, and returns when the refresh has succeeded, failed or been cancelled.
  public func callAsFunction() async {
    await action()
  }
}
