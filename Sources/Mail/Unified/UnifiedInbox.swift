/// The inboxes of several mailboxes as one list, newest first.
///
/// Each mailbox keeps its own store; the unified inbox has none. A mailbox that cannot be opened,
/// read or reached does not delay the others: the list shows its stored rows, or none.
///
///     let inbox = UnifiedInbox("All Inboxes", [
///       UnifiedInbox.Account(key: "1", name: "Home") { try await Mailbox.open("/home/ann/Maildir") },
///       UnifiedInbox.Account(key: "2", name: "Work") { try await Mailbox.open(work) },
///     ])
///     await inbox.open()
///     let page = try await inbox.conversations(
///       in: .all, after: nil, limit: 50, budget: nil, asksAccount: true)
public final class UnifiedInbox: ConversationSource {
  /// A mailbox of the list.
  public struct Account: Sendable {
    let key: String
    let name: String
    let open: @Sendable () async throws -> Mailbox

    /// - Parameters:
    ///   - key: the caller's key for the mailbox, such as its path.
    ///   - name: the name to show to the user if the mailbox cannot be opened.
    ///   - open: opens the mailbox. Called when it is first needed, and again after an error.
    public init(key: String, name: String, open: @escaping @Sendable () async throws -> Mailbox) {
      (self.key, self.name, self.open) = (key, name, open)
    }
  }

  public let title: String
  let members: [UnifiedMember]
  let pause: Pause

  /// Sleeps for a duration while the mailbox of that rank works; nil for all mailboxes.
  typealias Pause = @Sendable (Duration, _ rank: Int?) async throws -> Void

  /// The longest time that a page waits for one mailbox.
  static let patience = Duration.seconds(3)

  /// - Parameter accounts: the accounts in the order of their ranks, at most 32,768. Among
  ///   conversations of the same second, those of the last account come first.
  public convenience init(_ title: String, _ accounts: [Account]) {
    self.init(title, accounts) { duration, _ in try await Task.sleep(for: duration) }
  }

  init(_ title: String, _ accounts: [Account], pause: @escaping Pause) {
    precondition(accounts.count <= UnifiedNumber.ranks, "There are more mailboxes than numbers.")
    (self.title, self.pause) = (title, pause)
    members = accounts.enumerated().map { UnifiedMember($1, rank: $0) }
  }

  /// Opens the mailboxes at the same time. Once the first is open, the others get 100 ms more. A
  /// mailbox that takes longer continues to open; the next refresh tries a failed one again.
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

  /// The extra time for the other mailboxes. A local store opens in about 10 ms; a disk or service
  /// that does not answer takes seconds.
  private static let grace = Duration.milliseconds(100)

  /// The callers' keys of the mailboxes, in the order of their ranks.
  public var keys: [String] { members.map(\.account.key) }

  public var mailboxes: [Mailbox] { members.compactMap(\.mailbox) }

  public func origin(of conversation: Int64) -> ConversationOrigin? {
    guard let member = member(of: conversation), let mailbox = member.mailbox else { return nil }
    return ConversationOrigin(mailbox: mailbox, id: UnifiedNumber.id(of: conversation))
  }

  /// The account of a conversation: its name, and its rank in the order of the accounts. Nil if
  /// there is only one account, or none that has the conversation.
  public func account(of conversation: Int64) -> (name: String, rank: Int)? {
    guard members.count > 1, let member = member(of: conversation) else { return nil }
    return (member.account.name, member.rank)
  }

  private func member(of conversation: Int64) -> UnifiedMember? {
    let rank = UnifiedNumber.rank(of: conversation)
    return members.indices.contains(rank) ? members[rank] : nil
  }

  // MARK: Pages

