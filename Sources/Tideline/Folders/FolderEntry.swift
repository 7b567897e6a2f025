import Mail
import TidelineProgram

/// A folder's line in the sidebar, or the line for all folders of a mailbox.
nonisolated struct FolderEntry: Equatable {
  /// The folder; nil for all folders.
  let name: FolderName?
  /// The folder's name within its parent.
  let title: String
  /// The number of ancestors that are folders of the mailbox.
  let depth: Int
  let unread: Int
  let icon: String

  /// The title of the line for all folders.
  static var allMail: String { tr("All Mail") }
  static let allMailIcon = "mail-unread-symbolic"

  /// The lines of a mailbox: its folders in their order. If there are several folders, the line for
  /// all folders follows the inbox, or comes first if there is no inbox.
  ///
  /// - Parameter unread: the number of unread messages in all folders but junk and trash.
  static func all(of folders: [MailFolder], unread: Int) -> [FolderEntry] {
    let names = Set(folders.map(\.name.components))
    let roles = Dictionary(grouping: folders.compactMap(\.role)) { $0 }.mapValues(\.count)
    let lines = folders.map { folder in
      FolderEntry(folder, among: names, isOnly: folder.role.map { roles[$0] == 1 } ?? false)
    }
    guard folders.count > 1 else { return lines }
    let all = FolderEntry(
      name: nil,
      title: allMail,
      depth: 0,
      unread: unread,
      icon: allMailIcon
    )
    let inbox = lines.prefix { $0.name == .inbox }
    return inbox + [all] + lines.dropFirst(inbox.count)
  }

  private init(name: FolderName?, title: String, depth: Int, unread: Int, icon: String) {
    (self.name, self.title, self.depth, self.unread) = (name, title, depth, unread)
    self.icon = icon
  }

  /// - Parameters:
  ///   - names: the names of all folders. If `Lists` is not among the names, the title of the
  ///     folder `Lists/GTK` is `Lists/GTK`, and not only `GTK`.
  ///   - isOnly: whether the folder has a role, and no other folder has this role. If true, the
  ///     last part of its name is the title. ``FolderRole/all`` is an exception: with the title
  ///     “All Mail”, the folder's line would look like the line for all folders.
  private init(_ folder: MailFolder, among names: Set<[String]>, isOnly: Bool) {
    let components = folder.name.components
    let above = (1..<components.count).filter { names.contains(Array(components.prefix($0))) }
    let skipped = isOnly && folder.role != .all ? components.count - 1 : above.last ?? 0
    let own = components.dropFirst(skipped)
    self.init(
      name: folder.name,
      title: folder.name == .inbox ? tr("Inbox") : own.joined(separator: "/"),
      depth: above.count,
      unread: folder.unread ?? 0,
      icon: folder.role.map(Self.icon) ?? Self.icon(forName: components.last ?? "")
    )
  }

  private static func icon(of role: FolderRole) -> String {
    switch role {
    case .inbox: AppInfo.id + "-inbox-symbolic"
    case .flagged: "starred-symbolic"
    case .drafts: "document-edit-symbolic"
    case .sent: "mail-send-symbolic"
    case .archive: "package-x-generic-symbolic"
    case .all: "mail-read-symbolic"
    case .junk: "mail-mark-junk-symbolic"
    case .trash: "user-trash-symbolic"
    }
  }

  /// Icons of folders without a role, by names that are common for such folders.
  private static func icon(forName name: String) -> String {
    switch name.lowercased() {
    case "outbox": "mail-send-symbolic"
    case "templates": "document-edit-symbolic"
    default: "folder-symbolic"
    }
  }
}
