/// Reads contents of a mailbox's store, other than pages of its list.
///
/// The methods throw ``MailError`` if the store cannot be read, or `CancellationError`. A damaged
/// store is rebuilt, and has no mail until the next refresh.
extension Mailbox {
  /// The current rows of these conversations, in the order of the ids. Conversations that are gone
  /// are left out.
  public func conversations(_ ids: [Int64]) async throws -> [Conversation] {
    try await stored([]) { db in
      try ids.compactMap { try ConversationQuery.conversation(db, $0) }
    }
  }

  /// The folder to show first: the inbox, or nil (all folders) if there are folders but no inbox.
  public func home() async throws -> FolderName? {
    let names = try await folderNames()
    return names.isEmpty || names.contains(.inbox) ? .inbox : nil
  }

  /// The store's revision, which grows with every change of a conversation. Pages of equal revision
  /// show the same state.
  public func revision() async throws -> Int64 {
    try await stored(0) { try ConversationQuery.revision($0) }
  }

  /// A conversation's current id: its own, or that of the conversation into which it was merged.
  ///
  /// - Returns: nil if the conversation no longer exists.
  public func current(_ id: Int64) async throws -> Int64? {
    try await stored(nil) { db in
      let root = try Aliases.root(of: id, db)
      return try ConversationQuery.conversation(db, root)?.id
    }
  }

  /// The conversation that holds a message with this Message-ID, or to which such a message would
  /// belong; nil if there is none.
  ///
  /// Finds a conversation again even after the store was rebuilt, which gives it another id.
  ///
  /// - Parameter messageID: the Message-ID, as in ``MessageStub/ID/messageID``.
  public func conversation(holding messageID: String) async throws -> Int64? {
    try await stored(nil) { try MessageLookup.conversation($0, holding: messageID) }
  }

  /// The number of stored conversations for this listing. A search has to look at every
  /// conversation.
  public func conversationCount(in listing: Listing = .all) async throws -> Int {
    if PhraseSearch(listing, in: self) != nil {
      return try await places(in: listing, downTo: nil).places.count
    }
    return try await stored(0) { try ConversationQuery.count($0, in: listing) }
  }

  /// The folders, in the order of the folder list, as the last refresh found them.
  public func folders() async throws -> [MailFolder] {
    try await stored([]) { try StoreFolders.all($0).map(MailFolder.init) }
  }

  /// The user's own mail addresses, in lower case, as far as they are known: on a server, the login
  /// name; on a disk, those in the settings of a Thunderbird profile that has the mail, and the
  /// sender of most messages in the folders for sent mail.
  public func ownAddresses() async -> Set<String> {
    guard case .disk(let path) = id else { return Set([user].compactMap { $0?.lowercased() }) }
    let written = try? await stored([]) { try MessageQuery.sentAddresses($0) }
    let set = await ReadingThreads.run { ThunderbirdAccounts.mailAddresses(ofMailAt: path) }
    return Set(written ?? []).union(set)
  }

  /// The number of unread messages in all folders, without conversations that are only in junk or
  /// trash. A message that lies in several folders counts once.
  public func unreadCount() async throws -> Int {
    try await stored(0) { try ConversationQuery.unreadCount($0) }
  }

  /// The messages of each conversation, to be compared with other programs' threading.
  ///
  /// - Parameter id: the conversation after which to begin, or nil to begin with the first.
  /// - Returns: conversations by ascending id; fewer than `limit` at the end.
  public func threads(after id: Int64? = nil, limit: Int = 1000) async throws
    -> [ConversationThread]
  {
    try await stored([]) { try ConversationQuery.threads($0, after: id, limit: limit) }
  }
}
