import Mail
import TidelineProgram

/// The accounts on servers that the user has, as far as they are known by now.
nonisolated struct KnownAccounts: Equatable, Sendable {
  var added: [ListedAccount] = []
  /// Of GNOME.
  var online: [OnlineAccount] = []
  /// Why some of them are not known.
  var problems: [String] = []

  /// One for each, the added ones first: an account that is both was added for a reason.
  var lines: [MailboxLine] {
    let added = self.added.map { MailboxLine($0) }
    let urls = Set(added.map(\.path))
    return added + online.map { MailboxLine($0) }.filter { !urls.contains($0.path) }
  }
}
