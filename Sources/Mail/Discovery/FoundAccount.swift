/// A server account set up in another program on this machine, without its password.
public struct FoundAccount: Sendable, Hashable {
  /// The program that has the account.
  public enum Program: String, Sendable, Hashable {
    case thunderbird = "Thunderbird"
    case evolution = "Evolution"
  }

  public var program: Program
  /// The user's mail address, or if the program has none, the user's name on the server.
  public var mailAddress: String
  public var server: ServerAddress

  /// - Parameters:
  ///   - mailAddress: nil where it is not known.
  ///   - port: the program's setting; nil for the default port.
  /// - Returns: nil for an unusable server.
  init?(
    _ program: Program,
    mailAddress: String?,
    user: String?,
    host: String?,
    port: String?,
    _ security: ServerAddress.Security
  ) {
    let name = [user, mailAddress].lazy.compactMap { $0 }.first { !$0.isEmpty }
    guard let name, let host, !host.isEmpty else { return nil }
    let place = port.map { $0.isEmpty || $0 == "0" ? host : "\(host):\($0)" } ?? host
    guard let server = ServerAddress(user: name, hostAndPort: place, security: security) else {
      return nil
    }
    let address = mailAddress.flatMap { $0.isEmpty ? nil : $0 } ?? name
    (self.program, self.mailAddress, self.server) = (program, address, server)
  }
}
