import IMAP

/// The folders of an account, as a server lists them.
struct IMAPFolders {
  /// A folder that messages lie in.
  struct Folder {
    var name: FolderName
    /// As commands name it.
    var encodedName: String
    var role: FolderRole?
    var status: MailboxStatus?
  }

  private(set) var folders: [Folder] = []
  /// Why there may be more than are listed; nil where there are none.
  private var lack: String?

  /// More than any account has.
  private static let limit = 10_000
  static let inbox = "INBOX"

  /// The inbox, which each account has, where a server lists nothing.
  static let inboxAlone: IMAPFolders = {
    var alone = IMAPFolders()
    alone.folders = [Folder(name: .inbox, encodedName: inbox, role: .inbox)]
    alone.lack = "the server lists no folder"
    return alone
  }()

  private init() {}

  /// - Returns: nil where no folder is among them.
  init?(_ responses: [Response]) {
    var listed: [ListedMailbox] = []
    var statuses: [String: MailboxStatus] = [:]
    for response in responses {
      switch response {
      case .list(let mailbox) where !mailbox.names.isEmpty: listed.append(mailbox)
      case .mailboxStatus(let status): statuses[status.encodedName.inboxInCapitals] = status
      default: break
      }
    }
    guard !listed.isEmpty else { return nil }
    var inbox = Folder(name: .inbox, encodedName: Self.inbox, role: .inbox)
    inbox.status = statuses[Self.inbox]
    // Some servers do not list it.
    folders = [inbox]
    var names: Set<FolderName> = [.inbox]
    var ids: Set<String> = [Self.inbox]
    // A name that is as it is shown goes before one that is not.
    for mailbox in listed.filter(\.hasPlainName) + listed.filter({ !$0.hasPlainName }) {
      // A server may name one twice.
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
      // A server that tells which folder it is means no other one.
      if !told.contains(role) { folders[index].role = role }
    }
    sort()
  }

  /// Where several folders have one role, those of other people's accounts lie deeper.
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

  /// Each folder stands behind the one that it lies in; of those beside each other, the ones with a
  /// role come first, and the others by their names.
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

  /// - Parameter account: the user's name for where the folders are.
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
      mayLack: true,
      mayHold: { [lack] _ in lack != nil }
    )
  }
}

extension ListedMailbox {
  /// Whether there can be no messages in it. Such a one is seen in the names of those below it.
  fileprivate var isContainer: Bool {
    !attributes.isDisjoint(with: ["\\noselect", "\\nonexistent"])
  }

  /// As the server tells it.
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
  /// Of a folder whose server does not tell. Deeper ones are the user's own, as `Projects/Archive`
  /// is; but some servers keep all folders within the inbox.
  fileprivate init?(of name: FolderName) {
    let isInInbox = name.components.first?.uppercased() == IMAPFolders.inbox
    guard name.components.count == (isInInbox ? 2 : 1) else { return nil }
    self.init(named: name.components.last ?? "")
  }
}

extension ListedMailbox {
  /// More than anybody keeps folders in; what lies deeper is one name.
  private static let levels = 64

  /// Between the levels, without those before, behind and beside others.
  private var components: [String] {
    let levels = separator.map { name.split(separator: $0, maxSplits: Self.levels - 1) }
    let parts = levels?.map(String.init) ?? [name]
    guard let first = parts.first, first.uppercased() == IMAPFolders.inbox else { return parts }
    // In any spelling it is the inbox (RFC 9051, section 5.1), and so it is above others.
    return [IMAPFolders.inbox] + parts.dropFirst()
  }

  /// Identifies it among the others.
  fileprivate var id: String {
    components == [IMAPFolders.inbox] ? IMAPFolders.inbox : encodedName
  }

  /// Whether no other name is shown in the same way.
  fileprivate var hasPlainName: Bool {
    guard let separator else { return true }
    return components.joined(separator: String(separator)) == name
  }

  /// How it may be shown, best first: two names that differ only in separators or in an inbox's
  /// spelling are two folders. None for a name without a letter in it.
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
  /// The name of a folder as it is compared.
  fileprivate var inboxInCapitals: String {
    uppercased() == IMAPFolders.inbox ? IMAPFolders.inbox : self
  }
}

extension MailboxStatus {
  /// - Parameter name: of a folder, as the server writes it.
  func isAbout(_ name: String) -> Bool { encodedName.inboxInCapitals == name.inboxInCapitals }
}
