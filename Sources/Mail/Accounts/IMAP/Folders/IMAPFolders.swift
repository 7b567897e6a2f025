import IMAP

/// The folders of an account, as a server lists them.
struct IMAPFolders {
  /// A folder that can hold messages.
  struct Folder {
    var name: FolderName
    /// The name in commands.
    var encodedName: String
    var role: FolderRole?
    var status: MailboxStatus?
  }

  private(set) var folders: [Folder] = []
  /// The reason why folders may be missing from the list; nil if the list is complete.
  private var lack: String?

  /// The highest number of folders besides the inbox: more than any account has.
  private static let limit = 10_000
  /// The highest length of a name in bytes: Cyrus allows 490, Dovecot by default 255 in a level.
  private static let nameLimit = 1000
  static let inbox = "INBOX"

  /// The inbox alone, for a server that lists nothing: every account has an inbox.
  static let inboxAlone: IMAPFolders = {
    var alone = IMAPFolders()
    alone.folders = [Folder(name: .inbox, encodedName: inbox, role: .inbox)]
    alone.lack = "the server lists no folder"
    return alone
  }()

  private init() {}

  /// - Returns: nil if the responses contain no folder.
  init?(_ responses: [Response]) {
    var listed: [ListedMailbox] = []
    var statuses: [String: MailboxStatus] = [:]
    for response in responses {
      switch response {
      case .list(let mailbox) where mailbox.encodedName.utf8.count > Self.nameLimit:
        lack = "folders with names of more than \(Self.nameLimit) bytes are not listed"
      // A name with a NUL would be cut in the store, and would then mean another folder.
      case .list(let mailbox) where mailbox.encodedName.utf8.contains(0):
        lack = "folders with a NUL in their names are not listed"
      case .list(let mailbox) where !mailbox.names.isEmpty: listed.append(mailbox)
      case .mailboxStatus(let status): statuses[status.encodedName.inboxInCapitals] = status
      default: break
      }
    }
    guard !listed.isEmpty else { return nil }
    var inbox = Folder(name: .inbox, encodedName: Self.inbox, role: .inbox)
    inbox.status = statuses[Self.inbox]
    // Adds the inbox first, since some servers do not list it.
    folders = [inbox]
    var names: Set<FolderName> = [.inbox]
    var ids: Set<String> = [Self.inbox]
    // A folder whose name is shown unchanged takes precedence over others of the same shown name.
    for mailbox in listed.filter(\.hasPlainName) + listed.filter({ !$0.hasPlainName }) {
      // A server may list a folder twice.
      guard !mailbox.isContainer, ids.insert(mailbox.id).inserted,
        let name = mailbox.names.first(where: { !names.contains($0) })
      else { continue }
      guard folders.count < Self.limit + 1 else {
        lack = "of more than \(Self.limit) folders only the first ones are listed"
        continue
      }
      names.insert(name)
      var folder = Folder(name: name, encodedName: mailbox.encodedName, role: mailbox.role)
      folder.status = statuses[mailbox.encodedName]
      folders.append(folder)
    }
    leaveRolesToHighest()
    let told = Set(folders.compactMap(\.role))
    for index in folders.indices {
      guard folders[index].role == nil, let role = FolderRole(of: folders[index].name) else {
        continue
      }
      // A role goes to a folder by name only if the server gives the role to no folder.
      if !told.contains(role) { folders[index].role = role }
    }
    sort()
  }

  /// Keeps a role only for the folders nearest to the top level: folders of other users' accounts
  /// with the same role are deeper.
  private mutating func leaveRolesToHighest() {
    let depths = Dictionary(
      folders.map { ($0.role, $0.name.components.count) },
      uniquingKeysWith: min
    )
    for index in folders.indices {
      let folder = folders[index]
      if let least = depths[folder.role], folder.name.components.count > least {
        folders[index].role = nil
      }
    }
  }

