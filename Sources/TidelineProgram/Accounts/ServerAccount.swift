import CTidelineGLib
import Mail
import Network

/// How a program uses accounts on servers.
package struct AccountAccess: Sendable {
  /// Asks a person for the password of an account, and returns nil where nobody can be asked. Nil
  /// where the program never asks.
  package var ask: (@Sendable (PasswordRequest) async throws -> String?)?
  /// What is wrong, and the way out, where nobody has given one; a part of a sentence.
  package var unanswered: String
  /// A file whose first line is the password, in place of all other ways to it.
  package var passwordFile: String?
  /// Whether the dialogue with servers is written to the standard error; also by `TIDELINE_DEBUG`.
  package var isVerbose: Bool

  package init(
    isVerbose: Bool = false,
    passwordFile: String? = nil,
    unanswered: String = Self.noTerminal,
    ask: (@Sendable (PasswordRequest) async throws -> String?)? = nil
  ) {
    (self.ask, self.unanswered) = (ask, unanswered)
    self.passwordFile = passwordFile ?? environment("TIDELINE_PASSWORD_FILE")
    self.isVerbose =
      isVerbose || (environment("TIDELINE_DEBUG") ?? "").split(separator: ",").contains("imap")
  }

  package static let noTerminal =
    "there is no terminal to ask on; put it into a file that only you can read, and name that in "
    + "TIDELINE_PASSWORD_FILE"

  /// Receives the dialogue with a server; nil where nobody reads it.
  package var log: (@Sendable (String) -> Void)? {
    guard isVerbose else { return nil }
    return { (line: String) in StandardError.write("imap: \(line)") }
  }
}

/// What a person is asked for.
package struct PasswordRequest: Sendable {
  /// Whose password, and where.
  package var address: ServerAddress
  /// Why it is asked for, in the user's language; nil where that needs no word.
  package var remark: String?
  /// Whether it is kept in the keyring once the server has accepted it; else until the program
  /// ends.
  package var isKept: Bool

  package init(address: ServerAddress, remark: String? = nil, isKept: Bool = false) {
    (self.address, self.remark, self.isKept) = (address, remark, isKept)
  }
}

/// Accounts on servers, as the programs use them.
package enum ServerAccount {
  /// - Parameters:
  ///   - address: whose mail, and where.
  ///   - account: what is kept of it; nil where it was not added.
  package static func make(
    _ address: ServerAddress,
    _ account: ListedAccount?,
    _ access: AccountAccess = AccountAccess()
  ) -> IMAPAccount {
    let secret = Secret(address, account, access)
    let own = CredentialSource(
      { .password(try await secret.password(mayAsk: $0)) },
      renewed: { try await secret.renewed(mayAsk: $0).map(Credential.password) },
      accepted: { await secret.accepted($0) }
    )
    let isOwn = account != nil || access.passwordFile != nil
    return IMAPAccount(
      id: account.map { .server($0.id) } ?? .server(at: address),
      title: account?.name,
      address,
      trust: trust(account?.pins ?? []),
      credentials: isOwn ? own : OnlineAccounts.credentials(at: address, or: own),
      log: access.log
    )
  }

  /// An online account, whose password or token its service keeps.
  package static func make(
    _ account: OnlineAccount,
    _ access: AccountAccess = AccountAccess()
  ) -> IMAPAccount {
    IMAPAccount(
      id: .server(at: account.address),
      title: account.name,
      account.address,
      trust: trust([]),
      credentials: OnlineAccounts.credentials(of: account),
      log: access.log
    )
  }

  /// Which certificates are accepted: those that are pinned, where there are any; else those that
  /// the system's authorities have signed, or the ones in the file that `TIDELINE_CA_FILE` names.
  package static func trust(_ pins: Set<CertificateFingerprint>) -> CertificateTrust {
    if !pins.isEmpty { return CertificateTrust(pins: pins) }
    return environment("TIDELINE_CA_FILE").map { .authorities($0) } ?? .system
  }
}

private func environment(_ name: String) -> String? { g_getenv(name).map { String(cString: $0) } }
