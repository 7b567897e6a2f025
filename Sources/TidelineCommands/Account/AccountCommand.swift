import ArgumentParser
import FoundationEssentials
import Mail
import Network
import TidelineProgram

/// `tideline account`: mail on servers.
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

/// An account as JSON.
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
