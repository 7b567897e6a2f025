import SystemPackage

/// Finds the mailboxes of a user where mail programs keep them.
public enum MailDiscovery {
  /// Looks where mail programs keep mail by default, and where their settings name folders.
  ///
  /// Only the file system is looked at, some milliseconds long, or for as long as a share does not
  /// answer: no program is asked and nothing is written.
  ///
  /// - Returns: each place once, and none that is all in one before it. Those come first that the
  ///   user chose by a setting; the system's spool comes last, since often only the machine itself
  ///   writes there. Nothing that has no mail folder.
  public static func find() async -> [FoundMailbox] {
    await ReadingThreads.run { find(in: MailPlaces()) }
  }

  /// Looks for the accounts on servers that Thunderbird and Evolution have, without their
  /// passwords.
  ///
  /// - Returns: each account once.
  public static func findAccounts() async -> [FoundAccount] {
    await ReadingThreads.run { findAccounts(in: MailPlaces()) }
  }

  static func findAccounts(in places: MailPlaces) -> [FoundAccount] {
    let found =
      places.thunderbirdProfiles.flatMap { ThunderbirdAccounts.read(inProfile: $0.path) }
      + places.evolutionSources.flatMap { EvolutionAccounts.read(in: $0) }
    var seen: Set<ServerAddress> = []
    return Array(found.filter { seen.insert($0.server).inserted }.prefix(SettingsFile.mailboxes))
  }

  static func find(in places: MailPlaces) -> [FoundMailbox] {
    var search = MailSearch()
    for place in places.all { search.look(at: place) }
    return search.found
  }
}

/// A place where mail may be.
struct MailPlace {
  enum Kind {
    /// Whatever is there.
    case any
    /// Perhaps one folder for each account.
    case accounts
    case thunderbird
    case evolution
    case spool
  }

  var path: String
  var kind = Kind.any
  /// A better name than the path's last part.
  var title: String?
}

/// Looks at one place after another, and keeps what is a mailbox.
private struct MailSearch {
  private(set) var found: [FoundMailbox] = []
  /// What was kept.
  private var seen: Set<FilePath> = []
  /// Settings may name one place again and again, and each look takes time.
  private var walked: Set<FilePath> = []
  /// Every folder of what was found.
  private var folders: Set<FilePath> = []

  /// A mailbox is found by its first folders; what is far beyond them need not be known.
  private static let limits: FolderWalk.Limits = {
    var limits = FolderWalk.Limits()
    (limits.depth, limits.folders, limits.entries, limits.otherFiles) = (8, 2_000, 50_000, 100)
    return limits
  }()

  mutating func look(at place: MailPlace) {
    guard let (path, isFolder) = try? MailLocation.resolve(place.path) else { return }
    guard !seen.contains(path) else { return }
    guard isFolder else {
      let kind: FoundMailbox.Kind = place.kind == .spool ? .spool : .mbox
      guard !folders.contains(path), (try? MailLocation.checkMbox(path, named: place.path)) != nil
      else { return }
      let file = FolderWalk.Found(name: [], path: path, kind: .mbox)
      // A spool that nothing was delivered to is no mailbox.
      guard kind != .spool || !file.isEmpty else { return }
      keep(path, kind, place.title, isEmpty: file.isEmpty)
      return
    }
    guard walked.insert(path).inserted,
      let walk = try? FolderWalk(from: path, limits: Self.limits), !walk.found.isEmpty
    else { return }
    // All of it belongs to another mailbox.
    guard !walk.found.allSatisfy({ folders.contains($0.path) }) else { return }
    defer { folders.formUnion(walk.found.map(\.path)) }
    if place.kind == .accounts {
      let accounts = MailAccounts(walk.found, in: path)
      for account in accounts.folders {
        keep(account.path, walk.kind, account.name, isEmpty: account.isEmpty)
      }
      if accounts.isAll { return }
    }
    keep(path, walk.kind, place.title, isEmpty: walk.found.allSatisfy(\.isEmpty))
  }

  private mutating func keep(
    _ path: FilePath,
    _ kind: FoundMailbox.Kind,
    _ title: String?,
    isEmpty: Bool
  ) {
    // A name that is no text cannot be handed on as one.
    guard let text = String(validating: path), seen.insert(path).inserted
    else { return }
    let title =
      switch kind {
      case .thunderbird: title.map { "Thunderbird (\($0))" } ?? "Thunderbird"
      case .evolution: "Evolution"
      default: title ?? FolderTitle.make(from: text)
      }
    found.append(FoundMailbox(path: text, kind: kind, title: title, isEmpty: isEmpty))
  }
}

extension FolderWalk {
  fileprivate var kind: FoundMailbox.Kind {
    switch (program, found.first?.kind) {
    case (.thunderbird, _): .thunderbird
    case (.evolution, _): .evolution
    case (nil, .maildir): .maildir
    case (nil, _): .mbox
    }
  }
}

extension FolderWalk.Found {
  /// Whether no message lies there; false where that is not known.
  var isEmpty: Bool {
    switch kind {
    case .mbox: (try? path.stat())?.size == 0
    case .maildir(let hasNew):
      (hasNew ? ["new", "cur"] : ["cur"]).allSatisfy { name in
        // Its own dot entries do not count, so one message more than those that are hidden.
        let listing = try? FolderListing(path.appending(name), limit: 16)
        return listing.map { !$0.isCut && $0.entries.allSatisfy(\.isHidden) } ?? false
      }
    }
  }
}
