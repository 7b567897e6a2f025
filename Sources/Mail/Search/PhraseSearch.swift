import Synchronization

/// A search for phrases in the texts of mail.
///
/// The store has the words of a text, but not their order. It names conversations with all words of
/// the phrases. Their messages on a disk are then read, and a server is asked about its own.
struct PhraseSearch: Sendable {
  private let mailbox: Mailbox
  private let listing: Listing
  private let phrases: [SearchQuery.Term]

  /// The results for single messages.
  struct Memory {
    fileprivate var results: [Key: Bool] = [:]
    /// When a server that has not answered may be asked again.
    fileprivate var pauseEnd = ContinuousClock.now
  }

  struct Key: Hashable {
    fileprivate let message: MessageStub.ID
    fileprivate let phrase: SearchQuery.Term
  }

  private static let memoryLimit = 100_000

  /// - Returns: nil if the store alone can answer.
  init?(_ listing: Listing, in mailbox: Mailbox) {
    guard let query = SearchQuery(listing.search) else { return nil }
    phrases = query.terms.filter(\.isOrderedText)
    (self.mailbox, self.listing) = (mailbox, listing)
    if phrases.isEmpty { return nil }
  }

  /// - Parameters: as for ``Mailbox/conversations(in:after:limit:budget:asksAccount:)``.
  func page(
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget?,
    asksAccount: Bool
  ) async throws -> ConversationPage {
    var page = try await read(after: cursor, limit, budget)
    var rest = page.conversations[...]
    page.conversations = []
    while true {
      let asked = asksAccount ? try await ask(about: rest.map(\.id)) : [:]
      while let conversation = rest.popFirst() {
        if try await holds(conversation.id, asked) { page.conversations.append(conversation) }
        if page.conversations.count == limit || budget?.isSpent() == true {
          if !rest.isEmpty { page.next = conversation.place }
          return page
        }
      }
      guard let next = page.next, budget?.isSpent() != true else { return page }
      let more = try await read(after: next, limit, budget)
      (page.next, rest) = (more.next, more.conversations[...])
    }
  }

  private func read(
    after cursor: Cursor?,
    _ limit: Int,
    _ budget: SearchBudget?
  ) async throws -> ConversationPage {
    try await mailbox.stored(ConversationPage()) { [mailbox, listing] db in
      var page = try ConversationQuery.page(
        db,
        in: listing,
        after: cursor,
        limit: limit,
        budget: budget
      ).page
      if cursor == nil { page.arrivals = try mailbox.store.arrivals(in: listing, db) }
      return page
    }
  }

  func places(_ found: [Cursor]) async throws -> [Cursor] {
    var places: [Cursor] = []
    for start in stride(from: 0, to: found.count, by: Self.askLimit) {
      let group = found[start...].prefix(Self.askLimit)
      let asked = try await ask(about: group.map(\.id))
      for place in group where try await holds(place.id, asked) { places.append(place) }
    }
    return places
  }

  /// The limit of conversations in one request.
  private static let askLimit = 200

  /// The time limit for an answer, and the time before the next request if there is none.
  private static let (patience, pause) = (Duration.seconds(10), Duration.seconds(60))

  private func messages(in conversation: Int64) async throws -> [MessageStub] {
    try await mailbox.messages(in: conversation, withoutDeleted: listing.withoutDeleted)
  }

  /// The messages of conversations.
  private typealias Messages = [Int64: [MessageStub]]

  /// Asks a server which messages of some conversations hold the phrases, and notes its answers.
  ///
  /// - Returns: these messages; nothing if no server is asked.
  private func ask(about conversations: [Int64]) async throws -> Messages {
    let isPaused = mailbox.phrases.withLock { $0.pauseEnd > .now }
    guard !mailbox.isOnDisk, !isPaused else { return [:] }
    var asked: Messages = [:]
    for id in conversations { asked[id] = try await messages(in: id) }
    for phrase in phrases {
      let unknown = mailbox.phrases.withLock { memory in
        conversations.flatMap { asked[$0] ?? [] }
          .filter { memory.results[Key(message: $0.id, phrase: phrase)] == nil }
      }
      for (folder, stubs) in Dictionary(grouping: unknown, by: { $0.places[0].source }) {
        let keys = stubs.map { $0.places[0].message.key }
        do {
          guard let found = try await self.keys(keys, in: folder, holding: phrase) else { continue }
          note(zip(stubs, keys).map { (Key(message: $0.id, phrase: phrase), found.contains($1)) })
        } catch is MailError {
          mailbox.phrases.withLock { $0.pauseEnd = .now + Self.pause }
          return asked
        }
      }
    }
    return asked
  }

  private func keys(
    _ keys: [MessageKey],
    in folder: FolderID,
    holding phrase: SearchQuery.Term
  ) async throws -> Set<MessageKey>? {
    let late = MailError.messageSlow(
      path: folder.text,
      seconds: Int(Self.patience.components.seconds)
    )
    return try await mailbox.messageThreads.value(within: Self.patience, orThrow: late) {
      [account = mailbox.account] in
      try await account.messages(holding: phrase.typed, among: keys, in: folder).map(Set.init)
    }
  }

  private func note(_ results: [(Key, Bool)]) {
    mailbox.phrases.withLock { memory in
      if memory.results.count > Self.memoryLimit { memory.results.removeAll() }
      for (key, isFound) in results { memory.results[key] = isFound }
    }
  }

  /// Whether each phrase is in a message of the conversation. A message about which nothing is
  /// known counts as if it held all.
  private func holds(_ conversation: Int64, _ asked: Messages) async throws -> Bool {
    var missing = phrases
    var stubs = asked[conversation]
    if stubs == nil { stubs = try await messages(in: conversation) }
    for stub in stubs ?? [] where !missing.isEmpty {
      let keys = missing.map { Key(message: stub.id, phrase: $0) }
      var known = mailbox.phrases.withLock { memory in keys.map { memory.results[$0] } }
      if known.contains(nil) {
        guard mailbox.isOnDisk else { return true }
        do {
          let texts = try await mailbox.message(stub).texts
          known = missing.map { $0.isFound(in: texts) }
        } catch is MailError {
          return true
        }
        note(zip(keys, known).map { ($0, $1 == true) })
      }
      missing = zip(missing, known).filter { $1 != true }.map(\.0)
    }
    return missing.isEmpty
  }
}

extension ReadMessage {
  /// The texts that a search looks at, without their fields.
  fileprivate var texts: [FoldedText] {
    let people = (from.addresses + to.addresses + cc.addresses).flatMap { [$0.name, $0.address] }
    return (people + [subject] + passages.map(\.text) + attachments.map(\.name)).map {
      FoldedText($0)
    }
  }
}
