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
