import Mail
import TidelineProgram

/// The target of a sidebar line: conversations to list, or an account to fold or unfold.
nonisolated enum SidebarTarget: Hashable, Sendable {
  case allInboxes
  /// An account's own line, above its folders. The value is the account's path.
  case account(String)
  /// A folder of the account at a path; a nil name stands for all folders of the account.
  case folder(FolderName?, of: String)
}

nonisolated struct SidebarLine: Equatable {
  let target: SidebarTarget
  let title: String
  /// The number of the line's ancestors in the tree of accounts and folders.
  let depth: Int
  let unread: Int
  let icon: String
  /// The state of the account, if this is an account's own line.
  var account: AccountLine?

  struct AccountLine: Equatable {
    /// Whether the account's folders are hidden.
    let isFolded: Bool
    let trouble: AccountTrouble?
    var isRefreshing = false
    /// The number of the color that marks the account's rows in All Inboxes; nil without that list.
    var color: Int?
  }

  /// The lines of all accounts. A single account has only the lines of its folders. With several
  /// accounts, All Inboxes comes first, and each account's own line precedes its folders.
  @MainActor static func all(
    of accounts: [OpenAccounts.Account],
    folded: Set<String>,
    hasAllInboxes: Bool
  ) -> [SidebarLine] {
    guard accounts.count > 1 else { return accounts.flatMap { folders(of: $0, depth: 0) } }
    let inboxes = SidebarLine(
      target: .allInboxes,
      title: AllInboxes.title,
      depth: 0,
      unread: accounts.compactMap { $0.folders.inbox?.unread }.reduce(0, +),
      icon: "mail-unread-symbolic"
    )
    return (hasAllInboxes ? [inboxes] : [])
      + accounts.enumerated().flatMap { rank, account in
        let isFolded = folded.contains(account.path)
        let own = SidebarLine(
          target: .account(account.path),
          title: account.title,
          depth: 0,
          unread: isFolded ? account.unread : 0,
          icon: isFolded ? "pan-end-symbolic" : "pan-down-symbolic",
          account: AccountLine(
            isFolded: isFolded,
            trouble: account.trouble,
            isRefreshing: account.isRefreshing,
            color: hasAllInboxes ? RowAccount.color(rank: rank) : nil
          )
        )
        if isFolded { return [own] }
        let folders = folders(of: account, depth: 1)
        // The folders may not be known yet.
        return [own] + (folders.isEmpty ? [allMail(of: account, depth: 1)] : folders)
      }
  }

  var spoken: String {
    let parts = [
      title,
      // Spoken after the name of an account, whose folders are listed below it.
      account.map { $0.isFolded ? tr("account, folded") : tr("account") },
      // Spoken while an account is refreshed.
      account?.isRefreshing == true ? tr("refreshing") : nil,
      account?.trouble?.text,
      unread > 0 ? tr("%d unread", "%d unread", unread) : nil,
    ]
    return JoinedText.list(parts.compactMap { $0 })
  }

  /// The full name of a folder or the trouble of an account, for which the line has no space.
  var tooltip: String? {
    if case .folder(let name?, _) = target { return name.description }
    return account?.trouble?.sentence
  }
}

extension SidebarLine {
  /// The lines of an account's folders in their order. If there are several folders, the line for
  /// all of them follows the inbox, or comes first if there is no inbox.
  @MainActor static func folders(of account: OpenAccounts.Account, depth: Int) -> [SidebarLine] {
    let names = Set(account.folders.map(\.name.components))
    let roles = Dictionary(grouping: account.folders.compactMap(\.role)) { $0 }.mapValues(\.count)
    let lines = account.folders.map { folder in
      let isOnly = folder.role.map { roles[$0] == 1 } ?? false
      return SidebarLine(folder, of: account.path, depth: depth, among: names, isOnly: isOnly)
    }
    guard lines.count > 1 else { return lines }
    let inbox = lines.prefix { $0.target == .folder(.inbox, of: account.path) }
    return inbox + [allMail(of: account, depth: depth)] + lines.dropFirst(inbox.count)
  }

