import Mail

/// An account with mail among GNOME's online accounts. Their service stores it, with its password
/// or token; Tideline stores nothing of it.
package struct OnlineAccount: Sendable, Hashable {
  /// The kind of secret that proves the user's identity to the server.
  package enum Kind: Sendable, Hashable {
    case password
    /// A token of OAuth 2.
    case token
  }

  /// The path of the account's object on the bus.
  let path: String
  /// The id of the account, which never changes.
  package let id: String
  /// The name for the user, mostly the mail address.
  package let name: String
  package let emailAddress: String
  /// The provider, such as `Google`.
  package let provider: String
  package let address: ServerAddress
  package let kind: Kind
  /// Whether the user has to sign in again.
  package let needsAttention: Bool

  /// Reads the properties of an object on the bus. Nil unless the object is an account with mail by
  /// IMAP, switched on and protected by TLS. Its setting to accept wrong certificates is ignored.
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
    // Prefers the token, as the provider does, if the account has a password as well.
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

  /// Whether a name that a user gives means this account.
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
