/// The difference between a Maildir's files and what the store knows.
struct MaildirDifference {
  /// The positions of messages that the store does not know, newest first: the top of the list is
  /// right long before a large mailbox is read to its end.
  private(set) var new: [Int32] = []
  /// What is known of a message that is there, but noted otherwise.
  private(set) var flagged: [MessageKey: MessageFlags] = [:]
  /// What the store knows and is not there.
  private(set) var gone: [MessageKey] = []

  init(_ names: MaildirNames, known: KnownFlags) {
    var isThere = [Bool](repeating: false, count: known.count)
    for position in (0..<names.count).reversed() {
      names.withName(at: position) { name in
        guard let place = known.position(of: name.key) else {
          new.append(Int32(position))
          return
        }
        isThere[place] = true
        let flags = name.flags
        if flags != known.flags(at: place) { flagged[known[place].key] = flags }
      }
    }
    gone = known.indices.filter { !isThere[$0] }.map { known[$0].key }
  }
}