  @MainActor private static func allMail(
    of account: OpenAccounts.Account,
    depth: Int
  ) -> SidebarLine {
    SidebarLine(
      target: .folder(nil, of: account.path),
      title: tr("All Mail"),
      depth: depth,
      unread: account.unread,
      icon: "mail-unread-symbolic"
    )
  }

  /// - Parameters:
  ///   - names: the names of all folders. If `Lists` is not among the names, the title of the
  ///     folder `Lists/GTK` is `Lists/GTK`, and not only `GTK`.
  ///   - isOnly: whether the folder has a role, and no other folder has this role. If true, the
  ///     last part of its name is the title. ``FolderRole/all`` is an exception: with the title
  ///     “All Mail”, the folder's line would look like the line for all folders.
  private init(
    _ folder: MailFolder,
    of path: String,
    depth: Int,
    among names: Set<[String]>,
    isOnly: Bool
  ) {
    let components = folder.name.components
    let above = (1..<components.count).filter { names.contains(Array(components.prefix($0))) }
    let skipped = isOnly && folder.role != .all ? components.count - 1 : above.last ?? 0
    let own = components.dropFirst(skipped)
    self.init(
      target: .folder(folder.name, of: path),
      title: folder.name == .inbox ? tr("Inbox") : own.joined(separator: "/"),
      depth: depth + above.count,
      unread: folder.unread ?? 0,
      icon: Self.icon(of: folder)
    )
  }

  private static func icon(of folder: MailFolder) -> String {
    switch folder.role {
    case .inbox: AppInfo.id + "-inbox-symbolic"
    case .flagged: "starred-symbolic"
    case .drafts: "document-edit-symbolic"
    case .sent: "mail-send-symbolic"
    case .archive: "package-x-generic-symbolic"
    case .all: "mail-read-symbolic"
    case .junk: "mail-mark-junk-symbolic"
    case .trash: "user-trash-symbolic"
    case nil:
      // Names that are common for folders without a role.
      switch folder.name.components.last?.lowercased() {
      case "outbox": "mail-send-symbolic"
      case "templates": "document-edit-symbolic"
      default: "folder-symbolic"
      }
    }
  }
}

/// The problem of an account: it shows only its stored mail, or does not take marks.
nonisolated struct AccountTrouble: Equatable {
  /// A few words, for the sidebar.
  let text: String
  /// A sentence, where there is more space than in the sidebar.
  let sentence: String
  let icon: String

  private static let warning = "dialog-warning-symbolic"
  private static let offline = "network-offline-symbolic"
  private static let login = "dialog-password-symbolic"

  private init(_ text: String, _ sentence: String, _ icon: String) {
    (self.text, self.sentence, self.icon) = (text, sentence, icon)
  }

  /// Nil if the account has no problem.
  init?(_ state: MailboxState) {
    switch state.health {
    case .good:
      guard let sentence = RefusedMarks.sentence(state.marks) else { return nil }
      // The state of an account whose mailbox does not take the user’s marks.
      self.init(tr("marks refused"), sentence, Self.warning)
    // All Inboxes showed the other accounts without waiting for this one.
    case .silent: self.init(tr("no answer"), tr("It does not answer."), Self.offline)
    case .offline(_, let reason), .failed(let reason): self.init(reason)
    }
  }

  init(_ error: any Error) {
    let sentence = ErrorText(error).text
    switch error {
    case MailError.server(let failure) where failure.kind == .notNow:
      // The state of an account whose server has too much to do.
      self.init(tr("busy"), sentence, Self.offline)
    case let error as MailError where error.isOffline:
      // The state of an account whose server cannot be reached.
      self.init(tr("offline"), tr("The server is not reached."), Self.offline)
    case MailError.server(let failure) where failure.kind == .loginRefused:
      let sentence = tr("The server refused the login. Refresh to sign in again.")
      self.init(tr("sign in again"), sentence, Self.login)
    case MailError.server(let failure) where failure.remedy == .login:
      self.init(tr("sign in again"), sentence, Self.login)
    default:
      // The state of an account whose last refresh failed.
      self.init(tr("failed"), sentence, Self.warning)
    }
  }
}
