import SystemPackage

/// The folders of an account on disk, as they lie there at one moment.
///
/// An account is a Maildir with its subfolders (Maildir++, nested, Evolution's), a folder of
/// Maildirs or mboxes, a Thunderbird profile or one of its servers, or a single mbox, packed with
/// gzip or not. Looking costs a listing of each folder and a look at the first bytes of each file
/// that may be an mbox; ``FolderWalk/Limits`` says how far it goes.
struct MailTree: Sendable {
  /// A folder, and where its mail comes from.
  struct Folder: Sendable {
    /// Not the same for two folders.
    var name: FolderName
    var source: any DiskFolder
  }

  /// Names the account in the store, the same in every run.
  var id: AccountID
  /// The mailbox's name for people.
  var title: String
  /// The inbox first, if there is one; then by name, an account's inbox before its other folders.
  var folders: [Folder]
  /// What could not be looked at. It hides nothing else.
  var skipped: [SkippedMessage] = []
  /// Whether everything was looked at.
  var isComplete: Bool { unseen?.isEmpty ?? true }
  /// Nil where there is nothing to look for.
  private var unseen: UnseenPlaces?

  /// Looks at what is at a path.
  ///
  /// - Throws: ``MailError``, naming the path as it was given.
  init(
    at path: String,
    limits: FolderWalk.Limits = FolderWalk.Limits()
  ) throws(MailError) {
    let place = try MailLocation.resolve(path)
    guard place.isFolder else {
      try MailLocation.checkMbox(place.path, named: path)
      self.init(Mbox(path: place.path))
      return
    }
    do throws(Refusal) {
      try self.init(FolderWalk(from: place.path, limits: limits), at: place.path)
    } catch {
      throw error.isGone
        ? .mailboxMissing(path: path) : .mailboxUnreadable(path: path, reason: error.reason)
    }
    guard folders.isEmpty else { return }
    // There is nothing to show, perhaps because of what could not be read.
    if !isComplete, let first = skipped.first {
      throw .mailboxUnreadable(path: first.path, reason: first.reason)
    }
    throw isVacant ? .emptyFolder(path: path) : .notAMaildir(path: path)
  }

  private init(_ mbox: Mbox) {
    id = .disk(path: mbox.path.identifier)
    title = mbox.title
    folders = [Folder(name: .inbox, source: mbox)]
  }

  /// Whether a folder that is not in the tree may be there all the same, since not everything was
  /// looked at.
  func mayHold(_ folder: FolderID) -> Bool {
    guard let unseen, let colon = folder.text.firstIndex(of: ":") else { return false }
    return unseen.mayHold(FilePath(identifier: folder.text[colon...].dropFirst()))
  }

  private var isVacant = false

  private init(_ walk: FolderWalk, at path: FilePath) {
    id = .disk(path: path.identifier)
    title =
      switch walk.program {
      case .thunderbird: "Thunderbird"
      case .evolution: "Evolution"
      case nil: FolderTitle.make(from: path.description)
      }
    skipped = walk.skipped
    unseen = walk.unseen
    isVacant = walk.isEmpty
    var names = FolderNames(walk.found.map(\.name))
    let order = walk.found.map { (name: names.next(), found: $0) }
    // A file and a link to it may look like two, on file systems made of others.
    var sources: Set<String> = []
    folders =
      order
      .filter { sources.insert($0.found.source.identifier).inserted }
      .sorted { FolderNames.precedes($0.name.components, $1.name.components) }
      .map { Folder(name: $0.name, source: $0.found.source) }
  }
}

extension FolderWalk.Found {
  fileprivate var source: any DiskFolder {
    switch kind {
    case .mbox: Mbox(path: path)
    case .maildir(let hasNew): Maildir(path: path, hasNew: hasNew)
    }
  }
}
