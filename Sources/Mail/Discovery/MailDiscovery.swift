import SystemPackage

/// Finds a user's mailboxes at the places where mail programs keep them.
public enum MailDiscovery {
  /// Searches the default places of mail programs, and folders that their settings name.
  ///
  /// The search only reads files and folders. It takes some milliseconds, or longer if a network
  /// share does not answer. It runs no program and writes nothing.
  ///
  /// - Returns: each mailbox once, without an empty spool, and without mailboxes whose folders all
  ///   belong to an earlier mailbox. Mailboxes named in the user's own settings come first; the
  ///   system's spool comes last, since often only the machine itself sends mail to it.
  public static func find() async -> [FoundMailbox] {
    await ReadingThreads.run { find(in: MailPlaces()) }
  }

  /// Finds the server accounts set up in Thunderbird and Evolution, without their passwords.
  ///
  /// - Returns: each account once, without accounts that log in by OAuth 2.
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

/// Looks at one place after another, and collects the mailboxes.
private struct MailSearch {
  private(set) var found: [FoundMailbox] = []
  private var seen: Set<FilePath> = []
  /// Folders that were walked. Each is walked only once, even if settings name it several times.
  private var walked: Set<FilePath> = []
  private var folders: Set<FilePath> = []

  /// The limits of a walk: to recognize a mailbox, its first folders are enough.
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
      // An empty spool file does not count as a mailbox.
      guard kind != .spool || !file.isEmpty else { return }
      keep(path, kind, place.title, isEmpty: file.isEmpty)
      return
    }
    guard walked.insert(path).inserted,
      let walk = try? FolderWalk(from: path, limits: Self.limits), !walk.found.isEmpty
    else { return }
    // Skips a place whose folders all belong to mailboxes found before.
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
    // A path that is not valid UTF-8 cannot be passed on as text.
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
  /// Whether the folder has no message; false if unknown.
  var isEmpty: Bool {
    switch kind {
    case .mbox: (try? path.stat())?.size == 0
    case .maildir(let hasNew):
      (hasNew ? ["new", "cur"] : ["cur"]).allSatisfy { name in
        // Hidden files do not count as messages. Reads up to 16 entries, since a message may come
        // after a few hidden files.
        let listing = try? FolderListing(path.appending(name), limit: 16)
        return listing.map { !$0.isCut && $0.entries.allSatisfy(\.isHidden) } ?? false
      }
    }
  }
}

/// A mailbox found on this machine.
public struct FoundMailbox: Sendable, Hashable, Codable {
  /// The format, or the program that owns the mail.
  public enum Kind: String, Sendable, Hashable, Codable {
    case maildir
    case mbox
    /// A Thunderbird profile, with all its accounts.
    case thunderbird
    /// Evolution's local mail, without its copies of mail on servers.
    case evolution
    /// The file to which the system delivers a user's mail.
    case spool
  }

  /// The absolute path without links, for ``Mailbox/open(_:store:marks:)``.
  public var path: String
  /// The format, or the program that owns the mail.
  public var kind: Kind
  /// The name to show to the user. It is a folder's, a user's or a program's own name, so it is
  /// never translated.
  public var title: String
  /// Whether all of the mailbox's folders are empty; false if unknown.
  public var isEmpty: Bool
}

/// A server account set up in another program on this machine, without its password.
public struct FoundAccount: Sendable, Hashable {
  public enum Program: String, Sendable, Hashable {
    case thunderbird = "Thunderbird"
    case evolution = "Evolution"
  }

  public var program: Program
  /// The user's mail address, or if the program has none, the user's name on the server.
  public var mailAddress: String
  public var server: ServerAddress

  /// - Parameters:
  ///   - mailAddress: nil if unknown.
  ///   - port: the program's setting; nil, empty or 0 for the default port.
  /// - Returns: nil if there is no user or host, or the server's address is unusable.
  init?(
    _ program: Program,
    mailAddress: String?,
    user: String?,
    host: String?,
    port: String?,
    _ security: ServerAddress.Security
  ) {
    let name = [user, mailAddress].lazy.compactMap { $0 }.first { !$0.isEmpty }
    guard let name, let host, !host.isEmpty else { return nil }
    let place = port.map { $0.isEmpty || $0 == "0" ? host : "\(host):\($0)" } ?? host
    guard let server = ServerAddress(user: name, hostAndPort: place, security: security) else {
      return nil
    }
    let address = mailAddress.flatMap { $0.isEmpty ? nil : $0 } ?? name
    (self.program, self.mailAddress, self.server) = (program, address, server)
  }
}
