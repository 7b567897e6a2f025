import Mail
import TidelineLocalization
import TidelineProgram

/// What is typed to add an account, and what it means.
nonisolated struct AccountForm: Equatable, Sendable {
  var address = ""
  var password = ""
  /// What the account is to be called; empty for its address.
  var name = ""
  /// Of the server; empty where it is to be found by the address.
  var host = ""
  /// Empty for the usual one.
  var port = ""
  var security = ServerAddress.Security.tls
  /// As the server knows the user; empty for the address.
  var user = ""

  /// Whether there is enough to try it.
  var isComplete: Bool { !address.isEmpty && !password.isEmpty }

  /// Why no account can be made of what is typed.
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

  /// - Parameter last: what was tried before, with what was agreed to then.
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

  /// Puts a server that was found into the fields of the server.
  mutating func fill(_ server: ServerAddress) {
    (host, port, security) = (server.host, String(server.port), server.security)
    user = server.user
  }

  /// As ``fill(_:)`` found them.
  mutating func emptyServer() { (host, port, security, user) = ("", "", .tls, "") }
}