  /// Sorts each folder behind its parent. Among siblings, folders with a role come first, in the
  /// order of ``FolderRole``; the others follow by name.
  private mutating func sort() {
    let roles = Dictionary(
      folders.map { ($0.name.components, $0.role) },
      uniquingKeysWith: { one, _ in one }
    )
    let last = FolderRole.allCases.count
    func way(to name: FolderName) -> [(role: Int, name: String)] {
      var way: [(role: Int, name: String)] = []
      var own: [String] = []
      for (index, component) in name.components.enumerated() {
        own.append(component)
        guard let role = roles[Array(name.components.prefix(index + 1))] else { continue }
        let place = role.flatMap { FolderRole.allCases.firstIndex(of: $0) } ?? last
        way.append((place, own.joined(separator: "/")))
        own = []
      }
      return way
    }
    folders = folders.map { (way: way(to: $0.name), folder: $0) }
      .sorted { $0.way.lexicographicallyPrecedes($1.way, by: <) }.map(\.folder)
  }

  /// - Parameter account: the account's name, to show to the user.
  func tree(of account: String) -> FolderTree {
    FolderTree(
      folders.map {
        FolderTree.Folder(
          id: FolderID($0.encodedName),
          name: $0.name,
          role: $0.role,
          firstHorizon: .unread,
          told: $0.status.flatMap(FolderTree.Folder.Count.init)
        )
      },
      skipped: lack.map { [SkippedMessage(path: account, reason: $0, isInPart: true)] } ?? [],
      nonexistent: { _ in [] },
      mayHold: { [lack] _ in lack != nil }
    )
  }
}

extension ListedMailbox {
  /// Whether the mailbox cannot hold messages. Its name still shows in its subfolders' names.
  fileprivate var isContainer: Bool {
    !attributes.isDisjoint(with: ["\\noselect", "\\nonexistent"])
  }

  /// The role that the server gives the mailbox.
  fileprivate var role: FolderRole? {
    FolderRole.allCases.first { $0 != .inbox && attributes.contains("\\\($0.rawValue)") }
  }
}

extension FolderTree.Folder.Count {
  init?(_ status: MailboxStatus) {
    guard let messages = status.messages else { return nil }
    self.init(messages: Int(messages), unread: status.unseen.map { Int($0) })
  }
}

extension FolderRole {
  /// Derives a role from the name, for servers that give no roles. Nil for folders below the top
  /// level, such as `Projects/Archive`: these are the user's own. But folders right below the inbox
  /// count as top folders, since some servers keep all folders there.
  fileprivate init?(of name: FolderName) {
    let isInInbox = name.components.first.map(FolderName.isInbox) ?? false
    guard name.components.count == (isInInbox ? 2 : 1) else { return nil }
    self.init(named: name.components.last ?? "")
  }
}

extension ListedMailbox {
  /// The highest number of levels; deeper levels become one name. Dovecot allows as many.
  private static let levels = 20

  /// The names between separators. Separators at the beginning and end, and double ones, are
  /// ignored.
  private var components: [String] {
    let levels = separator.map { name.split(separator: $0, maxSplits: Self.levels - 1) }
    let parts = levels?.map(String.init) ?? [name]
    guard let first = parts.first, FolderName.isInbox(first) else { return parts }
    // INBOX in any spelling is the inbox (RFC 9051, section 5.1), even as a parent.
    return [IMAPFolders.inbox] + parts.dropFirst()
  }

  /// Identifies the folder in its list.
  fileprivate var id: String {
    components == [IMAPFolders.inbox] ? IMAPFolders.inbox : encodedName
  }

  /// Whether the name is shown unchanged.
  fileprivate var hasPlainName: Bool {
    guard let separator else { return true }
    return components.joined(separator: String(separator)) == name
  }

  /// Possible names for display, best first. The best name may belong to another folder, whose name
  /// differs only in separators or in the inbox's spelling. Empty for a name of separators only.
  fileprivate var names: [FolderName] {
    let components = components
    guard let last = components.last else { return [] }
    return [
      components,
      components.dropLast() + [last + String(separator ?? "/")],
      [name],
      [encodedName],
    ].map { FolderName(components: $0) }
  }
}

extension String {
  /// A folder's name for comparison: the inbox in capitals, any other name unchanged.
  fileprivate var inboxInCapitals: String {
    FolderName.isInbox(self) ? IMAPFolders.inbox : self
  }
}

extension MailboxStatus {
  /// - Parameter name: a folder's encoded name.
  func isAbout(_ name: String) -> Bool { encodedName.inboxInCapitals == name.inboxInCapitals }
}
