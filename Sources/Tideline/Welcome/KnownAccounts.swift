import Mail
import TidelineProgram

/// The accounts on servers that the user has, as far as they are known by now.
nonisolated struct KnownAccounts: Equatable, Sendable {
  var added: [ListedAccount] = []
  /// Of GNOME.
  var online: [OnlineAccount] = []
  /// Of other programs on this machine.
  var found: [FoundAccount] = []
  /// Why some of them are not known.
  var problems: [String] = []

  /// What other programs have and this one does not: they can be added, and not be opened yet.
  var offered: [FoundAccount] {
    let known = added.map(\.address) + online.map(\.address)
    return found.filter { offer in
      !known.contains { ($0.host, $0.user) == (offer.server.host, offer.server.user) }
    }
  }

  /// One for each that can be opened, the added ones first: an account that is both was added for a
  /// reason.
  var lines: [MailboxLine] {
    let added = self.added.map { MailboxLine($0) }
    let urls = Set(added.map(\.path))
    return added + online.map { MailboxLine($0) }.filter { !urls.contains($0.path) }
  }
}
