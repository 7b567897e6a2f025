/// The names of a Maildir's files, in the order of the messages' keys.
///
/// Names begin with the time of delivery, so this is oldest first.
struct MaildirNames: Sendable {
  /// With each name, whether it lies in new/.
  private var table = KeyTable<Bool>()

  /// - Parameter list: hands out the names. Of a message that it hands out twice the last name
  ///   counts.
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

  /// Lends a name, which is not copied then.
  func withName<Result>(
    at position: Int,
    _ body: (MaildirName) throws -> Result
  ) rethrows -> Result {
    try table.withRecord(at: position) { try body(MaildirName($0, keyLength: $1)) }
  }
}
