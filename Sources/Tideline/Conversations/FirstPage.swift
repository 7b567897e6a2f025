import Mail

/// What a list opens with: the newest page as the store has it, or more where the reader was further
/// down.
nonisolated struct FirstPage: Sendable {
  /// Which conversations it was read of.
  let listing: Listing
  private(set) var places: [Cursor]
  /// The first of the places' rows, or those from where the reader was.
  private(set) var rows: [Conversation]
  /// Where the next older page begins; nil where there is none.
  private(set) var next: Cursor?
  private let isTop: Bool

  /// Some 200 pages: further down, a start would take longer than the way there is worth.
  static let furthest = 10_000

  /// - Parameters:
  ///   - size: how many conversations a page holds.
  ///   - place: where the reader was; nil for the top. What is above it is there too, and a page from
  ///     there on; unless it is more than ``furthest`` conversations down.
  ///   - budget: how long a search looks; nil until the page is full.
  static func read(
    _ listing: Listing,
    of mailbox: Mailbox,
    size: Int,
    downTo place: Cursor? = nil,
    budget: SearchBudget? = nil
  ) async throws -> FirstPage {
    let page = try await mailbox.conversations(
      in: listing,
      after: nil,
      limit: size,
      budget: budget
    )
    var first = FirstPage(
      listing: listing,
      places: page.conversations.map(\.place),
      rows: page.conversations,
      next: page.next,
      isTop: place == nil
    )
    if let place, page.next != nil {
      let above = try await mailbox.places(in: listing, after: nil, limit: furthest)
      let position = above.firstIndex { !$0.precedes(place) } ?? above.count
      let limit = min(position + size, furthest)
      (first.places, first.next) = try await mailbox.newest(limit, in: listing, pageSize: size)
      first.rows += try await mailbox.conversations(first.places.suffix(size).map(\.id))
    }
    return first
  }

  /// Takes off what nobody sees at the top of a list, for after the rest is painted: a view makes
  /// each row that there is, and its window waits for that.
  ///
  /// - Parameters:
  ///   - inSight: how many rows are seen at most; 1 or more.
  ///   - isMade: whether the view has the row already. Such are left, where they come next.
  /// - Returns: nil where there is nothing to make out of sight, or the reader was further down.
  mutating func takeRest(after inSight: Int, unless isMade: (Cursor) -> Bool) -> Rest? {
    let outOfSight = places.indices.dropFirst(inSight)
    guard isTop, let count = outOfSight.first(where: { !isMade(places[$0]) }) else { return nil }
    let rest = Rest(rows: Array(rows.dropFirst(count)), next: next)
    places.removeSubrange(count...)
    rows.removeSubrange(count...)
    next = places.last
    return rest
  }

  /// The rows after those in sight.
  struct Rest: Sendable {
    let rows: [Conversation]
    /// Where the page after them begins.
    let next: Cursor?
  }
}

extension RememberedWindow {
  /// How many rows such a window shows at most. How high a maximised one is, the desktop says once
  /// it is there: few screens have more than 2160 px.
  @MainActor var rowsInSight: Int { ConversationRow.most(in: isMaximized ? 2160 : size.height) }
}

extension Mailbox {
  /// The first so many places, and where the next page begins.
  nonisolated func newest(
    _ limit: Int,
    in listing: Listing,
    pageSize: Int
  ) async throws -> ([Cursor], next: Cursor?) {
    var places = try await places(in: listing, after: nil, limit: limit + 1)
    if places.count > limit {
      places.removeLast()
      return (places, places.last)
    }
    // The store has no more; the source may.
    let older = try await conversations(in: listing, after: places.last, limit: pageSize)
    return (places + older.conversations.map(\.place), older.next)
  }
}
