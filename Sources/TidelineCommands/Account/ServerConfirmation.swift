import Mail
import TidelineProgram

/// Asks on the terminal whether to log in at a server outside the address's domain.
enum ServerConfirmation {
  static func ask(_ found: FoundServer, domain: String) async throws -> Bool {
    try await TerminalPrompt.confirm(
      """
      “\(found.address.host)” was found, which is not of \(domain). Log in there as \
      \(found.address.user)?
      """
    ) == true
  }
}

/// The user did not agree to a server outside the address's domain.
struct ServerNotConfirmed: Error, CustomStringConvertible {
  let server: FoundServer
  let domain: String

  var description: String {
    let address = server.address
    return
      "“\(address.host)” is not of \(domain), and was not confirmed. Nothing was added. If it is "
      + "the right one, run “tideline account add” with the URL \(address.url)"
  }
}
