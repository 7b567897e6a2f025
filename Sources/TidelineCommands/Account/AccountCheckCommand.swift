import ArgumentParser
import Mail
import TidelineProgram

/// `tideline account check`: reports step by step what a server does.
struct AccountCheckCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Connects to an account’s server, and prints the findings step by step.",
    discussion: """
      Nothing is changed or stored. A certificate that cannot be trusted is described; the \
      authorities are those of the system, or of the file that TIDELINE_CA_FILE names, as for \
      tests and private authorities.
      """
  )

  @Argument(help: "The account’s name, or a URL such as imaps://ann@mail.example.org/.")
  var account: String

  @OptionGroup var connection: ConnectionOptions

  func perform() async throws {
    let list = try await ReadingThreads.run { try AccountListFile().read() }
    let address = try MailboxName.address(account)
    let listed = address.map(list.account(at:)) ?? list.account(named: account)
    if address == nil, listed == nil, let online = try await OnlineAccounts.account(named: account)
    {
      return try await check(online)
    }
    guard let address = address ?? listed?.address else {
      throw ValidationError(
        "There is no account “\(account)”. “tideline account list” names them; a URL is "
          + "imaps://USER@HOST/."
      )
    }
    let secret = Secret(address, listed, connection.access)
    let pins = connection.pin.isEmpty ? listed?.pins ?? [] : connection.pins
    let output = listed.map { AccountOutput($0) }
    let report = CheckReport(of: output, writesJSON: connection.json)
    try await report.run(
      address,
      ServerAccount.trust(pins),
      connection.access.log,
      CredentialSource { .password(try await secret.password(mayAsk: $0)) }
    )
    if connection.json { try report.writeJSON(of: output) }
  }

  private func check(_ account: OnlineAccount) async throws {
    let output = AccountOutput(account)
    let report = CheckReport(of: output, writesJSON: connection.json)
    try await report.run(
      account.address,
      ServerAccount.trust(connection.pins),
      connection.access.log,
      OnlineAccounts.credentials(of: account)
    )
    if connection.json { try report.writeJSON(of: output) }
  }
}
