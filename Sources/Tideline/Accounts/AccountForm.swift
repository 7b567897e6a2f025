import Mail
import TidelineLocalization
import TidelineProgram

/// The typed texts that describe a new account, and their meaning.
nonisolated struct AccountForm: Equatable, Sendable {
  var address = ""
  var password = ""
  /// The account's name; empty to use its address.
  var name = ""
  /// The server's host; empty to find the server by the address.
  var host = ""
  /// The server's port; empty for the default port.
  var port = ""
  var security = ServerAddress.Security.tls
  /// The user's name on the server; empty to use the address.
  var user = ""

  /// Whether the form has an address and a password, which are enough to try the account.
  var isComplete: Bool { !address.isEmpty && !password.isEmpty }

  /// The reason why the form does not describe an account.
  enum Problem: Error, Equatable, CustomStringConvertible {
    case host(String)
    case port(String)
    case user(String)

    var description: String {
      switch self {
      case .host(let host):
        tr("“%s” is no name of a server. Write it as imap.example.org.", with: host)
      case .port(let port): tr("“%s” is no port. Write a number from 1 to 65535.", with: port)
      case .user(let user): tr("“%s” cannot be a user’s name.", with: user)
      }
    }
  }

  /// - Parameter last: the previous request. If it has the same server, the new request accepts the
  ///   same certificates.
  /// - Throws: ``Problem`` or `AccountAddressError`.
  func request(after last: AccountSetup.Request? = nil) throws -> AccountSetup.Request {
    let server = try server
    let name = String(name.trimmed)
    return AccountSetup.Request(
      server,
      name: name.isEmpty ? nil : name,
      pins: last?.server == server ? last?.pins ?? [] : []
    )
  }

  private var server: AccountSetup.Request.Server {
    get throws {
      let host = String(host.trimmed)
      guard !host.isEmpty else { return .of(try AccountAddress(address)) }
      let port = String(port.trimmed)
      guard port.isEmpty || UInt16(port) ?? 0 > 0 else { throw Problem.port(port) }
      let name = user.isEmpty ? String(address.trimmed) : user
      let place = port.isEmpty ? host : "\(host):\(port)"
      guard ServerAddress(user: "user", hostAndPort: place, security: security) != nil else {
        throw Problem.host(host)
      }
      guard let address = ServerAddress(user: name, hostAndPort: place, security: security) else {
        throw Problem.user(name)
      }
      return .known(address)
    }
  }

  mutating func fill(_ server: ServerAddress) {
    (host, port, security) = (server.host, String(server.port), server.security)
    user = server.user
  }

  mutating func emptyServer() { (host, port, security, user) = ("", "", .tls, "") }
}