  /// Returns a page of all mailboxes, ordered by date, mailbox and conversation. Asks only the
  /// mailboxes that may add to this page, all at the same time. A mailbox that fails or takes more
  /// than 3 s contributes its stored rows. A slow mailbox keeps working on its answer, whose rows
  /// are inserted once they arrive; meanwhile, no other page waits for it.
  ///
  /// - Parameters: as for ``Mailbox/conversations(in:after:limit:budget:asksAccount:)``. The
  ///   listing's folder is ignored.
  /// - Returns: the page. Its ``ConversationPage/failure`` is set if the page is not full because a
  ///   mailbox could not be asked.
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
    var parts = try await gather(listing) { mailbox, rank, own in
      let page = try await mailbox.conversations(
        in: own,
        after: cursor?.own(rank: rank),
        limit: limit,
        budget: budget,
        asksAccount: false
      )
      // A mailbox's search may stop early, and continues there on the next page. So the unified
      // page must end there, too.
      return PagePart(page, rank: rank, isOpenEnded: !isSearch)
    }
    guard asksAccount, !isSearch else { return UnifiedPage(parts, limit: limit).page }
    let needed = UnifiedPage(parts, limit: limit).needed
    let asked = try await gather(listing, needed) { mailbox, rank, own in
      try await self.ask(mailbox, rank, own, after: cursor?.own(rank: rank), limit)
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
    let asking = members[rank].ask {
      try await mailbox.conversations(in: listing, after: cursor, limit: limit)
    }
    if let asking, let page = try await patiently(rank, asking) {
      return PagePart(page, rank: rank, isOpenEnded: page.failure != nil)
    }
    let stored = try await mailbox.storedConversations(in: listing, after: cursor, limit: limit)
    return PagePart(stored, rank: rank, isOpenEnded: true)
  }

  /// Waits for a mailbox's answer, at most for ``patience``. If the caller's task is cancelled, the
  /// mailbox stops.
  ///
  /// - Returns: nil if the time ran out; the mailbox keeps working.
  private func patiently<Value: Sendable>(
    _ rank: Int,
    _ asking: Task<Value, any Error>
  ) async throws -> Value? {
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await abandoning { try await asking.value } }
        group.addTask { [pause] in
          try await pause(Self.patience, rank)
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    } onCancel: {
      asking.cancel()
    }
  }

  /// Asks the open mailboxes at the same time, and leaves out those that fail or return nil.
  ///
  /// - Parameter ranks: the ranks of the mailboxes to ask; nil for all.
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

  /// Asks each mailbox about its own listing, and leaves out mailboxes without a listed folder.
  private func gather<Value: Sendable>(
    _ listing: Listing,
    _ ranks: Set<Int>? = nil,
    _ question: @escaping @Sendable (Mailbox, _ rank: Int, _ own: Listing) async throws -> Value
  ) async throws -> [Value] {
    try await gather(ranks) { [members] mailbox, rank in
      guard let own = try await members[rank].listing(listing, of: mailbox) else { return nil }
      return try await question(mailbox, rank, own)
    }
  }

  // MARK: Contents of the stores

  public func conversations(_ ids: [Int64]) async throws -> [Conversation] {
    let byRank = Dictionary(grouping: ids, by: UnifiedNumber.rank)
    return try await gather(Set(byRank.keys)) { mailbox, rank in
      try await mailbox.conversations((byRank[rank] ?? []).map(UnifiedNumber.id))
        .map { $0.numbered(UnifiedNumber.make($0.id, rank: rank)) }
    }.flatMap { $0 }
  }

  public func places(in listing: Listing, downTo end: Cursor?) async throws -> Places {
    let all = try await gather(listing) { mailbox, rank, own in
      (rank: rank, try await mailbox.places(in: own, downTo: end?.own(rank: rank)))
    }
    let places = all.flatMap { rank, own in own.places.map { $0.unified(rank: rank) } }
    return Places(
      // The array consists of sorted runs, one per mailbox; the standard sort is fast on these.
      places: places.sorted { $0.precedes($1) },
      revision: UnifiedRevision.make(all.map { ($0.rank, $0.1.revision) }),
      arrivals: UnifiedNumber.arrivals(all.map { ($0.rank, $0.1.arrivals) })
    )
  }

  public func revision() async throws -> Int64 {
    let all = try await gather(.all) { mailbox, rank, _ in
      (rank: rank, revision: try await mailbox.revision())
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

  public func states(in listing: Listing) -> [AsyncStream<MailboxState>] {
    members.compactMap(\.states)
  }
}
