/// Where an account's credential comes from, and what is done about one that its server refuses.
///
/// All of it is called from any task.
public struct CredentialSource: Sendable {
  /// What proves who the user is; asked for whenever a connection is opened. False where nobody
  /// waits for the connection, so that no question may appear.
  public var current: @Sendable (_ mayAsk: Bool) async throws -> Credential
  /// Another one in place of what the server has refused; nil, also as its result, where there is
  /// none.
  public var renewed: (@Sendable (_ mayAsk: Bool) async throws -> Credential?)?
  /// Called with each one that the server accepts.
  public var accepted: (@Sendable (Credential) async -> Void)?
  /// What the failure is where the other one is refused, too: it decides what the user is told to
  /// do.
  public var refusal: ServerFailure.Kind

  /// Joins the four.
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
