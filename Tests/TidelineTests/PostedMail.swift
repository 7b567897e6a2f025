import Mail

extension MailBatch {
  /// New messages, each its own conversation, with these seconds as dates.
  nonisolated static func new(_ seconds: some Sequence<Int>) -> MailBatch {
    var batch = MailBatch()
    batch.new = seconds.map { second in
      IncomingMessage(
        key: MessageKey(bytes: [UInt8(second)]),
        flags: [],
        head: MessageHead(
          messageID: "\(second)@a.example",
          references: [],
          date: Int64(second),
          senders: [],
          subject: "",
          snippet: "",
          hasAttachments: false
        )
      )
    }
    return batch
  }
}
