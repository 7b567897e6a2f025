/// Identifies a folder within its account, even after a rename that the account recognizes.
public struct FolderID: Sendable, Hashable {
  /// An opaque text that only the account understands, the same in every run.
  public let text: String

  public init(_ text: String) { self.text = text }
}

/// The folders of an account at one moment.
public struct FolderTree: Sendable {
  /// A folder that can hold mail.
  public struct Folder: Sendable {
    /// The folder's identifier, unique within the account.
    public var id: FolderID
    /// The folder's path in the folder list; unique within the account.
    public var name: FolderName
    /// The folder's purpose, if it is known.
    public var role: FolderRole?
    /// The ``Horizon`` to store for a folder that the store does not know yet; nil if a first sync
    /// reads the whole folder.
    public var firstHorizon: Horizon?
    /// The server's counts, if it has reported them.
    public var told: Count?

    /// A server's counts of messages and unread messages.
    public struct Count: Sendable, Hashable {
      var messages: Int
      /// The number of unread messages; nil if the server does not report it.
      var unread: Int?
    }

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

  /// The folders in the order of the folder list, the inbox first.
  public var folders: [Folder]
  /// Folders that could not be read, with the reason.
  public var skipped: [SkippedMessage]
  /// Whether a folder missing from the tree may exist all the same, since not everything could be
  /// read. Such a folder keeps its mail in the store.
  public var mayHold: @Sendable (FolderID) -> Bool
  /// Returns those of the missing folders that certainly do not exist: a server may leave folders
  /// out by mistake. The others count as removed only when the next tree lacks them, too.
  public var nonexistent: @Sendable ([FolderID]) async throws -> Set<FolderID>

  public init(
    _ folders: [Folder],
    skipped: [SkippedMessage] = [],
    nonexistent: @escaping @Sendable ([FolderID]) async throws -> Set<FolderID> = { Set($0) },
    mayHold: @escaping @Sendable (FolderID) -> Bool = { _ in false }
  ) {
    (self.folders, self.skipped, self.mayHold) = (folders, skipped, mayHold)
    self.nonexistent = nonexistent
  }
}
