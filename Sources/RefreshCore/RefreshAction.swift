/// An action that refreshes what a widget shows, to be called from anywhere.
///
/// Custom views find it in their environment and call it like a function; the call lasts as long
/// as the refresh, so progress can be shown for just that time.
///
/// ```swift
/// if let refresh = list.environment.refresh {
///   button.isSensitive = false
///   await refresh()
///   button.isSensitive = true
/// }
/// ```
///
/// The closure decides what a second call does while one runs. The action of a refreshable list
/// then awaits the refresh under way; from within that refresh, which would wait for itself, it
/// returns at once, and so it does when the list is gone or was detached.
public struct RefreshAction: Sendable {
  private let action: @Sendable () async -> Void

  /// An action that does what the closure does. It may be called from any thread.
  public init(_ action: @escaping @Sendable () async -> Void) {
    self.action = action
  }

  /// Refreshes, and returns when that has ended: well, badly or cancelled.
  public func callAsFunction() async {
    await action()
  }
}
