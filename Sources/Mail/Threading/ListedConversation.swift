/// A conversation as the store keeps it: its row, and the folders that list it.
struct ListedConversation: Sendable, Hashable {
  var row: Conversation
  /// The store's numbers of the folders in which it has messages.
  var folders: Set<Int64>
  /// How many messages were read for the row, each copy of one by itself.
  var copies: Int
  /// By folder, how many of its unread copies are not to be counted there, since another copy of
  /// the same message is. Without folders that have none, so it is empty most often.
  var repeats: [Int64: Int]

  var isUnread: Bool { row.unread > 0 }
}
