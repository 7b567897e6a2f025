import Glibc
import SystemPackage

/// Searches for mail folders below a folder.
///
/// The walk lists each folder except a Maildir's cur/ and new/, and reads the first bytes of files,
/// unless Thunderbird keeps an index beside them. Links are followed. A folder reached twice counts
/// once, so loops end; the mailbox's own parent folders count as reached. On other file systems,
/// reached by links or mounts, only Maildirs and mboxes are examined. A cancelled task ends the
/// walk early.
struct FolderWalk {
  struct Found {
    var name: [String]
    var path: FilePath
    var kind: Kind
  }

  enum Kind {
    case mbox
    /// A Maildir; Thunderbird creates Maildirs without new/.
    case maildir(hasNew: Bool)
  }

  private(set) var found: [Found] = []
  /// Folders and files that could not be read, with the reason.
  private(set) var skipped: [SkippedMessage] = []
  private(set) var unseen: UnseenPlaces
  private(set) var isEmpty = false
  /// The mail program that owns the walk's top folder.
  private(set) var program: Program?

  /// A mail program that keeps all its folders in one place.
  enum Program {
    case thunderbird
    case evolution
  }

  private let limits: Limits
  private let root: FilePath
  private var entriesLeft: Int
  private var outsideLeft: Int
  private var seen: Set<FileIdentity> = []

  /// Does the walk.
  ///
  /// - Throws: ``Refusal`` when the top folder cannot be read.
  init(from root: FilePath, limits: Limits = Limits()) throws(Refusal) {
    self.limits = limits
    self.root = root
    entriesLeft = limits.entries
    outsideLeft = limits.outside
    unseen = UnseenPlaces(below: root)
    let listing = try FolderListing(root, limit: limits.entries)
    isEmpty = listing.entries.isEmpty
    if ThunderbirdProfile.isOne(listing) {
      program = .thunderbird
    } else if listing.contains("..maildir++") {
      program = .evolution
    }
    seen = Set(root.parents.compactMap { try? $0.stat() }.map { FileIdentity($0) })
    seen.remove(listing.identity)
    visit(listing, Place(path: root, name: [], depth: 0))
  }

  private struct Place {
    var path: FilePath
    var name: [String]
    var depth: Int
    /// Whether the place was reached by a link that leads out of the mailbox.
    var isOutside = false

    func entry(_ entry: [UInt8], named name: [String]) -> Place {
      var next = self
      (next.path, next.name, next.depth) = (path.appending(entry), self.name + name, depth + 1)
      return next
    }

    /// Whether the path of a folder cur/ in this place would exceed the system's limit.
    var isTooLong: Bool { path.length + "/cur".utf8.count >= PATH_MAX }
  }

  private var isFull: Bool { found.count >= limits.folders }
  private var hasEnded: Bool { isFull || Task.isCancelled }

  private mutating func visit(_ listing: FolderListing, _ place: Place) {
    guard seen.insert(listing.identity).inserted else { return }
    entriesLeft -= listing.entries.count
    if place.isOutside { outsideLeft -= listing.entries.count }
    if listing.isCut { leave(place.path, "too many files") }
    if ThunderbirdProfile.isOne(listing) {
      visitProfile(listing, place)
      return
    }
    let isMaildir = noteMaildir(listing, place)
    var files: [FolderListing.Entry] = []
    for entry in listing.entries where !hasEnded {
      if isMaildir, ["cur", "new", "tmp"].contains(where: { entry.name == Array($0.utf8) }) {
        continue
      }
      switch kind(of: entry, in: listing, place, isMaildir: isMaildir) {
      case .folder: enter(entry, listing, place, isMaildir: isMaildir)
      // Skips files beside cur/ and new/: they belong to mail programs, and are no mboxes.
      case .file where !isMaildir && !entry.isHidden: files.append(entry)
      default: break
      }
    }
    var mboxes = MboxFolder(listing, limit: limits.otherFiles)
    for file in files where !hasEnded {
      note(file, in: &mboxes, place)
    }
    if mboxes.isExhausted { unseen.insert(place.path) }
    for file in mboxes.emptyOnes where !hasEnded { add(mbox: file, place) }
    if hasEnded { leave(place.path, isFull ? "too many folders" : "the search was cancelled") }
  }

