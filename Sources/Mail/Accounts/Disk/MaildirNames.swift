/// The names of a Maildir's files, in the order of the messages' keys.
///
/// Names begin with the time of delivery, so the oldest come first.
struct MaildirNames: Sendable {
  /// Holds with each name whether its file is in new/.
  private var table = KeyTable<Bool>()

  /// - Parameter list: passes on the names. If a message is passed on twice, its last name counts.
  init<Failure: Error>(
    _ list: (_ add: (MaildirName, _ isNew: Bool) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    try list { name, isNew in table.append(name.bytes, keyLength: name.keyLength, isNew) }
    table.sort()
  }

  var count: Int { table.count }

  subscript(position: Int) -> MaildirEntry {
    withName(at: position) { MaildirEntry($0, isNew: table.value(at: position)) }
  }

  /// Lends a name without copying it.
  func withName<Result>(
    at position: Int,
    _ body: (MaildirName) throws -> Result
  ) rethrows -> Result {
    try table.withRecord(at: position) { try body(MaildirName($0, keyLength: $1)) }
  }
}
