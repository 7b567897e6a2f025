import Mail
import TidelineGtk
import TidelineProgram

/// The texts of a mailbox on the welcome page.
nonisolated struct MailboxLine: Equatable, Sendable {
  let path: String
  let title: String
  /// The path, or the user and server; the program that keeps the mail; remarks.
  let details: String
  let isMissing: Bool
  /// Whether the mailbox is a server account.
  let isAccount: Bool

  init(_ account: ListedAccount) {
    self.init(
      account.address.url,
      title: account.name,
      [account.address.user == account.name ? nil : account.address.user, account.address.host]
    )
  }

  init(_ account: OnlineAccount) {
    self.init(
      account.address.url,
      title: account.name,
      [
        account.emailAddress == account.name ? nil : account.emailAddress,
        account.provider.isEmpty ? account.address.host : account.provider,
        account.needsAttention ? tr("sign in again in the system’s settings") : nil,
      ]
    )
  }

  init(_ account: FoundAccount) {
    self.init(
      account.server.url,
      title: account.mailAddress,
      [account.server.host, tr("set up in %s; needs its password", with: account.program.rawValue)]
    )
  }

  private init(_ url: String, title: String, _ details: [String?]) {
    (path, self.title, self.details) = (url, title, Self.join(details))
    (isMissing, isAccount) = (false, true)
  }

  init(_ found: FoundMailbox, home: String) {
    path = found.path
    title = found.title
    (isMissing, isAccount) = (false, false)
    details = Self.join([
      Self.place(found.path, home: home),
      // The title of a program's own mailbox already contains the program's name.
      found.kind.program.flatMap { found.title.hasPrefix($0) ? nil : $0 },
      // A mailbox without messages.
      found.isEmpty ? tr("empty") : nil,
    ])
  }

  init(_ path: String, _ recent: RecentMailbox, home: String, isMissing: Bool) {
    let server = ServerAddress(url: path)?.host
    self.path = path
    title = recent.title
    (self.isMissing, isAccount) = (isMissing, server != nil)
    details = Self.join([
      server ?? Self.place(path, home: home), isMissing ? tr("not there at present") : nil,
    ])
  }

  /// A path as people write it, with `~` for the home folder.
  static func place(_ path: String, home: String) -> String {
    let home = home.hasSuffix("/") ? String(home.dropLast()) : home
    guard !home.isEmpty, path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  private static func join(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.joined(separator: " · ")
  }
}

extension FoundMailbox.Kind {
  /// The program that keeps the mail, or the mail's format.
  fileprivate nonisolated var program: String? {
    switch self {
    case .thunderbird: "Thunderbird"
    case .evolution: "Evolution"
    case .maildir: "Maildir"
    case .mbox: "mbox"
    case .spool: tr("system mail")
    }
  }
}
