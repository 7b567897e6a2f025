import ArgumentParser
import FoundationEssentials
import Mail
import Synchronization
import TidelineProgram

/// `tideline account add`: adds an account that works.
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

  @Option(help: "What the account is called. The default is its mail address.")
  var name: String?

  @OptionGroup var connection: ConnectionOptions

  func perform() async throws {
    let address: ServerAddress
    if let written = try MailboxName.address(account) {
      address = written
    } else {
      address = try await AccountSearch(account).server(writesJSON: connection.json)
    }
    let file = AccountListFile()
    let list = try await ReadingThreads.run { try file.read() }
    var account = described(address, in: list)
    // Before anybody types a password.
    var trial = list
    try trial.put(account)

    let report = CheckReport(of: AccountOutput(account), writesJSON: connection.json)
    let secret = Secret(address, nil, connection.access)
    let accepted = Mutex("")
    try await report.run(address, ServerAccount.trust(account.pins), connection.access.log) {
      let password = try await secret.password()
      accepted.withLock { $0 = password }
      return .password(password)
    }

    let keyringFailure = try await store(accepted.withLock { $0 }, of: &account)
    do {
      account = try await ReadingThreads.run { [account] in
        try file.change { list in
          var account = account
          if name == nil, list.account(at: address) == nil {
            account.name = list.freeName(for: address)
          }
          try list.put(account)
          return account
        }
      }
    } catch {
      if account.isInKeyring { _ = try? await Keyring.remove(account.id) }
      throw error
    }
    if connection.json {
      try report.writeJSON(of: AccountOutput(account))
    } else {
      let isNew = list.account(at: address) == nil
      let place: TerminalText =
        account.isInKeyring ? "Its password is in the keyring." : "Its password was not stored."
      try StandardOutput.write("\(isNew ? "Added" : "Changed") “\(account.name)”. \(place)\n")
    }
    if let keyringFailure {
      StandardError.write(
        """
        tideline: \(keyringFailure) The password will be asked for each time. Start a keyring such as \
        gnome-keyring and add the account again, or put the password into a file that only you can \
        read, and name that in TIDELINE_PASSWORD_FILE.
        """
      )
    }
  }

  private func described(_ address: ServerAddress, in list: AccountList) -> ListedAccount {
    let name = name ?? list.freeName(for: address)
    guard var account = list.account(at: address) else {
      // The number that the address had before, so that its store goes on to be used.
      var id = UUID()
      if case .server(let number) = AccountID.server(at: address),
        !list.accounts.contains(where: { $0.id == number })
      {
        id = number
      }
      return ListedAccount(id: id, name: name, address: address, pins: connection.pins)
    }
    if self.name != nil { account.name = name }
    if !connection.pin.isEmpty { account.pins = connection.pins }
    return account
  }

  /// - Returns: why the keyring has not taken it.
  private func store(
    _ password: String,
    of account: inout ListedAccount
  ) async throws -> KeyringFailure? {
    do {
      try await Keyring.store(password, of: account)
      account.isInKeyring = true
      return nil
    } catch let failure as KeyringFailure {
      account.isInKeyring = false
      return failure
    }
  }
}
