/// An action that refreshes what a widget shows, to be called from anywhere.
///
/// Custom views find it in their environment and call it like a function; the call lasts as long
/// as the refresh, so progress can be shown for just that time.
///
/// ```swift
/// if let refresh = widget.environment.refresh {
///   spinner.start()
///   await refresh()
///   spinner.stop()
/// }
/// ```
///
/// Whoever makes the action decides what a second call does while one runs; the one of a
/// refreshable list then awaits the running refresh instead of starting another.
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
