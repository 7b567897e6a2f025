import FoundationEssentials
import Mail

/// An account of one folder, whose content a test defines.
public protocol OneFolderAccount: MailAccount {
  /// The name of the account and its folder.
  var identifier: String { get }

  /// The folder's part of ``MailAccount/refresh(_:into:)``.
  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint?
}

extension OneFolderAccount {
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
