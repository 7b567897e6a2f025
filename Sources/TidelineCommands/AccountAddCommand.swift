import ArgumentParser
import Mail
import Synchronization
import TidelineLocalization
import TidelineProgram

struct AccountAddCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds an account on a mail server.",
    discussion: """
      The server of a mail address is looked for in the DNS, on the domain’s own hosts and, if \
      those do not know, in Thunderbird’s database of providers, which gets the domain alone. One \
      that is not of the address’s domain is used only when you confirm it.

      Connects, logs in and lists the folders first; what does not work is not added. Then the \
      password is stored in the keyring. An account that is there already gets the new password, \
      name and pins.
      """
  )

  @Argument(help: "The account’s mail address, or its URL, such as imaps://ann@mail.example.org/.")
  var account: String

  @Option(help: "The account’s name. The default is its mail address.")
  var name: String?

  @OptionGroup var connection: ConnectionOptions

  func perform() async throws {
    var request = AccountSetup.Request(try server(), name: name, pins: connection.pins)
    let reports = Mutex<CheckReport?>(nil)
    let setup = AccountSetup(
      search: { [json = connection.json] in
        try await AccountSearch(account: $0).server(writesJSON: json)
      },
      check: { [connection] account in
        let report = CheckReport(of: AccountOutput(account), writesJSON: connection.json)
        reports.withLock { $0 = report }
        return try await check(account, connection.access, report)
      },
      ask: Self.answer
    )
    switch try await setup.run(&request) {
    case .failed(let error): throw error
    case .declined(.serverElsewhere(let server, let domain)):
      throw ServerNotConfirmed(server: server, domain: domain)
    case .declined(.certificate(let facts)): throw facts.error
    case .declined(.noKeyring(let failure)): throw failure
    case .added(let added): try report(added, reports.withLock { $0 })
    }
  }

  private func server() throws -> AccountSetup.Request.Server {
    if let address = try MailboxName.address(account) { return .known(address) }
    do throws(AccountAddressError) {
      return .of(try AccountAddress(account))
    } catch {
      throw ValidationError(
        "\(error) A server of your own is named by a URL: imaps://USER@HOST/."
      )
    }
  }

  /// Answers the questions of a setup. A certificate is accepted only by the option `--pin`. A
  /// missing keyring is reported at the end.
  @Sendable private static func answer(_ question: AccountSetup.Question) async throws -> Bool {
    switch question {
    case .serverElsewhere(let server, let domain):
      try await ServerConfirmation.ask(server, domain: domain)
    case .certificate: false
    case .noKeyring: true
    }
  }

  private func report(_ added: AddedAccount, _ report: CheckReport?) throws {
    let account = added.account
    if connection.json {
      try report?.writeJSON(of: AccountOutput(account))
    } else {
      let place: TerminalText =
        added.keyringFailure == nil
        ? "Its password is in the keyring." : "Its password was not stored."
      let what: TerminalText = added.isNew ? "Added" : "Changed"
      try StandardOutput.write("\(what) “\(account.name)”. \(place)\n")
    }
    if let failure = added.keyringFailure {
      StandardError.write(
        """
        tideline: \(failure) The password will be asked for each time. \
        \(failure == .locked ? "Unlock it" : "Start a keyring such as gnome-keyring") and add the \
        account again, or put the password into a file that only you can read, and name that in \
        TIDELINE_PASSWORD_FILE.
        """
      )
    }
  }
}

/// Connects and logs in as the account would, and returns the accepted password.
private func check(
  _ account: ListedAccount,
  _ access: AccountAccess,
  _ report: CheckReport
) async throws -> String {
  let secret = Secret(account.address, nil, access)
  let accepted = Mutex("")
  let credentials = CredentialSource {
    let password = try await secret.password(mayAsk: $0)
    accepted.withLock { $0 = password }
    return .password(password)
  }
  try await report.run(
    account.address,
    ServerAccount.trust(account.pins),
    access.log,
    credentials
  )
  return accepted.withLock { $0 }
}

/// Finds the server of a mail address, and reports the answer of each source.
private struct AccountSearch {
  let account: AccountAddress

  /// - Parameter writesJSON: whether the standard output is only for JSON.
  /// - Throws: ``ServerSearchFailure`` or `CancellationError`.
  func server(writesJSON: Bool) async throws -> FoundServer {
    func write(_ line: TerminalText) {
      if writesJSON {
        StandardError.write(line)
      } else {
        // Ignores a closed output: the search itself continues.
        try? StandardOutput.write("\(line)\n")
      }
    }
    return try await ServerSearch.run(
      for: account,
      trust: ServerAccount.trust([])
    ) { event in
      switch event {
      case .asking(.database):
        write(
          """
          Asking Thunderbird’s database of providers about \(account.domain); the address itself is \
          not sent
          """
        )
      case .asking: break
      case .answered(let place, let answer): write("\(title(of: place)): \(text(of: answer))")
      }
    }
  }

  private func title(of place: ServerSearch.Place) -> TerminalText {
    if let record = place.record(for: account) { return "DNS record \(record)" }
    if let host = place.host(for: account) { return "\(host), port 993" }
    return "\(place.url(for: account) ?? "")"
  }

  private func text(of answer: ServerSearch.Answer) -> TerminalText {
    switch answer {
    case .found(let server):
      """
      found \(server.address.host), port \(Int(server.address.port)) with \
      \(server.address.security == .tls ? "TLS" : "STARTTLS"), for \(server.address.user)
      """
    case .nothing: "nothing"
    case .notOffered: "the domain says that it has none"
    case .unusable: "nothing that can be used"
    case .late(let seconds): "no answer within \(seconds) s"
    case .failed(let sentence): "\(sentence.english)"
    }
  }
}

/// Asks on the terminal whether to log in at a server outside the address's domain.
private enum ServerConfirmation {
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
private struct ServerNotConfirmed: Error, CustomStringConvertible {
  let server: FoundServer
  let domain: String

  var description: String {
    let address = server.address
    return
      "“\(address.host)” is not of \(domain), and was not confirmed. Nothing was added. If it is "
      + "the right one, run “tideline account add” with the URL \(address.url)"
  }
}
