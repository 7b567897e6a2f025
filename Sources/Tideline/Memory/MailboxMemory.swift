import Mail

/// What is remembered of one mailbox.
struct MailboxMemory {
  private let memory: WindowMemory
  private let path: String

  /// - Parameter path: the mailbox's, as it was given.
  init(_ memory: WindowMemory, of path: String) { (self.memory, self.path) = (memory, path) }

  /// The mailbox was opened: the next start begins with it.
  func opened(_ source: any ConversationSource) { memory.opened(path, title: source.title) }

  /// The folder that was listed last.
  var folder: ListedFolder { ListedFolder(text: memory[\.[mailbox: path].folder]) }

  /// Another folder is listed, from its top.
  func note(_ folder: ListedFolder) {
    guard folder.text != self.folder.text else { return }
    memory[\.[mailbox: path].folder] = folder.text
    place = nil
  }

  /// Where the list is scrolled to; nil at its top.
  var place: ListPlace? {
    get { memory[\.[mailbox: path].place] }
    nonmutating set { memory[\.[mailbox: path].place] = newValue }
  }

  /// A message of the conversation that is read, by its Message-ID; nil for none.
  var selected: String? {
    get { memory[\.[mailbox: path].selected] }
    nonmutating set { memory[\.[mailbox: path].selected] = newValue }
  }

  /// As ``WindowMemory/takeUnfinished(in:)``.
  func takeUnfinished() -> Bool { memory.takeUnfinished(in: path) }
}

/// Which folder of a mailbox is listed, or was listed last.
nonisolated struct ListedFolder: Sendable {
  /// As it is kept; nil where none was ever chosen.
  let text: String?

  /// What stands for the list of all folders: no folder's name is empty.
  private static let allMail = ""

  init(text: String?) { self.text = text }

  /// - Parameter folder: nil for all of them.
  init(_ folder: FolderName?) { text = folder.map(\.description) ?? Self.allMail }

  /// As it was listed; nil where none was, and for all of them.
  var name: FolderName? { text.flatMap { FolderName($0) } }

  /// The folder, where it is still there; else the one to begin with. Nil for all of them.
  func folder(of mailbox: Mailbox) async throws -> FolderName? {
    if text == Self.allMail { return nil }
    let names = try await mailbox.folderNames()
    // Of an account that was never read, or whose store was lost, nothing is known yet.
    if names.isEmpty { return name ?? .inbox }
    return [name, .inbox].compactMap { $0 }.first(where: names.contains)
  }
}
