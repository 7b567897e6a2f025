import IMAP
import Synchronization

struct LoginCredential: Sendable {
  fileprivate let current: @Sendable () async throws -> Credential
  /// Returns the credential without asking the user; nil if that is impossible.
  let known: @Sendable () async -> Credential?

  func callAsFunction() async throws -> Credential { try await current() }
}

/// Runs logins, and chooses a login method from the server's capabilities.
enum IMAPLogin {
  /// The limit of passwords that are typed for one login.
  private static let mostRenewals = 5

  /// Runs a login. If the server refuses the credential, runs the login again with each other
  /// password that ``CredentialSource/renewed`` returns, or with one other token.
  ///
  /// - Parameter mayAsk: whether a user is waiting for the login, and may be asked.
  static func run<Value>(
    with source: CredentialSource,
    mayAsk: Bool = true,
    _ body: (LoginCredential) async throws -> Value
  ) async throws -> Value {
    let tried = Mutex<Credential?>(nil)
    // Reads the credential only once: its source may be a pipe, which cannot be read again.
    let current: @Sendable (Bool) async throws -> Credential = { mayAsk in
      if let first = tried.withLock({ $0 }) { return first }
      let first = try await source.current(mayAsk)
      tried.withLock { $0 = first }
      return first
    }
    do {
      let value = try await body(
        LoginCredential(
          current: { try await current(mayAsk) },
          known: { try? await current(false) }
        )
      )
      if let first = tried.withLock({ $0 }) { await source.accepted?(first) }
      return value
    } catch var failure as ServerFailure where failure.kind == .loginRefused {
      var refused = tried.withLock { $0 }
      for _ in 0..<mostRenewals {
        guard let other = try await source.renewed?(mayAsk) else { break }
        failure.kind = source.refusal
        // Does not try the refused credential again: repeated refusals might lock the account.
        if other != refused {
          do {
            let value = try await body(LoginCredential(current: { other }, known: { other }))
            await source.accepted?(other)
            return value
          } catch let second as ServerFailure where second.kind == .loginRefused {
            (failure, refused) = (second, other)
            failure.kind = source.refusal
          }
        }
        // A person types a password again; a service has no better token than its new one.
        if case .token = other { break }
      }
      throw failure
    }
  }

  /// - Parameters:
  ///   - capabilities: the capabilities sent over the encrypted connection.
  ///   - credential: the password or token.
  /// - Throws: ``ServerFailure`` if the server offers no suitable mechanism, or `CommandError`.
  static func command(
    _ capabilities: Capabilities,
    _ address: ServerAddress,
    _ credential: Credential
  ) throws -> Command {
    let offered = Set(capabilities.saslMechanisms)
    switch credential {
    case .token(let token):
      if offered.contains("OAUTHBEARER") {
        return try .authenticate(
          .oauthBearer(user: address.user, host: address.host, port: address.port, token: token)
        )
      }
      if offered.contains("XOAUTH2") {
        return try .authenticate(.xoauth2(user: address.user, token: token))
      }
    case .password(let password):
      if offered.contains("PLAIN") {
        return try .authenticate(.plain(user: address.user, password: password))
      }
      if let login = try loginCommand(capabilities, address, credential) { return login }
    }
    let ways = offered.sorted().joined(separator: ", ")
    throw ServerFailure(
      .refused,
      host: address.host,
      step: "LOGIN",
      reason: "it offers no way to log in that Tideline knows, only ",
      words: ways.isEmpty ? "none" : ways
    )
  }

  /// The LOGIN command; nil if the server does not accept it, or if there is no password.
  static func loginCommand(
    _ capabilities: Capabilities,
    _ address: ServerAddress,
    _ credential: Credential
  ) throws -> Command? {
    guard case .password(let password) = credential, !capabilities.has(.loginDisabled) else {
      return nil
    }
    return try .login(user: address.user, password: password)
  }
}

/// The source of an account's credential, and of another one if the server refuses the first.
///
/// The functions are called from any task.
public struct CredentialSource: Sendable {
  /// Returns the credential; called whenever a connection is opened. If `mayAsk` is false, no user
  /// is waiting for the connection, and the user must not be asked.
  public var current: @Sendable (_ mayAsk: Bool) async throws -> Credential
  /// Returns a replacement for a credential that the server has refused. Nil, or a function that
  /// returns nil, if there is none.
  public var renewed: (@Sendable (_ mayAsk: Bool) async throws -> Credential?)?
  /// Called with each credential that the server accepts.
  public var accepted: (@Sendable (Credential) async -> Void)?
  /// The failure to report if the replacement is refused, too, or is the refused credential itself.
  /// The failure decides what the user is told to do.
  public var refusal: ServerFailure.Kind

  public init(
    _ current: @escaping @Sendable (_ mayAsk: Bool) async throws -> Credential,
    renewed: (@Sendable (_ mayAsk: Bool) async throws -> Credential?)? = nil,
    accepted: (@Sendable (Credential) async -> Void)? = nil,
    refusal: ServerFailure.Kind = .loginRefused
  ) {
    (self.current, self.renewed) = (current, renewed)
    (self.accepted, self.refusal) = (accepted, refusal)
  }
}

/// Proves the user's identity to a server.
public enum Credential: Sendable, Hashable {
  case password(String)
  /// An OAuth 2 token, from the service that keeps the user's online accounts.
  case token(String)

  var secret: String {
    switch self {
    case .password(let secret), .token(let secret): secret
    }
  }
}

/// Descriptions without the secret, however a value is printed.
extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .password: "password …"
    case .token: "token …"
    }
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
