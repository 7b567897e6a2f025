/// Does something that reports from any thread, and hands its reports on: the first one at once,
/// then the newest, a few times a second at most.
///
/// - Parameters:
///   - interval: between two reports that are handed on.
///   - work: is given what to call with each report.
///   - handle: takes one report at a time; none after this has returned. It is cancelled where the
///     work ends meanwhile.
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
      // Ends early when the work does.
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
