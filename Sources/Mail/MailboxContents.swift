/// What a mailbox's store knows, besides the pages of its list.
extension Mailbox {
  /// The rows of these conversations, as they are now; without those that are gone. In no
  /// particular order.
  public func conversations(_ ids: [Int64]) async throws -> [Conversation] {
    try await stored([]) { db, mailbox in
      try ids.compactMap { try ConversationQuery.conversation(db, mailbox, $0) }
    }
  }

  /// The folder to begin with: the inbox where there is one, or nil for the list of all.
  public func home() async throws -> FolderName? {
    let names = try await folderNames()
    return names.isEmpty || names.contains(.inbox) ? .inbox : nil
  }

  /// How often the conversations have changed: pages of equal revisions are of one state.
  public func revision() async throws -> Int64 {
    try await stored(0) { try ConversationQuery.revision($0, $1) }
  }

  /// The number that a conversation has now: its own, or that of the one that it went into.
  ///
  /// - Returns: nil when it is gone.
  public func current(_ id: Int64) async throws -> Int64? {
    try await stored(nil) { db, mailbox in
      let root = try Aliases.root(of: id, db)
      return try ConversationQuery.conversation(db, mailbox, root)?.id
    }
  }

  /// How many conversations the store holds for this list. Of a search each one is looked at.
  public func conversationCount(in listing: Listing = .all) async throws -> Int {
    try await stored(0) { try ConversationQuery.count($0, $1, in: listing) }
  }

  /// The folders, in the order of the folder list, as the last refresh found them.
  public func folders() async throws -> [MailFolder] {
    try await stored([]) { try StoreFolders.all($0, $1).map(MailFolder.init) }
  }

  /// How many messages are unread in all folders together. One that lies in several of them counts
  /// once.
  public func unreadCount() async throws -> Int {
    try await stored(0) { try ConversationQuery.unreadCount($0, $1) }
  }

  /// Which messages belong together, for comparing with other programs' threading.
  ///
  /// - Parameters:
  ///   - id: go on behind this conversation, or nil from the first.
  ///   - limit: how many conversations at most.
  /// - Returns: by ascending id; fewer than `limit` at the end.
  public func threads(after id: Int64? = nil, limit: Int = 1000) async throws
    -> [ConversationThread]
  {
    try await stored([]) { try ConversationQuery.threads($0, $1, after: id, limit: limit) }
  }
}
