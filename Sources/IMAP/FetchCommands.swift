/// The items of a FETCH. None marks a message as read.
public enum FetchItem: Sendable, Hashable {
  case uid
  case flags
  case internalDate
  case size
  case bodyStructure
  /// The header fields of these names, which must be atoms.
  case headerFields([String])
  /// A section other than `.headerFields`, or a range of its bytes.
  case section(Section, range: Range<Int>? = nil)
}

extension Command {
  /// - Parameter messages: sequence numbers.
  public static func fetch(
    _ messages: NumberSet,
    _ items: [FetchItem]
  ) throws(CommandError) -> Command {
    Command("FETCH", [try set(messages), .text(" \(list(items))")])
  }

  /// - Parameters:
  ///   - uids: `NumberSet(from:)` for all new messages.
  ///   - changedSince: selects messages that changed after this modification sequence; needs
  ///     CONDSTORE.
  public static func uidFetch(
    _ uids: NumberSet,
    _ items: [FetchItem],
    changedSince: UInt64? = nil
  ) throws(CommandError) -> Command {
    let since = changedSince.map { " (CHANGEDSINCE \($0))" } ?? ""
    return Command("UID FETCH", [try set(uids), .text(" \(list(items))\(since)")])
  }

  /// Whether the command fetches flags only: its responses look like unsolicited FETCH responses.
  public var fetchesFlagsAlone: Bool { hasItems(" (UID FLAGS)") }

  /// Whether flags are among the fetched items, directly after the UID.
  public var fetchesFlags: Bool { hasItems(" (UID FLAGS") }

  private func hasItems(_ beginning: String) -> Bool {
    parts.contains { if case .text(let text) = $0 { text.hasPrefix(beginning) } else { false } }
  }

  private static func list(_ items: [FetchItem]) -> String {
    "(\(items.map(\.text).joined(separator: " ")))"
  }
}

extension FetchItem {
  fileprivate var text: String {
    switch self {
    case .uid: "UID"
    case .flags: "FLAGS"
    case .internalDate: "INTERNALDATE"
    case .size: "RFC822.SIZE"
    case .bodyStructure: "BODYSTRUCTURE"
    case .headerFields(let names):
      "BODY.PEEK[HEADER.FIELDS (\(names.joined(separator: " ")))]"
    case .section(let section, let range):
      "BODY.PEEK[\(section)]\(range.map { "<\($0.lowerBound).\($0.count)>" } ?? "")"
    }
  }
}
