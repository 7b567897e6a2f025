import Mail
import TidelineLocalization

/// GNOME's online accounts, as their service on the session's bus tells of them.
package enum OnlineAccounts {
  /// Those with mail by IMAP, by their names; none where there is no such service.
  ///
  /// - Throws: ``OnlineAccountsFailure`` or `CancellationError`.
  package static func all() async throws -> [OnlineAccount] {
    let method = BusMethod(
      service: service,
      path: "/org/gnome/OnlineAccounts",
      interface: "org.freedesktop.DBus.ObjectManager",
      name: "GetManagedObjects"
    )
    do {
      let objects = try await SessionBus.call(
        method,
        within: patience,
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

  /// The account that a user means by its name or mail address.
  ///
  /// - Throws: as ``all()``.
  package static func account(named name: String) async throws -> OnlineAccount? {
    try await all().first { $0.isNamed(name) }
  }

  /// Where an account's password or token comes from.
  package static func credentials(of account: OnlineAccount) -> CredentialSource {
    CredentialSource(
      { _ in try await credential(of: account) },
      renewed: { _ in try await renewedCredential(of: account) },
      refusal: .signInNeeded
    )
  }

  /// The password, or a token that is good for now.
  ///
  /// - Throws: `ServerFailure` or `CancellationError`.
  private static func credential(of account: OnlineAccount) async throws -> Credential {
    do {
      return try await fetchCredential(of: account)
    } catch BusFailure.refused(notAuthorized, _) {
      return try await renewedCredential(of: account)
    } catch let failure as BusFailure {
      throw missing(account, failure)
    }
  }

  /// The same, once a server has refused it: after the service has seen to it that it is good.
  ///
  /// - Throws: as ``credential(of:)``; `ServerFailure.Kind.signInNeeded` where only the user can.
  private static func renewedCredential(of account: OnlineAccount) async throws -> Credential {
    do {
      let method = account.method("Account", "EnsureCredentials")
      _ = try await SessionBus.call(method, within: renewal, returning: "(i)") { _ in true }
      return try await fetchCredential(of: account)
    } catch BusFailure.refused(notAuthorized, let reason) {
      throw ServerFailure(.signInNeeded, host: account.address.host, reason: reason)
    } catch let failure as BusFailure {
      throw missing(account, failure)
    }
  }

  fileprivate static let service = "org.gnome.OnlineAccounts"
  private static let notAuthorized = "org.gnome.OnlineAccounts.Error.NotAuthorized"
  /// In seconds, for what the service has.
  private static let patience = 10
  /// In seconds, for what the service has to ask its providers for.
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

  private static func missing(_ account: OnlineAccount, _ failure: BusFailure) -> ServerFailure {
    let reason = OnlineAccountsFailure(failure).reason
    return ServerFailure(
      .passwordMissing,
      host: account.address.host,
      reason: "GNOME Online Accounts do not answer: \(reason)"
    )
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

/// The service of the online accounts does not answer, or makes no sense.
package struct OnlineAccountsFailure: Error, Sendable, CustomStringConvertible {
  /// In the system's words, where it has some.
  package let reason: String

  fileprivate init(_ failure: BusFailure) {
    reason =
      switch failure {
      case .absent: "they are not there"
      case .late(let seconds): "nothing came within \(seconds) s"
      case .nonsense: "the answer makes no sense"
      case .refused(_, let reason): reason
      }
  }

  package var description: String {
    tr("GNOME Online Accounts do not answer (%s). Try again in a moment.", with: reason)
  }
}
