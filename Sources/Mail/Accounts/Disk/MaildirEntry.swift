/// A file in a Maildir.
struct MaildirEntry: Sendable {
  /// What the message keeps for life.
  let key: MessageKey
  let flags: MessageFlags
  /// The whole name, for opening.
  let name: [CChar]
  /// Whether it lies in new/, where no mail program has looked at it yet.
  let isNew: Bool

  init(_ name: MaildirName, isNew: Bool) {
    key = MessageKey(bytes: Array(name.key))
    flags = name.flags
    self.name = name.bytes.map { CChar(bitPattern: $0) } + [0]
    self.isNew = isNew
  }

  /// - Parameter name: as the system gave it, with its closing 0.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>, isNew: Bool) {
    guard let name = MaildirName(name) else { return nil }
    self.init(name, isNew: isNew)
  }
}
