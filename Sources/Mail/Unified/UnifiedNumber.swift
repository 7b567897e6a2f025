/// Conversation ids of a unified inbox: the mailbox's rank, above 48 bits for the conversation's id
/// in its mailbox. So conversations of one second are ordered by mailbox, then by conversation.
enum UnifiedNumber {
  /// The bits for an id in its mailbox: enough for 1,000 new ids each second for 8,900 years.
  static let bits: Int64 = 48
  private static let largest: Int64 = 1 << bits - 1
  /// The highest number of mailboxes.
  static let ranks = 1 << 15

  /// - Parameters:
  ///   - id: the conversation's id in its own store. A cursor's id may be out of range; it is
  ///     clamped.
  ///   - rank: the mailbox's rank, below ``ranks``.
  static func make(_ id: Int64, rank: Int) -> Int64 {
    Int64(rank) << bits | min(max(id, 0), largest)
  }

  static func rank(of number: Int64) -> Int { Int(number >> bits) }
  static func id(of number: Int64) -> Int64 { number & largest }

  /// The arrivals of several mailboxes, by the conversations' numbers.
  static func arrivals(_ parts: [(rank: Int, arrivals: [Int64: Arrival])]) -> [Int64: Arrival] {
    parts.reduce(into: [:]) { all, part in
      for (id, arrival) in part.arrivals { all[make(id, rank: part.rank)] = arrival }
    }
  }
}

extension Cursor {
  /// The same position in the unified inbox.
  func unified(rank: Int) -> Cursor {
    Cursor(seconds: seconds, id: UnifiedNumber.make(id, rank: rank))
  }

  /// The position in one mailbox's own list: it divides that mailbox's rows in the same way as this
  /// cursor does in the unified inbox.
  func own(rank: Int) -> Cursor {
    if self == .top { return self }
    let here = UnifiedNumber.rank(of: id)
    if rank == here { return Cursor(seconds: seconds, id: UnifiedNumber.id(of: id)) }
    // In the same second, rows of lower ranks come after this cursor, higher ranks before it.
    return Cursor(seconds: seconds, id: rank < here ? .max : .min)
  }
}
