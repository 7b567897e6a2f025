/// A folder of a mailbox.
public struct MailFolder: Sendable, Hashable, Identifiable {
  /// Its path within the mailbox; unique there.
  public let name: FolderName
  /// Its purpose, where that is known.
  public let role: FolderRole?
  /// The number of messages, with all copies; nil if the folder was never read and its server does
  /// not tell. Their conversations may have further messages, in other folders.
  public let messages: Int?
  /// The number of unread messages; nil if it is unknown, too. A message with copies in the
  /// folder counts once, and only if no copy is read, as in a row of the list.
  public let unread: Int?

  /// The name as text.
  public var id: String { name.description }

  /// - Parameters: the properties' values.
  public init(name: FolderName, role: FolderRole? = nil, messages: Int?, unread: Int?) {
    (self.name, self.role, self.messages, self.unread) = (name, role, messages, unread)
  }

  init(_ folder: StoredFolder) {
    // The store has no messages of a folder that was never read: the server's counts are shown.
    let isRead = folder.horizon != .unread
    self.init(
      name: folder.name,
      role: folder.role,
      messages: isRead ? folder.messages : folder.told?.messages,
      unread: isRead ? folder.unread : folder.told?.unread
    )
  }
}
