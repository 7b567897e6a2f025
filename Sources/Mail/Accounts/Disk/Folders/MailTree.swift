import SystemPackage

/// The folders of an account on disk at one moment.
///
/// An account is a Maildir with its subfolders (Maildir++, nested, Evolution's), a folder of
/// Maildirs or mboxes, a Thunderbird profile or one of its servers, or a single mbox, possibly
/// compressed with gzip. The search lists each folder, and reads the first bytes of each file that
/// may be an mbox, within ``FolderWalk/Limits``.
struct MailTree: Sendable {
  struct Folder: Sendable {
    /// The folder's name, unique within the account.
    var name: FolderName
    var source: any DiskFolder
  }

  /// Identifies the account in the store, the same in every run.
  var id: AccountID
  /// The mailbox's name to show to the user.
  var title: String
  /// The folders sorted by name. The account's inbox comes first, as does each subfolder called
  /// Inbox among its siblings.
  var folders: [Folder]
  /// Folders and files that could not be read, with the reason.
  var skipped: [SkippedMessage] = []
  /// Whether everything was searched.
  var isComplete: Bool { unseen?.isEmpty ?? true }
  /// The places not searched; nil for a single mbox, for which nothing is searched.
  private var unseen: UnseenPlaces?

  /// Finds the folders at a path.
  ///
  /// - Throws: ``MailError``, with the path as the caller gave it.
  init(at path: String, limits: FolderWalk.Limits = FolderWalk.Limits()) throws(MailError) {
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
    // There is nothing to show, perhaps because something could not be read.
    if !isComplete, let first = skipped.first {
      throw .mailboxUnreadable(path: first.path, reason: first.reason)
    }
    throw isVacant ? .emptyFolder(path: path) : .notAMaildir(path: path)
  }

  private init(_ mbox: Mbox) {
    id = .disk(path: mbox.path.identifier)
    title = FolderTitle.make(from: mbox.path.description)
    folders = [Folder(name: .inbox, source: mbox)]
  }

  /// Whether a folder missing from the tree may exist all the same, since not everything was
  /// searched.
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
    let found = zip(FolderNames.make(walk.found.map(\.name)), walk.found)
    // Lists each file once: on layered file systems, a file and a link to it may look like two.
    var sources: Set<String> = []
    folders =
      found.map { Folder(name: $0, source: $1.source) }
      .filter { sources.insert($0.source.identifier).inserted }
      .sorted { FolderNames.precedes($0.name.components, $1.name.components) }
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

/// Determines the kind of a path.
enum MailLocation {
  /// The path without links, and whether there is a folder.
  ///
  /// - Throws: ``MailError`` when there is neither a file nor a folder.
  static func resolve(_ path: String) throws(MailError) -> (path: FilePath, isFolder: Bool) {
    // A NUL would end the path for the system, so the path would mean another file.
    guard !path.utf8.contains(0) else { throw .mailboxMissing(path: path) }
    let type: FileType
    do throws(Errno) {
      type = try FilePath(path).stat().type
    } catch {
      throw error.isMissing || error == .notDirectory
        ? .mailboxMissing(path: path)
        : .mailboxUnreadable(path: path, reason: error.description)
    }
    guard let real = FilePath(path).resolved() else { throw .mailboxMissing(path: path) }
    switch type {
    case .directory: return (real, true)
    case .regular: return (real, false)
    default: throw .notAFileOrFolder(path: path)
    }
  }

  /// Checks that a file is an mbox. An empty file is one: all mail may have been fetched from it.
  ///
  /// - Parameters:
  ///   - file: the mbox, without links.
  ///   - path: the path as the user gave it.
  static func checkMbox(_ file: FilePath, named path: String) throws(MailError) {
    let kind: MailFile
    do throws(Refusal) {
      kind = try MailFile(file, in: .workingFolder)
    } catch {
      throw .mailboxUnreadable(path: path, reason: error.reason)
    }
    switch kind {
    case .mbox, .empty: return
    case .damaged: throw .mailboxUnreadable(path: path, reason: "it is no whole gzip file")
    case .other: throw .notAnMbox(path: path)
    }
  }
}
