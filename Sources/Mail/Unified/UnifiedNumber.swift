/// A conversation's number among those of several mailboxes: the mailbox's rank above the 48 bits
/// of its own number, so that places of one second are in the order of mailbox and conversation.
enum UnifiedNumber {
  /// A store that got 1,000 conversations each second would reach it after 8,900 years.
  static let bits: Int64 = 48
  private static let largest: Int64 = 1 << bits - 1
  /// How many mailboxes can be told apart.
  static let ranks = 1 << 15

  /// - Parameters:
  ///   - id: the number in its own store; a place's may be above or below all of them.
  ///   - rank: of the mailbox, below ``ranks``.
  static func make(_ id: Int64, rank: Int) -> Int64 {
    Int64(rank) << bits | min(max(id, 0), largest)
  }

  static func rank(of number: Int64) -> Int { Int(number >> bits) }
  static func id(of number: Int64) -> Int64 { number & largest }
}

extension Cursor {
  /// The place among those of several mailboxes.
  func unified(rank: Int) -> Cursor {
    Cursor(seconds: seconds, id: UnifiedNumber.make(id, rank: rank))
  }

  /// The place in the list of one mailbox: what follows it there follows this one here.
  func own(rank: Int) -> Cursor {
    if self == .top { return self }
    let here = UnifiedNumber.rank(of: id)
    if rank == here { return Cursor(seconds: seconds, id: UnifiedNumber.id(of: id)) }
    // Of this second, all of a lower rank follow, and none of a higher one.
    return Cursor(seconds: seconds, id: rank < here ? .max : .min)
  }
}

extension Conversation {
  /// The same row under another number.
  public func numbered(_ id: Int64) -> Conversation {
    Conversation(
      id: id,
      subject: subject,
      participants: participants,
      date: date,
      messageCount: messageCount,
      unread: unread,
      flagged: flagged,
      attachments: attachments,
      snippet: snippet,
      deleted: deleted
    )
  }
}
