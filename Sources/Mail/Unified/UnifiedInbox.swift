/// The inboxes of several mailboxes as one list, newest first.
///
/// Each mailbox keeps its own store; this has none. A mailbox that cannot be opened, read or
/// reached holds up none of the others: its rows are left out, or are those that its store has.
///
///     let inbox = UnifiedInbox("All Inboxes", [
///       UnifiedInbox.Account(key: "1", name: "Home") { try await Mailbox.open("/home/ann/Maildir") },
///       UnifiedInbox.Account(key: "2", name: "Work") { try await Mailbox.open(work) },
///     ])
///     await inbox.open()
///     let page = try await inbox.conversations(
///       in: .all, after: nil, limit: 50, budget: nil, asksAccount: true)
public final class UnifiedInbox: ConversationSource {
  /// One of the mailboxes.
  public struct Account: Sendable {
    let key: String
    let name: String
    let open: @Sendable () async throws -> Mailbox

    /// - Parameters:
    ///   - key: by which the caller knows it, such as its path.
    ///   - name: for people, for when it cannot be opened.
    ///   - open: called when it is first needed, and again after it has thrown.
    public init(
      key: String,
      name: String,
      open: @escaping @Sendable () async throws -> Mailbox
    ) {
      (self.key, self.name, self.open) = (key, name, open)
    }
  }

  public let title: String
  let members: [UnifiedMember]
  let pause: Pause

  /// Waits for a mailbox, by its rank, or for all of them.
  typealias Pause = @Sendable (Duration, _ rank: Int?) async throws -> Void

  /// How long a page waits for one mailbox while others are there.
  static let patience = Duration.seconds(3)

  /// - Parameters:
  ///   - title: for people.
  ///   - accounts: in the order of the list; of conversations of one second, those of the last one
  ///     come first. At most 32,768.
  public convenience init(_ title: String, _ accounts: [Account]) {
    self.init(title, accounts) { duration, _ in try await Task.sleep(for: duration) }
  }

  init(
    _ title: String,
    _ accounts: [Account],
    pause: @escaping Pause
  ) {
    precondition(accounts.count <= UnifiedNumber.ranks, "There are more mailboxes than numbers.")
    (self.title, self.pause) = (title, pause)
    members = accounts.enumerated().map { UnifiedMember($1, rank: $0) }
  }

  /// Opens the mailboxes, side by side. Once one is open, the others have 100 ms more: one that
  /// takes longer, or fails, is left to the next refresh.
  public func open() async {
    await withTaskGroup(of: Opening.self) { group in
      for member in members {
        group.addTask { (try? await member.open()) == nil ? .failed : .open }
      }
      var (left, isTimed) = (members.count, false)
      while left > 0, let opening = await group.next() {
        if opening == .late { break }
        left -= 1
        guard opening == .open, !isTimed else { continue }
        isTimed = true
        group.addTask { [pause] in
          try? await pause(Self.grace, nil)
          return .late
        }
      }
      group.cancelAll()
    }
  }

  private enum Opening { case open, failed, late }

  /// A local store opens in some 10 ms; a disk or a service that does not answer takes seconds.
  private static let grace = Duration.milliseconds(100)

  /// By which the caller knows the mailboxes.
  public var keys: [String] { members.map(\.account.key) }

  public var mailboxes: [Mailbox] { members.compactMap(\.mailbox) }

  public func origin(of conversation: Int64) -> ConversationOrigin? {
    guard let member = member(of: conversation), let mailbox = member.mailbox else { return nil }
    return ConversationOrigin(mailbox: mailbox, id: UnifiedNumber.id(of: conversation))
  }

  private func member(of conversation: Int64) -> UnifiedMember? {
    let rank = UnifiedNumber.rank(of: conversation)
    return members.indices.contains(rank) ? members[rank] : nil
  }

  // MARK: Pages

  /// A page of all, in the order of date, mailbox and conversation. Asked are only those that may
  /// add something to this page, side by side. One that cannot answer, or takes longer than 3 s,
  /// adds what its store has; what it could not add comes into its place once it is there.
  ///
  /// - Parameters: as of ``Mailbox/conversations(in:after:limit:budget:asksAccount:)``. A folder is
  ///   not looked at.
  /// - Returns: a page, whose ``ConversationPage/failure`` is set where it is not full since a mailbox
  ///   could not be asked.
  /// - Throws: `CancellationError`.
  public func conversations(
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget? = nil,
    asksAccount: Bool = true
  ) async throws -> ConversationPage {
    let limit = max(1, limit)
    let isSearch = !listing.isWithoutSearch
    var parts = try await gather { mailbox, rank in
      try await self.own(listing, of: mailbox, rank) { own in
        let page = try await mailbox.conversations(
          in: own,
          after: cursor?.own(rank: rank),
          limit: limit,
          budget: budget,
          asksAccount: false
        )
        // A search goes on where it has ended; nothing may be shown below that.
        return PagePart(page, rank: rank, isOpenEnded: !isSearch)
      }
    }
    guard asksAccount, !isSearch else { return UnifiedPage(parts, limit: limit).page }
    let needed = UnifiedPage(parts, limit: limit).needed
    let asked = try await gather(needed) { mailbox, rank in
      try await self.own(listing, of: mailbox, rank) { own in
        try await self.ask(mailbox, rank, own, after: cursor?.own(rank: rank), limit)
      }
    }
    parts.removeAll { part in asked.contains { $0.rank == part.rank } }
    return UnifiedPage(parts + asked, limit: limit).page
  }

