/// An account on a server that another program on this machine has, without its password.
public struct FoundAccount: Sendable, Hashable {
  /// The program that has it.
  public enum Program: String, Sendable, Hashable {
    case thunderbird = "Thunderbird"
    case evolution = "Evolution"
  }

  public var program: Program
  /// The user's mail address, or where the program has none, the user's name on the server.
  public var mailAddress: String
  public var server: ServerAddress

  /// - Parameters:
  ///   - mailAddress: nil where it is not known.
  ///   - port: as the program has it; nil for the usual one.
  /// - Returns: nil where that is no server that can be used.
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
