import Mail
import TidelineProgram

/// A line of the sidebar: a folder, or all of them together.
nonisolated struct FolderEntry: Equatable {
  /// Nil for all of them.
  let name: FolderName?
  /// What it is called within the folder above it.
  let title: String
  /// How many of the mailbox's folders it lies within.
  let depth: Int
  let unread: Int
  let icon: String

  /// The lines for a mailbox: its folders in their order, and above them the one for all, where
  /// there are several.
  static func all(of folders: [MailFolder]) -> [FolderEntry] {
    let names = Set(folders.map(\.name.components))
    let lines = folders.map { FolderEntry($0, among: names) }
    guard folders.count > 1 else { return lines }
    return [
      FolderEntry(
        name: nil,
        title: tr("All Mail"),
        depth: 0,
        unread: folders.map(\.unread).reduce(0, +),
        icon: "mail-unread-symbolic"
      )
    ] + lines
  }

  /// The accessible name of the line.
  var spoken: String {
    unread > 0 ? tr("%s, %s", with: title, tr("%d unread", "%d unread", unread)) : title
  }

  private init(name: FolderName?, title: String, depth: Int, unread: Int, icon: String) {
    (self.name, self.title, self.depth, self.unread) = (name, title, depth, unread)
    self.icon = icon
  }

  /// - Parameter names: of all folders. `Lists/GTK` may be a folder while `Lists` is none: its
  ///   title must then include the parent.
  private init(_ folder: MailFolder, among names: Set<[String]>) {
    let components = folder.name.components
    let isInbox = folder.name == .inbox
    let above = (1..<components.count).filter { names.contains(Array(components.prefix($0))) }
    let own = components.dropFirst(above.last ?? 0)
    self.init(
      name: folder.name,
      title: isInbox ? tr("Inbox") : own.joined(separator: "/"),
      depth: above.count,
      unread: folder.unread,
      icon: isInbox ? "folder-download-symbolic" : Self.icon(for: components.last ?? "")
    )
  }

  /// By the names that mail programs give these folders.
  private static func icon(for name: String) -> String {
    switch name.lowercased() {
    case "sent", "sent mail", "sent messages", "sent items", "outbox": "mail-send-symbolic"
    case "drafts", "templates": "document-edit-symbolic"
    case "trash", "deleted messages", "deleted items", "bin": "user-trash-symbolic"
    case "junk", "spam", "junk mail": "mail-mark-junk-symbolic"
    default: "folder-symbolic"
    }
  }
}
