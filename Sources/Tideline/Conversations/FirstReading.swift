import Mail
import PullToRefresh

/// Reads a mailbox of which nothing is stored yet: begun before there is a list to look at, and
/// awaited from its header, too, once there are rows.
final class FirstReading {
  private let task: Task<String?, any Error>
  private let began = ContinuousClock.now

  /// Fewer messages are read in less time than a header takes to open and close, unless it is a
  /// slow disk.
  private static let many = 4_000
  private static let long = Duration.seconds(2)

  /// - Parameter progress: as in ``MailboxFeed/refresh(_:isFirst:progress:)``.
  init(
    _ feed: MailboxFeed,
    _ controller: RefreshController,
    progress: @escaping (RefreshProgress) -> Void
  ) {
    task = Task { try await feed.refresh(controller, isFirst: true, progress: progress) }
  }

  /// What the header says, as ``MailboxFeed/refresh(_:isFirst:progress:)`` returns it. A task that
  /// is cancelled while it waits here cancels the reading.
  func result() async throws -> String? {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: { [task] in
      task.cancel()
    }
  }

  /// How it ends.
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

  /// Whether it is worth saying how far it has come.
  func takesLong(_ progress: RefreshProgress) -> Bool {
    progress.done < progress.total
      && (progress.total >= Self.many || ContinuousClock.now - began >= Self.long)
  }
}
