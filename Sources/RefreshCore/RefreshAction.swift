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
