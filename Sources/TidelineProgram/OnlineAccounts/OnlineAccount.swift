import Mail

/// An account with mail among GNOME's online accounts. They keep it, with its password or token;
/// here nothing of it is kept.
package struct OnlineAccount: Sendable, Hashable {
  /// What proves to the server who the user is.
  package enum Kind: Sendable, Hashable {
    case password
    /// Of OAuth 2.
    case token
  }

  /// Of its object on the bus.
  let path: String
  /// The same for as long as the account is there.
  package let id: String
  /// As its user knows it, mostly the mail address.
  package let name: String
  package let emailAddress: String
  /// Such as `Google`.
  package let provider: String
  package let address: ServerAddress
  package let kind: Kind
  /// Whether its user has to sign in again.
  package let needsAttention: Bool

  /// Reads what the bus says of an object; nil where it is no account with mail by IMAP that is
  /// switched on and protected by TLS. Whether wrong certificates were allowed there does not count
  /// here.
  package init?(path: String, _ interfaces: [String: [String: BusValue]]) {
    func interface(_ name: String) -> [String: BusValue]? {
      interfaces["org.gnome.OnlineAccounts.\(name)"]
    }
    guard let account = interface("Account"), let mail = interface("Mail"),
      account["MailDisabled"] != .flag(true), mail["ImapSupported"] != .flag(false),
      let host = mail.text("ImapHost")
    else { return nil }
    let security: ServerAddress.Security
    switch (mail["ImapUseSsl"], mail["ImapUseTls"]) {
    case (.flag(true)?, _): security = .tls
    case (_, .flag(true)?): security = .startTLS
    default: return nil
    }
    let email = mail.text("EmailAddress")
    guard let user = mail.text("ImapUserName") ?? email,
      let address = ServerAddress(user: user, hostAndPort: host, security: security)
    else { return nil }
    // An account of both kinds has a token that its provider prefers.
    if interface("OAuth2Based") != nil {
      kind = .token
    } else if interface("PasswordBased") != nil {
      kind = .password
    } else {
      return nil
    }
    (self.path, self.address) = (path, address)
    emailAddress = email ?? user
    id = account.text("Id") ?? path
    name = account.text("PresentationIdentity") ?? emailAddress
    provider = account.text("ProviderName") ?? ""
    needsAttention = account["AttentionNeeded"] == .flag(true)
  }

  /// Whether a user means it by a name.
  package func isNamed(_ name: String) -> Bool {
    !name.isEmpty && [self.name, emailAddress, id].contains(name)
  }
}

extension [String: BusValue] {
  /// A property that is a text and not empty.
  fileprivate func text(_ name: String) -> String? {
    guard case .text(let text)? = self[name], !text.isEmpty else { return nil }
    return text
  }
}
