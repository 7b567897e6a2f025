import IMAP

/// How to log in, by what a server offers.
enum IMAPLogin {
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
