/// What identifies a folder within its account, through renames where the account can tell.
public struct FolderID: Sendable, Hashable {
  /// Meaningful to the account, and to nobody else; the same in every run.
  public let text: String

  /// Wraps an account's own name for a folder.
  public init(_ text: String) { self.text = text }
}

/// The folders of an account, as they were found at one moment.
public struct FolderTree: Sendable {
  /// A folder with mail in it.
  public struct Folder: Sendable {
    /// Not the same for two folders of an account.
    public var id: FolderID
    /// Its place in the folder list; not the same for two folders of an account.
    public var name: FolderName
    /// What it is for, where that is known.
    public var role: FolderRole?
    /// How far a folder is read of which the store knows nothing yet; nil where a first sync reads
    /// all of it.
    public var firstHorizon: Horizon?
    /// How many messages are in it, and how many of them unread, where a server has counted them.
    public var told: Count?

    /// A server's count.
    public struct Count: Sendable, Hashable {
      var messages: Int
      /// Nil where the server does not tell.
      var unread: Int?
    }

    /// Joins the five.
    public init(
      id: FolderID,
      name: FolderName,
      role: FolderRole? = nil,
      firstHorizon: Horizon? = nil,
      told: Count? = nil
    ) {
      (self.id, self.name, self.role, self.firstHorizon) = (id, name, role, firstHorizon)
      self.told = told
    }
  }

  /// In the order of the folder list: the inbox first, if there is one.
  public var folders: [Folder]
  /// What could not be looked at. It hides nothing else.
  public var skipped: [SkippedMessage]
  /// Whether a folder that is not in the tree may be there all the same, since not everything could
  /// be looked at. Such a folder keeps its mail in the store.
  public var mayHold: @Sendable (FolderID) -> Bool
  /// Whether a folder may be missing by mistake: then it counts as gone only when the next tree lacks
  /// it, too.
  public var mayLack: Bool

  /// Joins the four.
  public init(
    _ folders: [Folder],
    skipped: [SkippedMessage] = [],
    mayLack: Bool = false,
    mayHold: @escaping @Sendable (FolderID) -> Bool = { _ in false }
  ) {
    (self.folders, self.skipped, self.mayHold) = (folders, skipped, mayHold)
    self.mayLack = mayLack
  }
}
