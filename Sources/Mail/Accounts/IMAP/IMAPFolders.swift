import IMAP

/// The folders of an account, as a server lists them.
struct IMAPFolders {
  /// A folder that messages lie in.
  struct Folder {
    var name: FolderName
    /// As commands name it.
    var encodedName: String
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
          folders.append(Folder(name: name, encodedName: listed.encodedName))
        }
      case .mailboxStatus(let status): statuses[Self.key(status.encodedName)] = status
      default: break
      }
    }
    for index in folders.indices {
      folders[index].status = statuses[Self.key(folders[index].encodedName)]
    }
    folders.sort { one, other in
      (one.name == .inbox ? 0 : 1, one.name.description)
        < (other.name == .inbox ? 0 : 1, other.name.description)
    }
  }

  private static func key(_ name: String) -> String {
    name.uppercased() == inbox ? inbox : name
  }

  /// - Parameter account: the user's name for where the folders are.
  func tree(of account: String) -> FolderTree {
    let reason = "of more than \(Self.limit) folders only the first ones are listed"
    return FolderTree(
      folders.map {
        FolderTree.Folder(
          id: FolderID($0.encodedName),
          name: $0.name,
          firstHorizon: .unread
        )
      },
      skipped: isCut ? [SkippedMessage(path: account, reason: reason, isInPart: true)] : [],
      mayHold: { [isCut] _ in isCut }
    )
  }
}

extension ListedMailbox {
  /// Whether there can be no messages in it.
  fileprivate var isContainer: Bool {
    !attributes.isDisjoint(with: ["\\noselect", "\\nonexistent"])
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
