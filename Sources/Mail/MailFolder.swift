/// A folder of a mailbox.
public struct MailFolder: Sendable, Hashable, Identifiable {
  /// Its place within the mailbox; unique there.
  public let name: FolderName
  /// What it is for, where that is known.
  public let role: FolderRole?
  /// How many messages it holds. A conversation may have more, in other folders.
  public let messages: Int
  /// How many of them are unread.
  public let unread: Int

  /// The name's text.
  public var id: String { name.description }

  /// - Parameters: as the properties.
  public init(name: FolderName, role: FolderRole? = nil, messages: Int, unread: Int) {
    (self.name, self.role, self.messages, self.unread) = (name, role, messages, unread)
  }

  init(_ folder: StoredFolder) {
    self.init(
      name: folder.name,
      role: folder.role,
      messages: folder.messages,
      unread: folder.unread
    )
  }
}
