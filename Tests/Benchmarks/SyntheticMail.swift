import FoundationEssentials
import Mail
import MailTesting

/// A mailbox of any size without files, for measurements: one message in each conversation, a
/// minute apart.
nonisolated struct SyntheticMail: OneFolderAccount {
  let count: Int
  let identifier = "synthetic:"
  let title = "Synthetic Mail"

  private static let batch = 10_000

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    let done = checkpoint.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
    for start in stride(from: done, to: count, by: Self.batch) {
      let end = min(start + Self.batch, count)
      var batch = MailBatch()
      batch.new = (start..<end).map(Self.message)
      try await report(batch)
    }
    return SyncCheckpoint(bytes: Data("\(count)".utf8))
  }

  private static func message(_ number: Int) -> IncomingMessage {
    IncomingMessage(
      key: MessageKey(bytes: Array("\(number)".utf8)),
      flags: number % 5 == 0 ? [] : .seen,
      head: MessageHead(
        messageID: "\(number)@synthetic.example",
        references: [],
        date: seconds(number),
        senders: [sender(number)],
        subject: subject(number),
        snippet: snippet(number),
        hasAttachments: number % 11 == 0
      )
    )
  }

  /// The row of this message.
  static func row(_ number: Int) -> Conversation {
    Conversation(
      id: Int64(number),
      subject: subject(number),
      participants: [sender(number)],
      date: Date(timeIntervalSince1970: Double(seconds(number))),
      messageCount: 1,
      unread: number % 5 == 0 ? 1 : 0,
      flagged: false,
      attachments: number % 11 == 0,
      snippet: snippet(number)
    )
  }

  private static let words =
    "the tide comes in at noon and leaves by six as every day this week or so "

  private static func seconds(_ number: Int) -> Int64 { 1_000_000_000 + 60 * Int64(number) }
  private static func sender(_ number: Int) -> String { "Sender \(number % 997)" }

  /// A subject of a typical length.
  private static func subject(_ number: Int) -> String {
    "Conversation \(number): " + words.prefix(8 + number * 7919 % 60)
  }

  private static func snippet(_ number: Int) -> String {
    "Message \(number): " + words + words.prefix(8 + number * 7919 % 60)
  }
}
