import FoundationEssentials
import Mail
import MailTesting

/// Messages without replies, several in a second, written directly into the store.
struct InventedMail: OneFolderAccount {
  let count: Int
  var identifier: String { "invented:\(count)" }
  let title = "Invented"

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    for start in stride(from: 0, to: count, by: 5000) {
      var batch = MailBatch()
      batch.new = (start..<min(start + 5000, count)).map(message)
      try await report(batch)
    }
    return SyncCheckpoint(bytes: Data([1]))
  }

  /// Mixes the numbers, so that adjacent rows are not adjacent in the file.
  private func message(_ number: Int) -> IncomingMessage {
    let stirred = number &* 7_368_787 % count
    let head = MessageHead(
      messageID: "\(number).\(stirred)@invented.example",
      references: [],
      date: 1_000_000_000 + Int64(stirred / 3),
      senders: ["Ada Reef", "Bo Lund"],
      subject: "Tide table of day \(stirred)",
      snippet:
        "High water at noon, low water at six; mind the swell, it comes in with the \(number)th",
      hasAttachments: number % 10 == 0
    )
    return IncomingMessage(
      key: MessageKey(bytes: Array("\(number)".utf8)),
      flags: .seen,
      head: head
    )
  }
}
