import Mail
import TidelineLocalization

/// GNOME's online accounts, as their service on the session bus reports them.
package enum OnlineAccounts {
  /// The accounts with mail by IMAP, sorted by name; none if there is no such service.
  ///
  /// - Parameter seconds: the longest wait for the service.
  /// - Throws: ``OnlineAccountsFailure`` or `CancellationError`.
  package static func all(within seconds: Int = patience) async throws -> [OnlineAccount] {
    let method = BusMethod(
      service: service,
      path: "/org/gnome/OnlineAccounts",
      interface: "org.freedesktop.DBus.ObjectManager",
      name: "GetManagedObjects"
    )
    do {
      let objects = try await SessionBus.call(
        method,
        within: seconds,
        returning: BusReply.objects,
        BusReply.objects
      )
      return objects.compactMap { OnlineAccount(path: $0, $1) }
        .sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    } catch BusFailure.absent {
      return []
    } catch let failure as BusFailure {
      throw OnlineAccountsFailure(failure)
    }
  }

  /// The account with this name or mail address.
  ///
  /// - Throws: as ``all()``.
  package static func account(named name: String) async throws -> OnlineAccount? {
    try await all().first { $0.isNamed(name) }
  }

  /// The source of an account's password or token.
  package static func credentials(of account: OnlineAccount) -> CredentialSource {
    CredentialSource(
      { _ in try await credential(of: account) },
      renewed: { _ in try await renewedCredential(of: account) },
      refusal: .signInNeeded
    )
  }

  /// The source of the credentials for an address that was not added. The online account is looked
  /// up each time, since the service may have been late before, as at the start of a session.
  ///
  /// - Parameter other: the source to use if no online account has the address. While the service
  ///   is late, the user is not asked, because a typed password would be the wrong one.
  static func credentials(at address: ServerAddress, or other: CredentialSource) -> CredentialSource
  {
    CredentialSource(
      { mayAsk in
        guard let account = try await account(at: address) else {
          return try await other.current(mayAsk)
        }
        return try await credential(of: account)
      },
      renewed: { mayAsk in
        guard let account = try await account(at: address) else {
          return try await other.renewed?(mayAsk)
        }
        return try await renewedCredential(of: account)
      },
      accepted: other.accepted,
      refusal: other.refusal
    )
  }

  private static func account(at address: ServerAddress) async throws -> OnlineAccount? {
    do {
      return try await all().first { $0.address == address }
    } catch let failure as OnlineAccountsFailure {
      guard failure.isLate else { return nil }
      throw missing(address, failure)
    }
  }

  /// The password, or a token that is valid now.
  ///
  /// - Throws: `ServerFailure` or `CancellationError`.
  private static func credential(of account: OnlineAccount) async throws -> Credential {
    do {
      return try await fetchCredential(of: account)
    } catch BusFailure.refused(notAuthorized, _) {
      return try await renewedCredential(of: account)
    } catch let failure as BusFailure {
      throw missing(account.address, OnlineAccountsFailure(failure))
    }
  }

  /// The password or token after a server has refused it. The service first makes sure that the
  /// credential is valid.
  ///
  /// - Throws: as ``credential(of:)``; `ServerFailure.Kind.signInNeeded` if the user has to sign in
  ///   again.
  private static func renewedCredential(of account: OnlineAccount) async throws -> Credential {
    do {
      let method = account.method("Account", "EnsureCredentials")
      _ = try await SessionBus.call(method, within: renewal, returning: "(i)") { _ in true }
      return try await fetchCredential(of: account)
    } catch BusFailure.refused(notAuthorized, let reason) {
      throw ServerFailure(.signInNeeded, host: account.address.host, reason: reason)
    } catch let failure as BusFailure {
      throw missing(account.address, OnlineAccountsFailure(failure))
    }
  }

  fileprivate static let service = "org.gnome.OnlineAccounts"
  private static let notAuthorized = "org.gnome.OnlineAccounts.Error.NotAuthorized"
  /// The longest wait, in seconds, for data that the service has.
  package static let patience = 10
  /// The longest wait, in seconds, for data that the service must request from its providers.
  private static let renewal = 30

  private static func fetchCredential(of account: OnlineAccount) async throws -> Credential {
    switch account.kind {
    case .password:
      .password(
        try await SessionBus.call(
          account.method("PasswordBased", "GetPassword"),
          ["imap-password"],
          within: patience,
          returning: "(s)",
          secret
        )
      )
    case .token:
      .token(
        try await SessionBus.call(
          account.method("OAuth2Based", "GetAccessToken"),
          within: patience,
          returning: "(si)",
          secret
        )
      )
    }
  }

  @Sendable private static func secret(_ reply: OpaquePointer) -> String? {
    BusReply.text(reply).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func missing(_ address: ServerAddress, _ failure: OnlineAccountsFailure)
    -> ServerFailure
  {
    let reason = tr("GNOME Online Accounts do not answer: %s", with: failure.reason)
    return ServerFailure(.passwordMissing, host: address.host, reason: reason)
  }
}

extension OnlineAccount {
  fileprivate func method(_ interface: String, _ name: String) -> BusMethod {
    BusMethod(
      service: OnlineAccounts.service,
      path: path,
      interface: "\(OnlineAccounts.service).\(interface)",
      name: name
    )
  }
}

/// The service of the online accounts does not answer, or its answer makes no sense.
package struct OnlineAccountsFailure: Error, Sendable, CustomStringConvertible {
  /// Whether the service may still answer.
  fileprivate let isLate: Bool
  /// The reason in the system's words, if there are any.
  fileprivate let reason: String

  fileprivate init(_ failure: BusFailure) {
    (isLate, reason) =
      switch failure {
      case .absent: (false, tr("they are not there"))
      case .late(let seconds): (true, tr("nothing came within %s s", with: String(seconds)))
      case .nonsense: (false, tr("the answer makes no sense"))
      case .refused(_, let reason): (false, reason)
      }
  }

  package var description: String {
    tr("GNOME Online Accounts do not answer (%s). Try again in a moment.", with: reason)
  }
}

/// An account with mail among GNOME's online accounts. Their service stores it, with its password
/// or token; Tideline stores nothing of it.
package struct OnlineAccount: Sendable, Hashable {
  /// The kind of secret that proves the user's identity to the server.
  package enum Kind: Sendable, Hashable {
    case password
    /// A token of OAuth 2.
    case token
  }

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
