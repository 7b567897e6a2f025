import Foundation
import MailTextTesting
import Synchronization
import MailTesting

@testable import Mail

/// Messages that a test adds; none of them is a reply.
final class ListedMail: OneFolderAccount {
  let identifier = "test:listed"
  let title = "Listed"
  /// The name of the folder of a source with one folder.
  static let name = FolderName.inbox

  private let present = Mutex<[MessageKey: IncomingMessage]>([:])

  func post(_ messages: [IncomingMessage]) {
    present.withLock { present in for message in messages { present[message.key] = message } }
  }

  func flag(_ key: MessageKey, _ flags: MessageFlags) {
    present.withLock { $0[key]?.flags = flags }
  }

  static func key(of row: Conversation) -> MessageKey { MessageKey(bytes: Array(row.snippet.utf8)) }

  /// Three messages in each second; one in 30 is unread.
  static func message(_ number: Int, subject: String? = nil) -> IncomingMessage {
    let rare = number % 900 == 5 ? "rare " : number % 700 == 5 ? "稀有的 " : ""
    let head = MessageHead(
      messageID: "\(number)@listed",
      date: 1_600_000_000 + Int64(number / 3),
      senders: ["Ann"],
      subject: subject ?? "common \(rare)\(number % 2 == 0 ? "even" : "odd") \(number)",
      snippet: "key\(number)"
    )
    return IncomingMessage(
      key: MessageKey(bytes: Array(head.snippet.utf8)),
      flags: number % 30 < 2 ? [] : .seen,
      head: head
    )
  }

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    let known = try await known()
    var batch = MailBatch()
    for message in present.withLock({ Array($0.values) }) {
      guard let flags = known[message.key] else {
        batch.new.append(message)
        continue
      }
      if flags != message.flags { batch.flagged[message.key] = message.flags }
    }
    try await report(batch)
    return nil
  }
}
