/// One mailbox's part of a unified page, with the ids of the unified inbox.
struct PagePart: Sendable {
  let rank: Int
  var page: ConversationPage
  /// Whether the unified page shows other mailboxes' rows below this part's end. This mailbox's own
  /// rows that are still missing there are inserted later.
  var isOpenEnded: Bool

  init(_ own: ConversationPage, rank: Int, isOpenEnded: Bool) {
    (self.rank, self.isOpenEnded) = (rank, isOpenEnded)
    page = own
    page.conversations = own.conversations.map {
      $0.numbered(UnifiedNumber.make($0.id, rank: rank))
    }
    page.next = own.next?.unified(rank: rank)
  }

  /// The position below which other mailboxes' rows cannot be shown yet; nil for no limit.
  var end: Cursor? { isOpenEnded ? nil : page.next }
}

/// A page of the unified inbox, made from a page of each mailbox.
struct UnifiedPage {
  private let parts: [PagePart]
  private let limit: Int
  /// The rows, in the list's order.
  private let rows: [Conversation]

  init(_ parts: [PagePart], limit: Int) {
    (self.parts, self.limit) = (parts, limit)
    rows = parts.flatMap(\.page.conversations).sorted { $0.place.precedes($1.place) }
  }

  /// Ranks of the mailboxes to ask for the page: mailboxes that may have missing rows above the
  /// page's end, and mailboxes with rows on the page.
  var needed: Set<Int> {
    let last = rows.count < limit ? nil : rows[limit - 1].place
    let incomplete = parts.filter { part in
      guard let next = part.page.next else { return false }
      return last.map(next.precedes) ?? true
    }
    return Set(incomplete.map(\.rank) + rows.prefix(limit).map { UnifiedNumber.rank(of: $0.id) })
  }

  /// The rows down to the highest ``PagePart/end``; below it, that part's rows are missing.
  var page: ConversationPage {
    let ends = parts.compactMap(\.end)
    // The highest position comes first in the list's order, so it is the minimum.
    let end = ends.min { $0.precedes($1) }
    let known = end.map { end in rows.prefix { !end.precedes($0) } } ?? rows[...]
    let shown = Array(known.prefix(limit))
    var next: Cursor?
    if shown.count < rows.count || parts.contains(where: { $0.page.next != nil }) {
      next = shown.count < limit ? end ?? lowest(shown) : shown.last?.place
    }
    return ConversationPage(
      conversations: shown,
      next: next,
      revision: UnifiedRevision.make(parts.map { ($0.rank, $0.page.revision) }),
      arrivals: UnifiedNumber.arrivals(parts.map { ($0.rank, $0.page.arrivals) }),
      lacksFolders: parts.contains(where: \.page.lacksFolders),
      // A full page reports no failure, since no gap is visible.
      failure: shown.count < limit ? parts.lazy.compactMap(\.page.failure).first : nil
    )
  }

  /// The start of the next page. Called when all known rows are shown, and more may follow.
  private func lowest(_ shown: [Conversation]) -> Cursor? {
    let ends = parts.compactMap(\.page.next) + [shown.last?.place].compactMap { $0 }
    return ends.max { $0.precedes($1) }
  }
}

/// One revision for several stores: equal revisions show the same state.
enum UnifiedRevision {
  /// - Parameter revisions: the revision of each open mailbox, by rank.
  static func make(_ revisions: [(rank: Int, revision: Int64)]) -> Int64 {
    let hash = revisions.sorted { $0.rank < $1.rank }
      .flatMap { [Int64($0.rank), $0.revision] }
      .reduce(QuickHash.start) { hash, number in
        withUnsafeBytes(of: number) { QuickHash.make($0, from: hash) }
      }
    return Int64(bitPattern: hash)
  }
}

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
