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
  /// Whether there are more than are listed.
  private var isCut = false

  /// More than any account has.
  private static let limit = 10_000
  static let inbox = "INBOX"

  init(_ responses: [Response]) {
    var names: Set<FolderName> = []
    var statuses: [String: MailboxStatus] = [:]
    for response in responses {
      switch response {
      case .list(let listed):
        guard !listed.isContainer, let name = FolderName(listed) else { continue }
        guard folders.count < Self.limit || name == .inbox else {
          isCut = true
          continue
        }
        // A server may name one twice.
        if names.insert(name).inserted {
          let role = name == .inbox ? .inbox : listed.role
          folders.append(Folder(name: name, encodedName: listed.encodedName, role: role))
        }
      case .mailboxStatus(let status): statuses[Self.key(status.encodedName)] = status
      default: break
      }
    }
    let told = Set(folders.compactMap(\.role))
    for index in folders.indices {
      folders[index].status = statuses[Self.key(folders[index].encodedName)]
      guard folders[index].role == nil, let role = FolderRole(of: folders[index].name) else {
        continue
      }
      // A server that tells which folder it is means no other one.
      if !told.contains(role) { folders[index].role = role }
    }
    sort()
  }

  private static func key(_ name: String) -> String {
    name.uppercased() == inbox ? inbox : name
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
    let reason = "of more than \(Self.limit) folders only the first ones are listed"
    return FolderTree(
      folders.map {
        FolderTree.Folder(
          id: FolderID($0.encodedName),
          name: $0.name,
          role: $0.role,
          firstHorizon: .unread
        )
      },
      skipped: isCut ? [SkippedMessage(path: account, reason: reason, isInPart: true)] : [],
      mayHold: { [isCut] _ in isCut }
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

extension FolderRole {
  /// Of a folder whose server does not tell. Deeper ones are the user's own, as `Projects/Archive`
  /// is; but some servers keep all folders within the inbox.
  fileprivate init?(of name: FolderName) {
    let isInInbox = name.components.first?.uppercased() == IMAPFolders.inbox
    guard name.components.count == (isInInbox ? 2 : 1) else { return nil }
    self.init(named: name.components.last ?? "")
  }
}

extension FolderName {
  /// Nil for a name without a letter in it.
  fileprivate init?(_ listed: ListedMailbox) {
    if listed.encodedName.uppercased() == IMAPFolders.inbox {
      self = .inbox
      return
    }
    let parts = listed.separator.map { listed.name.split(separator: $0).map(String.init) }
    let components = (parts ?? [listed.name]).filter { !$0.isEmpty }
    guard !components.isEmpty else { return nil }
    self.init(components: components)
  }
}
