/// A conversation as the store keeps it: its row, and the folders that list it.
struct ListedConversation: Sendable, Hashable {
  var row: Conversation
  /// Row ids of the folders that have its messages.
  var folders: Set<Int64>
  /// The number of messages from which the row was built, counting every copy.
  var copies: Int
  /// Unread copies that must not count, by folder, since another copy of the same message counts
  /// there. Folders without any are left out, so it is mostly empty.
  var repeats: [Int64: Int]

  var isUnread: Bool { row.unread > 0 }
}
