import Mail

/// What a list opens with: the newest page as the store has it, or more where the reader was
/// further down.
nonisolated struct FirstPage: Sendable {
  /// Which conversations it was read of.
  let listing: Listing
  /// The store's count of changes when it was read.
  let revision: Int64
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
    of source: any ConversationSource,
    size: Int,
    downTo place: Cursor? = nil,
    budget: SearchBudget? = nil
  ) async throws -> FirstPage {
    var above: Places?
    if let place { above = try await source.places(in: listing, downTo: place) }
    let places = Array(above?.places.prefix(furthest) ?? [])
    let page = try await source.conversations(
      in: listing,
      after: places.last,
      limit: size,
      budget: budget,
      asksAccount: false
    )
    // The topmost row in sight is the last of those above the page.
    let top = try await source.conversations(places.suffix(1).map(\.id))
    return FirstPage(
      listing: listing,
      // The older one: what has changed since is read again.
      revision: above?.revision ?? page.revision,
      places: places + page.conversations.map(\.place),
      rows: top + page.conversations,
      next: page.next,
      isTop: places.isEmpty
    )
  }

  /// Takes off the rows out of sight, to be added once the others are painted: a view makes each
  /// row that it has, and its window waits for that.
  ///
  /// - Parameters:
  ///   - inSight: how many rows are seen at most; 1 or more.
  ///   - exists: whether the view has the row already. Such are left, where they come next.
  /// - Returns: nil where there is nothing to make out of sight, or the reader was further down.
  mutating func takeRest(after inSight: Int, unless exists: (Cursor) -> Bool) -> Rest? {
    let outOfSight = places.indices.dropFirst(inSight)
    guard isTop, let count = outOfSight.first(where: { !exists(places[$0]) }) else { return nil }
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
