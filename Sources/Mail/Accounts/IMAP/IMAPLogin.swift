import IMAP
import Synchronization

/// How to log in, by what a server offers.
enum IMAPLogin {
  /// Runs what logs in. Where the server refuses the credential and another one can be had, it is
  /// run once more with that.
  ///
  /// - Parameter mayAsk: whether somebody waits for it, who may be asked.
  static func run<Value>(
    with source: CredentialSource,
    mayAsk: Bool = true,
    _ body: (@escaping @Sendable () async throws -> Credential) async throws -> Value
  ) async throws -> Value {
    let tried = Mutex<Credential?>(nil)
    do {
      let value = try await body {
        let first = try await source.current(mayAsk)
        tried.withLock { $0 = first }
        return first
      }
      if let first = tried.withLock({ $0 }) { await source.accepted?(first) }
      return value
    } catch var failure as ServerFailure where failure.kind == .loginRefused {
      guard let other = try await source.renewed?(mayAsk) else { throw failure }
      do {
        // The same would be refused again, and may lock the account.
        if tried.withLock({ $0 != other }) {
          let value = try await body { other }
          await source.accepted?(other)
          return value
        }
      } catch let second as ServerFailure where second.kind == .loginRefused {
        failure = second
      }
      failure.kind = source.refusal
      throw failure
    }
  }

  /// - Parameters:
  ///   - capabilities: as the server has sent them over the connection that is protected.
  ///   - credential: what proves who the user is.
  /// - Throws: ``ServerFailure`` where the server offers no way that fits, or `CommandError`.
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
          .oauthBearer(
            user: address.user,
            host: address.host,
            port: address.port,
            token: token
          )
        )
      }
      if offered.contains("XOAUTH2") {
        return try .authenticate(.xoauth2(user: address.user, token: token))
      }
    case .password(let password):
      if offered.contains("PLAIN") {
        return try .authenticate(.plain(user: address.user, password: password))
      }
      if !capabilities.has(.loginDisabled) {
        return try .login(user: address.user, password: password)
      }
    }
    let ways = offered.sorted().joined(separator: ", ")
    throw ServerFailure(
      .refused,
      host: address.host,
      step: "LOGIN",
      reason: "it offers no way to log in that Tideline knows, only \(ways.isEmpty ? "none" : ways)"
    )
  }
}
