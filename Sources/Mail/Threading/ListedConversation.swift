/// A conversation as the store keeps it: its row, and the folders that list it.
struct ListedConversation: Sendable, Hashable {
  var row: Conversation
  /// The store's numbers of the folders in which it has messages.
  var folders: Set<Int64>

  var isUnread: Bool { row.unread > 0 }
}