  /// An entry's kind, or for a link that of its target; nil if it cannot be determined.
  private mutating func kind(
    of entry: FolderListing.Entry,
    in listing: FolderListing,
    _ place: Place,
    isMaildir: Bool
  ) -> FolderListing.Kind? {
    var kind = entry.kind
    if kind == .link || kind == .unknown {
      do throws(Errno) {
        kind = try listing.status(of: entry.path).kind
      } catch {
        let isDangling = error.isMissing || error == .tooManySymbolicLinkLevels
        // The link's target may exist, at an unknown place.
        if !isDangling { unseen.insert(nil) }
        if !isDangling || !entry.isHidden {
          complain(place.path.appending(entry.name), error.description)
        }
        return nil
      }
    }
    if kind == .other, !entry.isHidden, !isMaildir {
      complain(place.path.appending(entry.name), "not a regular file")
    }
    return kind
  }

  private mutating func noteMaildir(_ listing: FolderListing, _ place: Place) -> Bool {
    guard listing.contains("cur"), listing.holdsFolder("cur") else { return false }
    let hasNew = listing.contains("new") && listing.holdsFolder("new")
    guard hasNew || listing.contains("tmp") && listing.holdsFolder("tmp") else {
      return false
    }
    for name in hasNew ? ["cur", "new"] : ["cur"] where place.depth > 0 {
      if faccessat(listing.descriptor.rawValue, name, R_OK | X_OK, 0) != 0 {
        let error = Errno(rawValue: errno)
        if error.isMissing { return false }
        unseen.insert(place.path)
        complain(place.path.appending(name), error.description)
        return true
      }
    }
    found.append(Found(name: place.name, path: place.path, kind: .maildir(hasNew: hasNew)))
    return true
  }

  private mutating func enter(
    _ entry: FolderListing.Entry,
    _ listing: FolderListing,
    _ place: Place,
    isMaildir: Bool
  ) {
    guard let name = name(of: entry, listing, isMaildir: isMaildir) else { return }
    var next = place.entry(entry.name, named: name)
    if entry.kind != .folder, let real = next.path.resolved() {
      next.path = real
      next.isOutside = !real.isWithin([root])
    }
    guard next.depth <= limits.depth else { return leave(next.path, "too deep") }
    guard !next.isTooLong else { return leave(next.path, Errno.fileNameTooLong.description) }
    guard listing.isOnSameDisk(entry.path) || listing.holdsMaildir(entry.path) else {
      return complain(next.path, "it lies on another file system; open it by itself")
    }
    do throws(Refusal) {
      visit(try FolderListing(entry.path, in: listing.descriptor, limit: room(in: next)), next)
    } catch {
      // A folder may have been deleted after its name was read.
      if !error.isGone { leave(next.path, error.reason) }
    }
  }

  /// The number of names that may still be read in a place.
  private func room(in place: Place) -> Int {
    max(0, place.isOutside ? min(entriesLeft, outsideLeft) : entriesLeft)
  }

  /// The name components that a subfolder adds; nil for a folder without mail.
  private func name(
    of entry: FolderListing.Entry,
    _ listing: FolderListing,
    isMaildir: Bool
  ) -> [String]? {
    let name = entry.name
    if name.hasSuffix(".sbd") { return [DiskName.decode(name.dropLast(4))] }
    if name.hasSuffix(".mozmsgs") { return nil }
    guard entry.isHidden else { return [DiskName.decode(name)] }
    // KMail keeps the subfolders of X in .X.directory.
    if name.hasSuffix(".directory"), listing.contains(Array(name.dropFirst().dropLast(10))) {
      return [DiskName.decode(name.dropFirst().dropLast(10))]
    }
    // The only other hidden folders with mail are Maildir++'s. An unreadable one gets reported.
    do throws(Errno) {
      guard try listing.status(of: entry.path.appending("cur")).kind == .folder else { return nil }
    } catch {
      guard isMaildir, error == .permissionDenied else { return nil }
    }
    let isEvolution = listing.contains("..maildir++")
    let names = DiskName.decode(maildirPlusPlus: name, isEvolution: isEvolution)
    return names.isEmpty ? nil : names
  }

  private mutating func note(
    _ file: FolderListing.Entry,
    in mboxes: inout MboxFolder,
    _ place: Place
  ) {
    do throws(Refusal) {
      if try mboxes.isMbox(file) { add(mbox: file, place) }
    } catch {
      guard !error.isGone else { return }
      let path = place.path.appending(file.name)
      unseen.insert(file.kind == .file ? path : path.resolved())
      complain(path, error.reason)
    }
  }

  private mutating func add(mbox file: FolderListing.Entry, _ place: Place) {
    var next = place.entry(file.name, named: [DiskName.decode(file: file.name)])
    var identity = file.identity
    if file.kind != .file {
      guard let target = try? next.path.stat() else { return }
      identity = FileIdentity(target)
      if let real = next.path.resolved() { next.path = real }
    }
    guard !next.isTooLong else { return leave(next.path, Errno.fileNameTooLong.description) }
    guard seen.insert(identity).inserted else { return }
    found.append(Found(name: next.name, path: next.path, kind: .mbox))
  }

