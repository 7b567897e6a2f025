/// Runs work that reports from any thread, and passes on its reports: the first one at once, then
/// only the newest, a few times a second at most.
///
/// - Parameters:
///   - interval: the time between two reports that are passed on.
///   - work: called with a function that takes each report.
///   - handle: called with one report at a time, and never after this function has returned. The
///     task that calls it is cancelled when the work ends.
func following<Report: Sendable, Result: Sendable>(
  every interval: Duration = .milliseconds(250),
  _ work: @Sendable (@escaping @Sendable (Report) -> Void) async throws -> Result,
  each handle: @escaping @MainActor (Report) async -> Void
) async throws -> Result {
  let (reports, source) = AsyncStream.makeStream(
    of: Report.self,
    bufferingPolicy: .bufferingNewest(1)
  )
  let follower = Task {
    for await report in reports where !Task.isCancelled {
      await handle(report)
      // The end of the work cancels this task, which ends the pause early.
      try? await Task.sleep(for: interval)
    }
  }
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(
      try await withTaskCancellationHandler {
        try await work { source.yield($0) }
      } onCancel: {
        follower.cancel()
      }
    )
  } catch {
    result = .failure(error)
  }
  source.finish()
  follower.cancel()
  await follower.value
  return try result.get()
}
