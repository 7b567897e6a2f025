import RefreshCore

/// Ends one run of a handler that calls back instead of being awaited.
///
/// ```swift
/// list.refreshable(endsAfter: nil) { done in
///   let download = client.fetch { error in
///     if let error { done.fail(error) } else { done(nil) }
///   }
///   done.onCancel = { download.cancel() }
/// }
/// ```
///
/// For a refresh, the value is the result in the user's language, or nil for
/// ``RefreshTitles/done``; for a load, the value is the ``LoadedRows``. Only the first call counts,
/// and only while its run is under way. A second call, or a call after a cancellation, does
/// nothing. If the completion is released without a call, its run lasts until it is cancelled, or
/// until ``PullRole/isRunning`` is set to false. Main thread only.
public final class RunCompletion<Value: Sendable> {
  /// Called when the run's task is cancelled: by the user, by code, by a refresh, or because the
  /// list is destroyed or detached. Set to nil once the run is over.
  public var onCancel: (() -> Void)? {
    didSet { if continuation == nil { onCancel = nil } }
  }

  private var continuation: CheckedContinuation<Value, any Error>?
  private var cancelTimeout: (() -> Void)?

  private init() {}

  /// Ends the run as a success, with its value.
  public func callAsFunction(_ value: Value) { end(.success(value)) }

  /// Ends the run as a failure, and shows the `errorDescription` of a `LocalizedError`, or else the
  /// error's description. With a `CancellationError`, the run counts as cancelled.
  public func fail(_ error: any Error) { end(.failure(error)) }

  private func cancel() {
    guard continuation != nil else { return }
    let onCancel = onCancel
    fail(CancellationError())
    onCancel?()
  }

  private func end(_ result: Result<Value, any Error>) {
    cancelTimeout?()
    cancelTimeout = nil
    continuation?.resume(with: result)
    continuation = nil
    onCancel = nil
  }

  /// Begins a run, and returns its value when the run has ended; a run that ends by itself has the
  /// given value.
  static func run(
    endsAfter delay: Duration?,
    with value: Value,
    _ begin: (RunCompletion) -> Void
  ) async throws -> Value {
    let completion = RunCompletion()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        completion.continuation = continuation
        begin(completion)
        if let delay, completion.continuation != nil {
          let clock = RefreshClock.current ?? .system
          completion.cancelTimeout = clock.call(at: clock.now + delay) { [weak completion] in
            completion?(value)
          }
        }
      }
    } onCancel: {
      Task { @MainActor in completion.cancel() }
    }
  }
}
