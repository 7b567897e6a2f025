import Synchronization

/// A search for phrases in the texts of mail on a disk.
///
/// The store has the words of a text, but not their order. It names conversations with all words of
/// the phrases, whose messages are then read.
struct PhraseSearch: Sendable {
  private let mailbox: Mailbox
  private let listing: Listing
  private let phrases: [SearchQuery.Term]

  /// The results for single messages.
  typealias Memory = Mutex<[Key: Bool]>

  struct Key: Hashable {
    fileprivate let message: MessageStub.ID
    fileprivate let phrase: SearchQuery.Term
  }

  private static let memoryLimit = 100_000

  /// - Returns: nil if the store alone can answer, and for mail on a server, which is not asked.
  init?(_ listing: Listing, in mailbox: Mailbox) {
    guard mailbox.isOnDisk, let query = SearchQuery(listing.search) else { return nil }
    phrases = query.terms.filter(\.isOrderedText)
    (self.mailbox, self.listing) = (mailbox, listing)
    if phrases.isEmpty { return nil }
  }

  /// - Parameters: as for ``Mailbox/conversations(in:after:limit:budget:asksAccount:)``.
  func page(after cursor: Cursor?, limit: Int, budget: SearchBudget?) async throws
    -> ConversationPage
  {
    var page = try await read(after: cursor, limit, budget)
    var rest = page.conversations[...]
    page.conversations = []
    while true {
      while let conversation = rest.popFirst() {
        if try await holds(conversation.id) { page.conversations.append(conversation) }
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
    for place in found where try await holds(place.id) { places.append(place) }
    return places
  }

  /// Whether each phrase is in a message of the conversation. A message that cannot be read counts
  /// as if it held all.
  private func holds(_ conversation: Int64) async throws -> Bool {
    var missing = phrases
    for stub in try await mailbox.messages(in: conversation) where !missing.isEmpty {
      let keys = missing.map { Key(message: stub.id, phrase: $0) }
      var known = mailbox.phrases.withLock { memory in keys.map { memory[$0] } }
      if known.contains(nil) {
        do {
          let texts = try await mailbox.message(stub).texts
          known = missing.map { $0.isFound(in: texts) }
        } catch is MailError {
          return true
        }
        mailbox.phrases.withLock { [known] memory in
          if memory.count > Self.memoryLimit { memory.removeAll() }
          for (key, isFound) in zip(keys, known) { memory[key] = isFound }
        }
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
