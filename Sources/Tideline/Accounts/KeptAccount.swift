import Mail
import TidelineProgram

/// A mailbox that stays in the sidebar, whichever one is shown.
nonisolated struct KeptAccount: Codable, Equatable, Sendable {
  /// Or its URL.
  let path: String
  /// Its name for people, as it was last known.
  var title: String

  /// Those that the user has chosen, and after them the accounts that were added by the command
  /// line.
  ///
  /// - Parameter chosen: in the order of the sidebar.
  static func all(_ chosen: [KeptAccount]) async -> [KeptAccount] {
    let paths = Set(chosen.map(\.path))
    return chosen + (await added() ?? []).filter { !paths.contains($0.path) }
  }

  /// The accounts on servers that were added; nil where their list cannot be read: the page to
  /// choose a mailbox on says why.
  static func added() async -> [KeptAccount]? { await ReadingThreads.run { listed() } }

  /// The same, for a caller that waits for the disk.
  static func listed() -> [KeptAccount]? {
    try? AccountListFile().read().accounts
      .map { KeptAccount(path: $0.address.url, title: $0.name) }
  }
}

/// The inboxes of all kept accounts, as a mailbox to open.
nonisolated enum AllInboxes {
  /// Stands for a path; no path and no URL of an account looks like it.
  static let path = "tideline:inboxes"
  static var title: String { tr("All Inboxes") }

  static func make(of accounts: [KeptAccount], _ pool: MailboxPool) -> UnifiedInbox {
    UnifiedInbox(
      title,
      accounts.map { account in
        UnifiedInbox.Account(key: account.path, name: account.title) {
          try await pool.mailbox(at: account.path)
        }
      }
    )
  }

  /// What a path is called where it is shown: of an account's URL, whose mail it is.
  static func shown(_ path: String) -> String {
    path == self.path ? title : ServerAddress(url: path)?.user ?? path
  }
}
