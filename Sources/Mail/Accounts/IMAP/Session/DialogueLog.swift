import FoundationEssentials
import Glibc
import IMAP

/// Logs the dialogue with a server for finding faults: with the time of each line, without
/// passwords, and with only the lengths of message sections.
struct DialogueLog: Sendable {
  private let write: @Sendable (String) -> Void
  private let start = ContinuousClock.now

  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func sent(_ command: Command, tag: String) { line("> \(command.logLine(tag: tag))") }

  /// - Parameter filter: removes the secret, which a server may have echoed.
  func received(_ response: Response, _ filter: SecretFilter) {
    line("< \(filter.clean(Self.text(of: response), limit: Self.limit))")
  }

  /// Logs a response to a login without its words, which may contain the secret in any form.
  func receivedAtLogin(_ response: Response) {
    switch response {
    case .tagged(_, let status), .status(let status):
      line("< \(status.kind.rawValue)\(status.kind == .ok ? "" : " (\(status.loginReason))")")
    default: line("< …")
    }
  }

  func note(_ text: String) { line("- \(text)") }

  private func line(_ text: String) {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let cut = text.unicodeScalars.prefix(Self.limit)
    let tame = cut.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : String($0) }
    write("\(milliseconds) ms \(tame.joined())")
  }

  /// The limit of a line, in characters.
  private static let limit = 1000

  private static func text(of response: Response) -> String {
    switch response {
    // The text is left out, since during a login it may contain the password.
    case .continuation: "+"
    case .tagged(let tag, let status): "\(tag) \(text(of: status))"
    case .status(let status): "* \(text(of: status))"
    case .capability(let capabilities):
      "* CAPABILITY \(capabilities.list.joined(separator: " "))"
    case .list(let folder): "* LIST \(folder.encodedName)"
    case .mailboxStatus(let status):
      "* STATUS \(status.encodedName) MESSAGES \(number(status.messages)) "
        + "UIDNEXT \(number(status.uidNext)) UIDVALIDITY \(number(status.uidValidity))"
    case .exists(let number): "* \(number) EXISTS"
    case .expunge(let number): "* \(number) EXPUNGE"
    case .vanished(let numbers, let isEarlier):
      "* VANISHED\(isEarlier ? " (EARLIER)" : "") \(numbers)"
    case .fetch(let message): text(of: message)
    case .search(let numbers): "* SEARCH with \(numbers.count) numbers"
    case .extendedSearch(let result): "* ESEARCH \(result.all?.description ?? "nothing")"
    case .id(let fields): "* ID \(fields["name"] ?? "") \(fields["version"] ?? "")"
    case .other(let name): "* \(name)"
    }
  }

  private static func text(of status: Status) -> String {
    let code = status.code.map { "[\($0.logText)] " } ?? ""
    return "\(status.kind.rawValue) \(code)\(status.text)"
  }

  private static func text(of message: FetchedMessage) -> String {
    var items = ["UID \(number(message.uid))"]
    if let flags = message.flags { items.append("FLAGS (\(flags.joined(separator: " ")))") }
    if message.structure != nil { items.append("BODYSTRUCTURE") }
    for (section, bytes) in message.sections {
      let length = bytes.map { "\($0.count) bytes" } ?? "nothing"
      items.append("BODY[\(section)] with \(length)")
    }
    return "* \(message.sequenceNumber) FETCH \(items.joined(separator: ", "))"
  }

  private static func number(_ number: UInt32?) -> String { number.map { "\($0)" } ?? "unknown" }
}

// The text of a code for a log, in IMAP's own form, which readers of a log know.

extension ResponseCode {
  var logText: String {
    switch self {
    case .capability(let capabilities):
      "CAPABILITY \(capabilities.list.joined(separator: " "))"
    case .uidValidity(let number): "UIDVALIDITY \(number)"
    case .uidNext(let number): "UIDNEXT \(number)"
    case .highestModSeq(let number): "HIGHESTMODSEQ \(number)"
    case .messageLimit(let count, let uid):
      "MESSAGELIMIT \(count)\(uid.map { " \($0)" } ?? "")"
    case .referral(let url): "REFERRAL \(url)"
    case .permanentFlags(let flags):
      "PERMANENTFLAGS (\(flags.sorted().joined(separator: " ")))"
    case .other(let name): name
    default: Self.plain.first { $0.code == self }.map { "\($0.name)" } ?? ""
    }
  }
}
