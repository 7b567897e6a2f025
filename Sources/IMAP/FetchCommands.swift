/// The items of a FETCH. None marks a message as read.
public enum FetchItem: Sendable, Hashable {
  case uid
  case flags
  case internalDate
  case size
  /// Needs CONDSTORE.
  case modSeq
  case bodyStructure
  /// The header fields of these names.
  case headerFields([String])
  /// A section, or a range of its bytes. The section's own offset is ignored; for `.headerFields`
  /// there is a separate item.
  case section(Section, range: Range<Int>? = nil)
}

extension Command {
  /// - Parameter messages: sequence numbers.
  public static func fetch(
    _ messages: NumberSet,
    _ items: [FetchItem]
  ) throws(CommandError) -> Command {
    Command("FETCH", [try set(messages), .text(" \(try list(items))")])
  }

  /// - Parameters:
  ///   - uids: `NumberSet(from:)` for all new messages.
  ///   - changedSince: selects messages that changed after this modification sequence; needs
  ///     CONDSTORE.
  ///   - vanished: also returns the UIDs expunged since then; needs QRESYNC and `changedSince`.
  public static func uidFetch(
    _ uids: NumberSet,
    _ items: [FetchItem],
    changedSince: UInt64? = nil,
    vanished: Bool = false
  ) throws(CommandError) -> Command {
    var text = " \(try list(items))"
    if let changedSince {
      text += " (CHANGEDSINCE \(changedSince)\(vanished ? " VANISHED" : ""))"
    }
    return Command("UID FETCH", [try set(uids), .text(text)])
  }

  /// Whether the command fetches flags only: its responses look like unsolicited FETCH responses.
  public var fetchesFlagsAlone: Bool {
    parts.contains { part in
      if case .text(let text) = part { text.hasPrefix(" (UID FLAGS)") } else { false }
    }
  }

  /// Whether flags are among the fetched items, directly after the UID.
  public var fetchesFlags: Bool {
    parts.contains { part in
      if case .text(let text) = part { text.hasPrefix(" (UID FLAGS") } else { false }
    }
  }

  private static func list(_ items: [FetchItem]) throws(CommandError) -> String {
    guard !items.isEmpty else { throw .noItems }
    var texts: [String] = []
    for item in items { texts.append(try item.text()) }
    return "(\(texts.joined(separator: " ")))"
  }
}

extension FetchItem {
  fileprivate func text() throws(CommandError) -> String {
    switch self {
    case .uid: return "UID"
    case .flags: return "FLAGS"
    case .internalDate: return "INTERNALDATE"
    case .size: return "RFC822.SIZE"
    case .modSeq: return "MODSEQ"
    case .bodyStructure: return "BODYSTRUCTURE"
    case .headerFields(let names):
      guard !names.isEmpty else { throw .noItems }
      for name in names { try Command.checkAtom(name) }
      return "BODY.PEEK[HEADER.FIELDS (\(names.joined(separator: " ")))]"
    case .section(let section, let range):
      return "BODY.PEEK[\(try section.text())]\(try Self.text(range))"
    }
  }

  /// The offset and length of a range, each of 32 bits; empty without a range.
  private static func text(_ range: Range<Int>?) throws(CommandError) -> String {
    guard let range else { return "" }
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= Int(UInt32.max) else {
      throw .invalidRange
    }
    return "<\(range.lowerBound).\(range.count)>"
  }
}

extension Section {
  fileprivate func text() throws(CommandError) -> String {
    // MIME is the header of a part; the message itself has no such section.
    guard kind != .headerFields, kind != .mime || !part.isEmpty else { throw .invalidSection }
    guard part.allSatisfy({ (1...Int(UInt32.max)).contains($0) }) else { throw .invalidSection }
    let words = kind == .whole ? [] : [kind.rawValue]
    return (part.map(String.init) + words).joined(separator: ".")
  }
}
