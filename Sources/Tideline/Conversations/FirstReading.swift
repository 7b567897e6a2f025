import Mail
import PullToRefresh

/// The first reading of a mailbox, of which nothing is stored yet. The reading starts before the
/// list has rows to show. A refresh of the list during the reading only waits for its end.
final class FirstReading {
  private let task: Task<String?, any Error>
  private let began = ContinuousClock.now

  /// The minimum number of messages for which the progress is shown at once. Fewer messages are
  /// read in less time than a header takes to open and close, except from a slow disk.
  private static let many = 4_000
  /// The time after which the progress of any number of messages is shown.
  private static let long = Duration.seconds(2)

  /// - Parameter progress: see ``MailboxFeed/refresh(_:progress:)``.
  init(
    _ feed: MailboxFeed,
    _ controller: RefreshController,
    progress: @escaping (RefreshProgress) -> Void
  ) {
    task = Task { try await feed.refresh(controller, progress: progress) }
  }

  /// The text for the header; see ``MailboxFeed/refresh(_:progress:)``. If the waiting task
  /// is cancelled, the reading is cancelled, too.
  func result() async throws -> String? {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: { [task] in
      task.cancel()
    }
  }

  /// Waits for the end of the reading, which continues if the waiting task is cancelled.
  func outcome() async -> PaneMachine.Outcome {
    do {
      _ = try await task.value
      return .success
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .failure(error)
    }
  }

  func cancel() { task.cancel() }

  /// Whether the progress should be shown: the reading takes long, and is not at its end.
  func takesLong(_ progress: RefreshProgress) -> Bool {
    progress.done < progress.total
      && (progress.total >= Self.many || ContinuousClock.now - began >= Self.long)
  }
}
