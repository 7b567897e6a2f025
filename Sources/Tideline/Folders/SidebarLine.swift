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

/// A line of the sidebar.
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
    /// The number of the color that tells the account's rows in All Inboxes; nil without that list.
    var color: Int?
  }

  /// The lines of all accounts. A single account has only the lines of its folders. With several
  /// accounts, All Inboxes comes first, and each account's own line precedes its folders.
  ///
  /// - Parameters:
  ///   - folded: the paths of the accounts whose folders are hidden.
  ///   - hasAllInboxes: whether there are several inboxes to list together.
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
        return [own] + (folders.isEmpty ? [allMail(of: account)] : folders)
      }
  }

  /// The only folder line of an account whose folders are not known yet.
  @MainActor private static func allMail(of account: OpenAccounts.Account) -> SidebarLine {
    SidebarLine(
      target: .folder(nil, of: account.path),
      title: FolderEntry.allMail,
      depth: 1,
      unread: account.unread,
      icon: FolderEntry.allMailIcon
    )
  }

  @MainActor private static func folders(
    of account: OpenAccounts.Account,
    depth: Int
  ) -> [SidebarLine] {
    FolderEntry.all(of: account.folders, unread: account.unread).map { folder in
      SidebarLine(
        target: .folder(folder.name, of: account.path),
        title: folder.title,
        depth: folder.depth + depth,
        unread: folder.unread,
        icon: folder.icon
      )
    }
  }

  /// The accessible name of the line.
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
