/// A folder of a mailbox.
public struct MailFolder: Sendable, Hashable, Identifiable {
  /// Its place within the mailbox; unique there.
  public let name: FolderName
  /// What it is for, where that is known.
  public let role: FolderRole?
  /// How many messages it holds, each copy of one counted; nil where it was never read, and its
  /// server does not tell. A conversation may have more, in other folders.
  public let messages: Int?
  /// How many of them are unread; nil where that is not known either. A message with copies in the
  /// folder counts once, as in a row of the list, if none of them is read.
  public let unread: Int?

  /// The name's text.
  public var id: String { name.description }

  /// - Parameters: as the properties.
  public init(name: FolderName, role: FolderRole? = nil, messages: Int?, unread: Int?) {
    (self.name, self.role, self.messages, self.unread) = (name, role, messages, unread)
  }

  init(_ folder: StoredFolder) {
    // Of a folder that was never read, the store has no message.
    let isRead = folder.horizon != .unread
    self.init(
      name: folder.name,
      role: folder.role,
      messages: isRead ? folder.messages : folder.told?.messages,
      unread: isRead ? folder.unread : folder.told?.unread
    )
  }
}
