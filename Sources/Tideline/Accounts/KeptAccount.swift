import Mail
import TidelineProgram

/// A mailbox that stays in the sidebar, whichever mailbox is shown.
nonisolated struct KeptAccount: Codable, Equatable, Sendable {
  /// The mailbox's path, or an account's URL.
  let path: String
  /// The mailbox's display name, as last known.
  var title: String

  /// The chosen mailboxes, followed by the other accounts in the list of server accounts.
  ///
  /// - Parameter chosen: the mailboxes that the user has chosen, in the sidebar's order.
  static func all(_ chosen: [KeptAccount]) async -> [KeptAccount] {
    let paths = Set(chosen.map(\.path))
    return chosen + (await added() ?? []).filter { !paths.contains($0.path) }
  }

  /// The server accounts that were added; nil if their list cannot be read. This function does not
  /// report why: the page to choose a mailbox shows the reason.
  static func added() async -> [KeptAccount]? { await ReadingThreads.run { listed() } }

  /// Reads the list of ``added()`` on the calling thread, which waits for the disk.
  static func listed() -> [KeptAccount]? {
    try? AccountListFile().read().accounts
      .map { KeptAccount(path: $0.address.url, title: $0.name) }
  }
}

/// The inboxes of all kept accounts, as one mailbox.
nonisolated enum AllInboxes {
  /// The value in place of a path for All Inboxes. It differs from all paths and accounts' URLs.
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

  /// The name shown for a path: “All Inboxes”, the user of an account's URL, or the path itself.
  static func shown(_ path: String) -> String {
    path == self.path ? title : ServerAddress(url: path)?.user ?? path
  }
}