  /// Adds a path to ``skipped``, with the reason.
  private mutating func complain(_ path: FilePath, _ reason: String) {
    skipped.append(SkippedMessage(path: path.description, reason: reason))
  }

  private mutating func leave(_ path: FilePath, _ reason: String) {
    unseen.insert(path)
    complain(path, reason)
  }
}

extension FolderWalk {
  /// Visits Thunderbird's servers. If several have mail, folder names begin with the server's name.
  private mutating func visitProfile(_ listing: FolderListing, _ place: Place) {
    let before = found.count
    for name in ThunderbirdProfile.serverFolders where listing.contains(name) {
      let path = place.path.appending(name)
      do throws(Refusal) {
        let servers = try FolderListing(
          FilePath(name),
          in: listing.descriptor,
          limit: room(in: place)
        )
        let inner = place.entry(Array(name.utf8), named: [])
        for entry in servers.entries where ThunderbirdProfile.mayBeServer(entry) {
          if kind(of: entry, in: servers, inner, isMaildir: false) == .folder {
            enter(entry, servers, inner, isMaildir: false)
          }
        }
      } catch {
        if !error.isGone { leave(path, error.reason) }
      }
    }
    let depth = place.name.count
    let servers = Set(found[before...].map { $0.name[depth] })
    guard servers.count == 1 else { return }
    for index in before..<found.count { found[index].name.remove(at: depth) }
  }
}

extension FolderWalk {
  /// The limits of a walk: far above any mailbox, but below a whole disk.
  struct Limits {
    /// The depth of nested folders.
    var depth = 32
    /// The number of mail folders.
    var folders = 20_000
    /// The number of names read: at most about 100 MB of memory, and a second.
    var entries = 500_000
    /// The number of these names that lie behind links leading out of the mailbox.
    var outside = 50_000
    /// The number of opened files in one folder that are no mboxes. A folder in MH format has many.
    var otherFiles = 1_000
  }
}

/// Places that a ``FolderWalk`` has not searched: a folder that an earlier walk found there may
/// still exist.
struct UnseenPlaces {
  private let root: FilePath
  private var places: Set<FilePath> = []

  /// - Parameter root: the walk's top folder, without links.
  init(below root: FilePath) { self.root = root }

  var isEmpty: Bool { places.isEmpty }

  /// - Parameter place: a path without links; nil for an unknown place, which may be anywhere.
  mutating func insert(_ place: FilePath?) { places.insert(place ?? FilePath("/")) }

  /// Whether a complete walk might find a folder at a path.
  func mayHold(_ path: FilePath) -> Bool {
    guard !isEmpty else { return false }
    // A path outside of the root is reached by a link, which may lie in any of these places.
    let isHidden = !path.isWithin([root]) || path.isWithin(places)
    guard isHidden else { return false }
    do throws(Errno) {
      _ = try path.stat()
      return true
    } catch {
      return !error.isMissing && error != .notDirectory
    }
  }
}

extension FilePath {
  /// Whether the path, which must be without links, is one of these places, or below one.
  func isWithin(_ places: Set<FilePath>) -> Bool {
    places.contains(self) || parents.contains(where: places.contains)
  }
}

/// The profile folder in which Thunderbird keeps a user's accounts.
private enum ThunderbirdProfile {
  /// The folders of IMAP accounts, and of accounts that fetch or keep mail on this computer.
  static let serverFolders = ["ImapMail", "Mail"]

  static func isOne(_ listing: FolderListing) -> Bool {
    listing.contains("prefs.js") && serverFolders.contains { listing.contains($0) }
  }

  /// Whether an entry may be a server's folder. Thunderbird's saved searches over all accounts lie
  /// among these folders, and hold no mail of their own.
  static func mayBeServer(_ entry: FolderListing.Entry) -> Bool {
    !entry.isHidden && !entry.name.hasSuffix(".msf")
      && entry.name != Array("smart mailboxes".utf8)
  }
}

extension [UInt8] {
  /// Whether a name ends in `ending`, in upper or lower case, with at least one byte before it.
  ///
  /// - Parameter ending: the ending in lower case.
  func hasSuffix(_ ending: String) -> Bool {
    count > ending.utf8.count
      && suffix(ending.utf8.count).elementsEqual(ending.utf8) { $0.lowercased == $1 }
  }
}
