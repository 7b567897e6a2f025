import CTidelineGLib
import Mail
import Network
import TidelineLocalization

/// A program's way to use accounts on servers.
package struct AccountAccess: Sendable {
  /// Asks a person for the password of an account; returns nil if nobody can be asked. Nil if the
  /// program never asks.
  package var ask: (@Sendable (PasswordRequest) async throws -> String?)?
  /// Whether to ask again after a typed password was refused. On a terminal, one repeats the
  /// command.
  package var asksAgain: Bool
  /// The problem, and its remedy, if nobody has given a password; a part of a sentence.
  package var unanswered: String
  /// A file whose first line is the password; it replaces all other sources.
  package var passwordFile: String?
  /// Whether the protocol exchange with servers is written to standard error; `TIDELINE_DEBUG` has
  /// the same effect.
  package var isVerbose: Bool

  package init(
    isVerbose: Bool = false,
    passwordFile: String? = nil,
    unanswered: String = Self.noTerminal,
    asksAgain: Bool = false,
    ask: (@Sendable (PasswordRequest) async throws -> String?)? = nil
  ) {
    (self.ask, self.asksAgain, self.unanswered) = (ask, asksAgain, unanswered)
    self.passwordFile = passwordFile ?? environment("TIDELINE_PASSWORD_FILE")
    self.isVerbose =
      isVerbose || (environment("TIDELINE_DEBUG") ?? "").split(separator: ",").contains("imap")
  }

  package static let noTerminal =
    "there is no terminal to ask on; put it into a file that only you can read, and name that in "
    + "TIDELINE_PASSWORD_FILE"

  /// Receives the protocol exchange with a server; nil if it is not wanted.
  package var log: (@Sendable (String) -> Void)? {
    guard isVerbose else { return nil }
    return { (line: String) in StandardError.write("imap: \(line)") }
  }
}

/// A question to a person for a password.
package struct PasswordRequest: Sendable {
  package var address: ServerAddress
  /// The reason for the question, in the user's language; nil if it needs none.
  package var remark: String?
  /// Whether the password is stored in the keyring once the server has accepted it; otherwise it is
  /// kept until the program ends.
  package var isKept: Bool

  package init(address: ServerAddress, remark: String? = nil, isKept: Bool = false) {
    (self.address, self.remark, self.isKept) = (address, remark, isKept)
  }
}

/// Accounts on servers, as the programs use them.
package enum ServerAccount {
  /// - Parameter account: the listed account; nil if it was not added.
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

  /// An online account, whose service stores its password or token.
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

  /// The accepted certificates: only the pinned ones, if there are any; otherwise those signed by
  /// the authorities of the system, or by the authorities in the file that `TIDELINE_CA_FILE`
  /// names.
  package static func trust(_ pins: Set<CertificateFingerprint>) -> CertificateTrust {
    if !pins.isEmpty { return CertificateTrust(pins: pins) }
    return environment("TIDELINE_CA_FILE").map { .authorities($0) } ?? .system
  }
}

private func environment(_ name: String) -> String? { g_getenv(name).map { String(cString: $0) } }

private let unknown = "an unknown day"

extension CertificateDescription {
  /// The owner, the issuer, the dates and the fingerprint, one line each.
  package var lines: [TerminalText] {
    let (from, until) = (Self.day(notBefore) ?? unknown, Self.day(notAfter) ?? unknown)
    return [
      "Certificate of \(subject ?? "nobody"), issued by \(issuer ?? "nobody")",
      "Valid from \(from) to \(until)",
      "SHA-256 \(fingerprint.hexadecimal)",
    ]
  }

  /// A date in UTC, as in certificates.
  fileprivate static func day(_ seconds: Int64?) -> String? {
    seconds.map { UTCTime.formatted(secondsSince1970: $0, "%Y-%m-%d %H:%M") }
  }
}

/// The facts by which a person decides about a certificate, as text.
package struct CertificateFacts: Sendable, Hashable {
  /// The owner's and the issuer's distinguished names; nil if there is none.
  package let owner: String?
  package let issuer: String?
  /// The dates in UTC; nil for a date that cannot be read.
  package let validFrom: String?
  package let validUntil: String?
  /// The SHA-256 digest of the whole certificate: 64 hexadecimal digits.
  package let fingerprint: String
  /// The reason why the certificate is not trusted.
  package let error: MailError

  init(_ certificate: CertificateDescription, _ error: NetworkError) {
    (owner, issuer) = (certificate.subject, certificate.issuer)
    validFrom = CertificateDescription.day(certificate.notBefore)
    validUntil = CertificateDescription.day(certificate.notAfter)
    fingerprint = certificate.fingerprint.hexadecimal
    self.error = .network(error)
  }
}

extension NetworkError {
  package var certificate: CertificateDescription? {
    switch kind {
    case .certificateUntrusted(let certificate), .certificateChanged(let certificate): certificate
    default: nil
    }
  }
}
