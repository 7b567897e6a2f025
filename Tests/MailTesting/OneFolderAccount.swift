import FoundationEssentials
import Mail
import Synchronization

/// An account with one folder, whose content a test sets.
public protocol OneFolderAccount: MailAccount {
  /// Identifies the account and its folder.
  var identifier: String { get }

  /// Reports the folder's changes, like ``MailAccount/refresh(_:into:)``.
  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint?

  /// Reports the changes of an account that asks for nothing and stores no progress.
  func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws
}

extension OneFolderAccount {
  public func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    try await deliver(report)
    return nil
  }

  public func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {}

  public var id: AccountID { .disk(path: identifier) }

  public func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    let tree = FolderTree([FolderTree.Folder(id: FolderID(identifier), name: .inbox)])
    for folder in try await sink.begin(tree) {
      do {
        let checkpoint = try await changes(
          since: folder.checkpoint,
          known: {
            let known = try await sink.known(in: folder.id)
            return Dictionary(uniqueKeysWithValues: known.map { ($0.key, $0.flags) })
          },
          report: { try await sink.report($0, in: folder.id) }
        )
        try await sink.finish(folder.id, at: checkpoint)
      } catch let error as MailError {
        await sink.fail(folder.id, with: error)
      }
    }
  }

  public func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    throw MailError.messageGone(path: identifier)
  }

  public func arrivals(in folder: FolderID?) -> Arrivals { .paths([]) }
}

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

  public func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
