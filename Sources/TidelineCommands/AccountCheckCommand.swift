import ArgumentParser
import Mail
import Network
import Synchronization
import TidelineProgram

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
      let credentials = OnlineAccounts.credentials(of: online)
      let output = AccountOutput(online)
      return try await check(online.address, output, connection.pins, credentials)
    }
    guard let address = address ?? listed?.address else {
      throw ValidationError(
        "There is no account “\(account)”. “tideline account list” names them; a URL is "
          + "imaps://USER@HOST/."
      )
    }
    let secret = Secret(address, listed, connection.access)
    let pins = connection.pin.isEmpty ? listed?.pins ?? [] : connection.pins
    let credentials = CredentialSource { .password(try await secret.password(mayAsk: $0)) }
    try await check(address, listed.map { AccountOutput($0) }, pins, credentials)
  }

  private func check(
    _ address: ServerAddress,
    _ output: AccountOutput?,
    _ pins: Set<CertificateFingerprint>,
    _ credentials: CredentialSource
  ) async throws {
    let report = CheckReport(of: output, writesJSON: connection.json)
    let trust = ServerAccount.trust(pins)
    try await report.run(address, trust, connection.access.log, credentials)
    if connection.json { try report.writeJSON(of: output) }
  }
}

/// Writes the results of a check: as text while it runs, or as JSON at its end.
final class CheckReport: Sendable {
  private let account: AccountOutput?
  private let writesJSON: Bool
  private let steps = Mutex<[AccountCheck.Step]>([])

  init(of account: AccountOutput?, writesJSON: Bool) {
    (self.account, self.writesJSON) = (account, writesJSON)
  }

  /// Checks the account, and writes each step as text. Writes JSON only if the check fails; else,
  /// call ``writeJSON(of:_:)``.
  func run(
    _ address: ServerAddress,
    _ trust: CertificateTrust,
    _ log: (@Sendable (String) -> Void)?,
    _ credentials: CredentialSource
  ) async throws {
    do {
      try await AccountCheck.run(
        address,
        trust: trust,
        credentials: credentials,
        log: log,
        report: { self.take($0, address) }
      )
    } catch let error as MailError {
      if writesJSON { try writeJSON(of: account, error) }
      throw error
    }
  }

  private func take(_ step: AccountCheck.Step, _ address: ServerAddress) {
    steps.withLock { $0.append(step) }
    guard !writesJSON else { return }
    let lines = CheckText.lines(of: step, address)
    // Ignores a closed output: the check itself continues.
    try? StandardOutput.write(lines.map { "\($0)\n" }.joined())
  }

  /// - Parameter account: the account's present state; nil if it was not added.
  func writeJSON(of account: AccountOutput?, _ error: MailError? = nil) throws {
    try StandardOutput.write(
      json: CheckOutput(account, steps.withLock { $0 }, error)
    )
  }
}

/// A step as lines of text.
private enum CheckText {
  static func lines(of step: AccountCheck.Step, _ address: ServerAddress) -> [TerminalText] {
    let (first, others): (TerminalText, [TerminalText]) =
      switch step.finding {
      case .connected(let peer):
        (
          "Connected to \(peer.address ?? address.host), port \(peer.port ?? address.port)",
          protection(peer)
        )
      case .greeted(let peer):
        address.security == .tls
          ? ("Greeted", []) : ("Greeted, and protected by STARTTLS", protection(peer))
      case .loggedIn(let mechanism, let capabilities):
        (
          "Logged in as \(address.user) by \(mechanism)",
          ["It can \(capabilities.joined(separator: " "))"]
        )
      case .listed(let folders): ("\(summary(folders))", folders.map(line))
      }
    let trips = step.roundTrips == 1 ? "1 round trip" : "\(step.roundTrips) round trips"
    return ["\(first) (\(trips), \(Int(step.milliseconds.rounded())) ms)"]
      + others.map { "  \($0)" }
  }

  private static func protection(_ peer: PeerDescription) -> [TerminalText] {
    guard let tls = peer.tls else { return [] }
    let cipher = tls.cipher.map { ", \($0)" } ?? ""
    return ["\(tls.version)\(cipher)"] + tls.certificate.lines
  }

  private static func summary(_ folders: [MailFolder]) -> String {
    let count = folders.count == 1 ? "1 folder" : "\(folders.count) folders"
    let known = folders.compactMap(\.messages)
    return known.isEmpty ? count : "\(count), \(known.reduce(0, +)) messages"
  }

  private static func line(_ folder: MailFolder) -> TerminalText {
    var counts = folder.messages.map { [": \($0) messages"] } ?? []
    if let unread = folder.unread { counts.append(", \(unread) unread") }
    return "\(folder.name)\(counts.joined())"
  }
}

extension AccountCheck.Step {
  var milliseconds: Double { duration / .milliseconds(1) }
}

/// A check as JSON, with keys only for known facts.
private struct CheckOutput: Encodable {
  private var account: AccountOutput?
  private var address: String?
  private var capabilities: [String]?
  private var certificate: CertificateResult?
  private var cipher: String?
  private var error: String?
  private var folders: [FolderResult]?
  private var mechanism: String?
  private var port: UInt16?
  private var steps: [StepResult] = []
  private var tls: String?

  private struct StepResult: Encodable {
    var step: String
    var milliseconds: Double
    var roundTrips: Int
  }

  private struct FolderResult: Encodable {
    var name: String
    var messages: Int?
    var unread: Int?
  }

  private struct CertificateResult: Encodable {
    var subject: String?
    var issuer: String?
    /// The start and end of validity, in seconds since 1970.
    var notBefore: Int64?
    var notAfter: Int64?
    var sha256: String

    init(_ certificate: CertificateDescription) {
      (subject, issuer) = (certificate.subject, certificate.issuer)
      (notBefore, notAfter) = (certificate.notBefore, certificate.notAfter)
      sha256 = certificate.fingerprint.hexadecimal
    }
  }

  init(_ account: AccountOutput?, _ steps: [AccountCheck.Step], _ error: MailError?) {
    self.account = account
    self.error = error?.description
    if case .network(let error)? = error { certificate = error.certificate.map { .init($0) } }
    for step in steps { add(step) }
  }

  private mutating func add(_ step: AccountCheck.Step) {
    let name: String
    switch step.finding {
    case .connected(let peer):
      name = "connect"
      (address, port) = (peer.address, peer.port)
      add(peer.tls)
    case .greeted(let peer):
      name = "greet"
      add(peer.tls)
    case .loggedIn(let mechanism, let capabilities):
      name = "login"
      (self.mechanism, self.capabilities) = (mechanism, capabilities)
    case .listed(let folders):
      name = "folders"
      self.folders = folders.map {
        FolderResult(name: $0.name.description, messages: $0.messages, unread: $0.unread)
      }
    }
    steps.append(
      StepResult(
        step: name,
        milliseconds: (step.milliseconds * 10).rounded() / 10,
        roundTrips: step.roundTrips
      )
    )
  }

  private mutating func add(_ tls: PeerDescription.TLS?) {
    guard let tls else { return }
    (self.tls, cipher) = (tls.version.description, tls.cipher)
    certificate = CertificateResult(tls.certificate)
  }
}
