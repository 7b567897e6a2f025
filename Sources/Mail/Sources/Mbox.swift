import Foundation

struct Mbox: MailSource {
  let path: String
  var identifier: String { "mbox:" + path }
  var title: String { FolderTitle.make(from: path) }
  func changes(
    since checkpoint: SourceCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SourceCheckpoint? { nil }
  func olderMessages(before checkpoint: SourceCheckpoint?, limit: Int) async throws -> OlderMail {
    .exhausted
  }
}
