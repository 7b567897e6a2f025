import Mail
import Synchronization

/// An account whose connectivity and answers a test sets.
public final class SpeakingServer: OneFolderAccount {
  public let identifier: String
  public let title = "Far"
  /// The error of all further refreshes; nil if they succeed.
  public let failure = Mutex<MailError?>(nil)
  private let (stream, signal) = AsyncStream.makeStream(of: Connectivity.self)

  public init(_ identifier: String = "speaking server") { self.identifier = identifier }

  public func say(_ connectivity: Connectivity) { signal.yield(connectivity) }

  public func connectivity() -> AsyncStream<Connectivity> { stream }

  public func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    if let failure = failure.withLock({ $0 }) { throw failure }
    return nil
  }
}
