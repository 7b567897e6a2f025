import Mail

/// The memory of one mailbox: its folder, its scroll position and its selected conversation.
struct MailboxMemory {
  private let memory: WindowMemory
  private let path: String

  init(_ memory: WindowMemory, of path: String) { (self.memory, self.path) = (memory, path) }

  /// Notes that the mailbox was opened: the next start opens it again.
  func opened(_ source: any ConversationSource) { memory.opened(path, title: source.title) }

  var folder: ListedFolder { ListedFolder(text: memory[\.[mailbox: path].folder]) }

  /// Notes that another folder is listed, from its top.
  func note(_ folder: ListedFolder) {
    guard folder.text != self.folder.text else { return }
    memory[\.[mailbox: path].folder] = folder.text
    place = nil
  }

  var place: ListPlace? {
    get { memory[\.[mailbox: path].place] }
    nonmutating set { memory[\.[mailbox: path].place] = newValue }
  }

  /// The Message-ID of a message of the selected conversation; nil for none.
  var selected: String? {
    get { memory[\.[mailbox: path].selected] }
    nonmutating set { memory[\.[mailbox: path].selected] = newValue }
  }

  func takeUnfinished() -> Bool { memory.takeUnfinished(in: path) }
}

/// The folder that a mailbox lists, or listed last.
nonisolated struct ListedFolder: Sendable {
  /// The folder as it is stored; empty for all folders, and nil if no folder was chosen yet.
  let text: String?

  /// The text for all folders: no folder has an empty name.
  private static let allMail = ""

  init(text: String?) { self.text = text }

  init(_ folder: FolderName?) { text = folder.map(\.description) ?? Self.allMail }

  /// The folder's name; nil for all folders, and if none was chosen yet.
  var name: FolderName? { text.flatMap { FolderName($0) } }

  /// The chosen folder, or the inbox if the chosen folder no longer exists. Nil if all folders are
  /// chosen, or if there is no inbox.
  func folder(of mailbox: Mailbox) async throws -> FolderName? {
    if text == Self.allMail { return nil }
    let names = try await mailbox.folderNames()
    // Trusts the choice if no folders are known: the account was never read, or its store was lost.
    if names.isEmpty { return name ?? .inbox }
    return [name, .inbox].compactMap { $0 }.first(where: names.contains)
  }
}
