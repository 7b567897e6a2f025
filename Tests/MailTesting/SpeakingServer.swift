import Mail
import Synchronization

/// An account whose server is reached, and answers, as a test says.
public final class SpeakingServer: OneFolderAccount {
  public let identifier: String
  public let title = "Far"
  /// How each refresh ends from now on; nil for well.
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
