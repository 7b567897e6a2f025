/// The difference between a Maildir's files and the store.
struct MaildirDifference {
  /// The indices of messages that are not in the store, newest first: the top of the list is
  /// complete long before a large mailbox is.
  private(set) var new: [Int32] = []
  /// The flags of stored messages whose flags have changed.
  private(set) var flagged: [MessageKey: MessageFlags] = [:]
  /// Stored messages whose files are gone.
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