  private func ask(
    _ mailbox: Mailbox,
    _ rank: Int,
    _ listing: Listing,
    after cursor: Cursor?,
    _ limit: Int
  ) async throws -> PagePart {
    let page = try await patiently(rank) {
      try await mailbox.conversations(in: listing, after: cursor, limit: limit)
    }
    if let page { return PagePart(page, rank: rank, isOpenEnded: page.failure != nil) }
    let stored = try await mailbox.storedConversations(in: listing, after: cursor, limit: limit)
    return PagePart(stored, rank: rank, isOpenEnded: true)
  }

  /// Nothing for a mailbox of which nothing is listed.
  private func own(
    _ listing: Listing,
    of mailbox: Mailbox,
    _ rank: Int,
    _ body: (Listing) async throws -> PagePart
  ) async throws -> PagePart? {
    guard let own = try await members[rank].listing(listing, of: mailbox) else { return nil }
    return try await body(own)
  }

  /// Does something for a limited time.
  ///
  /// - Parameter rank: of the mailbox that is waited for.
  /// - Returns: nil where the time was over before; what is under way is cancelled then.
  private func patiently<Value: Sendable>(
    _ rank: Int,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await abandoning(work) }
      group.addTask { [pause] in
        try await pause(Self.patience, rank)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// Asks the mailboxes that are open, side by side; what one throws is left out.
  ///
  /// - Parameter ranks: those that are asked; nil for all.
  func gather<Value: Sendable>(
    _ ranks: Set<Int>? = nil,
    _ question: @escaping @Sendable (Mailbox, _ rank: Int) async throws -> Value?
  ) async throws -> [Value] {
    let values = await withTaskGroup(of: (Int, Value?).self) { group in
      for member in members where ranks?.contains(member.rank) ?? true {
        guard let mailbox = member.mailbox else { continue }
        group.addTask { (member.rank, try? await question(mailbox, member.rank)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    return values.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: What the stores know

  public func conversations(_ ids: [Int64]) async throws -> [Conversation] {
    let byRank = Dictionary(grouping: ids, by: UnifiedNumber.rank)
    return try await gather(Set(byRank.keys)) { mailbox, rank in
      try await mailbox.conversations((byRank[rank] ?? []).map(UnifiedNumber.id))
        .map { $0.numbered(UnifiedNumber.make($0.id, rank: rank)) }
    }.flatMap { $0 }
  }

  public func places(in listing: Listing, downTo end: Cursor?) async throws -> Places {
    let all = try await gather { [members] mailbox, rank -> (rank: Int, Places)? in
      guard let own = try await members[rank].listing(listing, of: mailbox) else { return nil }
      return (rank, try await mailbox.places(in: own, downTo: end?.own(rank: rank)))
    }
    let places = all.flatMap { rank, own in own.places.map { $0.unified(rank: rank) } }
    return Places(
      // Each mailbox's are in order already, which sorting makes use of.
      places: places.sorted { $0.precedes($1) },
      revision: UnifiedRevision.make(all.map { ($0.rank, $0.1.revision) })
    )
  }

  public func revision() async throws -> Int64 {
    let all = try await gather { [members] mailbox, rank -> (rank: Int, revision: Int64)? in
      guard try await members[rank].listing(.all, of: mailbox) != nil else { return nil }
      return (rank, try await mailbox.revision())
    }
    return UnifiedRevision.make(all)
  }

  public func current(_ id: Int64) async throws -> Int64? {
    guard let origin = origin(of: id) else { return nil }
    let rank = UnifiedNumber.rank(of: id)
    return try await origin.mailbox.current(origin.id).map { UnifiedNumber.make($0, rank: rank) }
  }

  public func conversation(holding messageID: String) async throws -> Int64? {
    try await gather { mailbox, rank in
      try await mailbox.conversation(holding: messageID)
        .map { UnifiedNumber.make($0, rank: rank) }
    }.first
  }

  public func arrivals(in listing: Listing) -> [Arrivals] {
    members.compactMap(\.arrivals)
  }
}
