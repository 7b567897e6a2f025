import Mail

extension MailBatch {
  /// New messages of these seconds, one conversation each.
  nonisolated static func new(_ seconds: some Sequence<Int>) -> MailBatch {
    var batch = MailBatch()
    batch.new = seconds.map { second in
      IncomingMessage(
        key: MessageKey(bytes: [UInt8(second)]),
        flags: [],
        head: MessageHead(messageID: "\(second)@a.example", date: Int64(second))
      )
    }
    return batch
  }
}
