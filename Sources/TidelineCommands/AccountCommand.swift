import ArgumentParser
import FoundationEssentials
import Mail
import Network
import TidelineProgram

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Adds, lists, checks and removes accounts on mail servers.",
    discussion: """
      An account is added once, by its mail address, of which the server is found, or by its URL: \
      imaps://USER@HOST/ for TLS from the first byte, or imap://USER@HOST/ for STARTTLS; without TLS \
      nothing is ever sent. From then on every command that takes a mailbox also takes the account’s \
      name. Passwords are kept in the keyring alone, and never given as an argument. GNOME’s online \
      accounts are there without being added.
      """,
    subcommands: [
      AccountAddCommand.self, AccountListCommand.self, AccountRemoveCommand.self,
      AccountCheckCommand.self,
    ]
  )
}

/// The options for connecting to a server.
struct ConnectionOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Take the password from the first line of a file that only you can read. Without this it is "
        + "asked for on the terminal; the file may also be named in TIDELINE_PASSWORD_FILE.",
      valueName: "file"
    )
  )
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "Accept exactly the certificate with this fingerprint (64 hexadecimal digits) from this host "
        + "and port, whoever has signed it, and no other.",
      valueName: "sha256"
    )
  )
  var pin: [String] = []

  @Flag(help: "Write JSON.")
  var json = false

  @Flag(help: "Write the dialogue with the server, without passwords and mail.")
  var verbose = false

  func validate() throws {
    guard pin.allSatisfy({ CertificateFingerprint(hexadecimal: $0) != nil }) else {
      throw ValidationError("--pin must be 64 hexadecimal digits, as “account check” writes them.")
    }
  }

  var pins: Set<CertificateFingerprint> {
    Set(pin.compactMap { CertificateFingerprint(hexadecimal: $0) })
  }

  var access: AccountAccess {
    AccountAccess(
      isVerbose: verbose,
      passwordFile: passwordFile,
      ask: TerminalPrompt.password
    )
  }
}

struct AccountOutput: Encodable {
  let id: String
  let keyring: Bool
  let name: String
  /// The online account's service, if it is one of GNOME's online accounts.
  var online: OnlineOutput?
  let pins: [String]
  let url: String

  struct OnlineOutput: Encodable {
    let address: String
    let provider: String
    let signInNeeded: Bool
  }

  init(_ account: ListedAccount) {
    id = account.id.uuidString
    keyring = account.isInKeyring
    name = account.name
    pins = account.pins.map(\.hexadecimal).sorted()
    url = account.address.url
  }

  init(_ account: OnlineAccount) {
    (id, name, url) = (account.id, account.name, account.address.url)
    (keyring, pins) = (false, [])
    online = OnlineOutput(
      address: account.emailAddress,
      provider: account.provider,
      signInNeeded: account.needsAttention
    )
  }
}

private struct AccountListCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the accounts that were added, and GNOME’s online accounts with mail."
  )

  @Flag(help: "Write JSON.")
  var json = false

  func perform() async throws {
    let added = try await ReadingThreads.run { try AccountListFile().read().accounts }
    let online = try await onlineAccounts()
    if json {
      return try StandardOutput.write(
        json: added.map { AccountOutput($0) } + online.map { AccountOutput($0) }
      )
    }
    if added.isEmpty, online.isEmpty {
      StandardError.write("There is no account. “tideline account add” adds one.")
    }
    for account in added {
      var notes: [String] = account.isInKeyring ? [] : ["password not in the keyring"]
      if !account.pins.isEmpty { notes.append("certificate pinned") }
      try write(account.name, account.address, notes)
    }
    for account in online {
      var notes = ["online account"]
      if !account.provider.isEmpty { notes.append(account.provider) }
      if account.needsAttention { notes.append("sign in again in the system’s settings") }
      try write(account.name, account.address, notes)
    }
  }

  private func write(_ name: String, _ address: ServerAddress, _ notes: [String]) throws {
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    try StandardOutput.write("\(name)\t\(address.url)\(note)\n")
  }

  /// The online accounts. If their service does not answer, the added accounts are still listed.
  private func onlineAccounts() async throws -> [OnlineAccount] {
    do {
      return try await OnlineAccounts.all()
    } catch let failure as OnlineAccountsFailure {
      StandardError.write("tideline: \(failure)")
      return []
    }
  }
}

private struct AccountRemoveCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes an account, with its password and its store.",
    discussion: "The mail on the server stays as it is."
  )

  @Argument(help: "The account’s name or URL.")
  var account: String

  @Flag(help: "Do not use the keyring, such as when it no longer answers.")
  var keepPassword = false

  func perform() async throws {
    let file = AccountListFile()
    let list = try await ReadingThreads.run { try file.read() }
    let address = try MailboxName.address(account)
    guard let account = address.map(list.account(at:)) ?? list.account(named: account) else {
      if address == nil, try await OnlineAccounts.account(named: account) != nil {
        throw ValidationError(
          "“\(account)” is an online account. Remove it in the system’s settings, under Online "
            + "Accounts."
        )
      }
      throw ValidationError("There is no such account. “tideline account list” names them.")
    }
    let removed: AccountRemoval.Removed
    do {
      removed = try await AccountRemoval(of: account, keepsPassword: keepPassword).run(file)
    } catch let failure as KeyringFailure {
      throw RemovalFailure(failure: failure)
    }
    var parts: [TerminalText] = removed.password ? ["its password"] : []
    if let store = removed.store { parts.append("its store “\(store)”") }
    let others = parts.map { ", \($0)" as TerminalText }.joined()
    try StandardOutput.write("Removed “\(account.name)”\(others).\n")
    if account.isInKeyring, keepPassword {
      StandardError.write("tideline: its password is still in the keyring.")
    }
  }
}

/// The password is still in the keyring.
private struct RemovalFailure: Error, CustomStringConvertible {
  let failure: KeyringFailure

  var description: String {
    "\(failure) Nothing was removed. Unlock the keyring and try again, or leave the password in it "
      + "by --keep-password."
  }
}
