import Mail
import Network
import Synchronization
import TidelineProgram

/// Writes the results of a check: as text while it runs, or as JSON at its end.
final class CheckReport: Sendable {
  private let account: AccountOutput?
  private let writesJSON: Bool
  private let steps = Mutex<[AccountCheck.Step]>([])

  init(of account: AccountOutput?, writesJSON: Bool) {
    (self.account, self.writesJSON) = (account, writesJSON)
  }

  /// Checks the account.
  ///
  /// - Parameters:
  ///   - credentials: as for ``AccountCheck``.
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

  /// - Parameters:
  ///   - account: the account's present state; nil if it was not added.
  ///   - error: the error that has ended the check.
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
