/// A file in a Maildir.
struct MaildirEntry: Sendable {
  /// Identifies the message for as long as it exists.
  let key: MessageKey
  let flags: MessageFlags
  /// The complete file name, for opening.
  let name: [CChar]
  /// Whether it is in new/, so that no mail program has seen it yet.
  let isNew: Bool

  init(_ name: MaildirName, isNew: Bool) {
    key = MessageKey(bytes: Array(name.key))
    flags = name.flags
    self.name = name.bytes.map { CChar(bitPattern: $0) } + [0]
    self.isNew = isNew
  }

  /// - Parameter name: the file name as a C string.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>, isNew: Bool) {
    guard let name = MaildirName(name) else { return nil }
    self.init(name, isNew: isNew)
  }
}
