import Mail
import TidelineProgram

/// The user's server accounts that are known so far.
nonisolated struct KnownAccounts: Equatable, Sendable {
  var added: [ListedAccount] = []
  /// Accounts of GNOME Online Accounts.
  var online: [OnlineAccount] = []
  /// Accounts found in other programs on this machine.
  var found: [FoundAccount] = []
  /// Reasons why some accounts are not known.
  var problems: [String] = []

  /// Accounts that only other programs have. The user has to add an account before opening it.
  var offered: [FoundAccount] {
    let known = added.map(\.address) + online.map(\.address)
    return found.filter { offer in
      !known.contains { ($0.host, $0.user) == (offer.server.host, offer.server.user) }
    }
  }

  /// A line for each account that can be opened, added ones first. An account that is both added
  /// and in GNOME Online Accounts is listed as added, since the user had a reason to add it.
  var lines: [MailboxLine] {
    let added = self.added.map { MailboxLine($0) }
    let urls = Set(added.map(\.path))
    return added + online.map { MailboxLine($0) }.filter { !urls.contains($0.path) }
  }
}
