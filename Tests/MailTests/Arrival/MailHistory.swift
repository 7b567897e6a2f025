import Foundation

@testable import Mail

/// The steps of a mailbox and its reader.
struct MailHistory: Sendable {
  enum Step: Sendable, CustomStringConvertible {
    case deliver(Int)
    case delete(Int)
    case flag(Int, MessageFlags)
    /// The seed determines how the changes are divided into batches.
    case refresh(UInt64)
    /// A refresh that fails before it reports this many batches.
    case interruptedRefresh(UInt64, after: Int)
    /// Closes the store and opens it again.
    case reopen

    var description: String {
      switch self {
      case .deliver(let message): "deliver \(message)"
      case .delete(let message): "delete \(message)"
      case .flag(let message, let flags): "flag \(message) \(flags.rawValue)"
      case .refresh(let seed): "refresh \(seed)"
      case .interruptedRefresh(let seed, let count): "refresh \(seed), failing after \(count)"
      case .reopen: "reopen"
      }
    }
  }

  let messages: [IncomingMessage]
  var steps: [Step] = []

  /// - Parameter deletes: whether messages are also removed.
  init(seed: UInt64, deletes: Bool) {
    var random = SplitMix64(seed: seed)
    messages = Self.messages(&random)
    var waiting = Array(messages.indices).shuffled(using: &random)
    var there: [Int] = []
    while !waiting.isEmpty {
      for _ in 0..<min(waiting.count, random.number(1...25)) {
        let message = waiting.removeLast()
        there.append(message)
        steps.append(.deliver(message))
      }
      for _ in 0..<random.number(0...4) {
        steps.append(
          .flag(random.pick(there, or: 0), MessageFlags(rawValue: Int64(random.number(0...3))))
        )
      }
      for _ in 0..<(deletes ? random.number(0...6) : 0) where !there.isEmpty {
        steps.append(.delete(there.remove(at: random.number(0...there.count - 1))))
      }
      if random.oneIn(4) {
        steps.append(.interruptedRefresh(random.next() % 1000, after: random.number(0...3)))
      }
      if random.oneIn(3) { steps.append(.reopen) }
      if !random.oneIn(3) { steps.append(.refresh(random.next() % 1000)) }
    }
    steps.append(.refresh(1))
  }

  /// Contradictory and consistent threads; several messages in one second, and copies of some.
  private static func messages(_ random: inout SplitMix64) -> [IncomingMessage] {
    let nodes =
      LyingMail.make(circles: 6, seed: random.next())
      + ThreadWeb(count: 50, seed: random.next()).nodes
    let messages = nodes.enumerated().map { index, node in
      let head = MessageHead(
        messageID: node.id,
        references: node.references,
        date: 1_600_000_000 + Int64(random.number(0...40)),
        senders: [random.pick(["Ann", "Bob", "Cem"], or: "")],
        subject: "\(random.oneIn(2) ? "Re: " : "")Subject \(index)",
        snippet: random.oneIn(4) ? "" : "Text \(index)",
        hasAttachments: random.oneIn(6),
        fingerprint: Int64(index)
      )
      // Some keys sort in another order than the messages arrive.
      let key = MessageKey(bytes: Array("\(random.next() % 1000).\(index)".utf8))
      return IncomingMessage(key: key, flags: [], head: head)
    }
    return messages
      + messages.enumerated().filter { $0.offset % 5 == 0 }.map { index, message in
        let key = MessageKey(bytes: Array("\(random.next() % 1000).copy of \(index)".utf8))
        return IncomingMessage(key: key, flags: [], head: message.head)
      }
  }
}

/// The expected list, computed in the slowest and simplest way.
struct ExpectedList {
  /// Groups of the present messages; each group is sorted.
  var groups: [[String]] = []
  /// Rows without their conversation IDs, in a fixed order.
  var rows: [String] = []

  init(_ state: ScriptedSource.State) {
    let present = state.present.values.sorted {
      $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
    }
    let all = present + state.stored.values
    let parts = Partition(all.indices.map { [$0] })
      .joined(bySharing: all.map { [$0.head.messageID] + $0.head.references })
    for part in parts.groups {
      let messages = part.filter(present.indices.contains).map { present[$0] }
      if messages.isEmpty { continue }
      groups.append(messages.map(\.head.messageID).sorted())
      rows.append(Self.row(messages))
    }
    groups.sort { $0.lexicographicallyPrecedes($1) }
    rows.sort()
  }

  private static func row(_ messages: [IncomingMessage]) -> String {
    // Within a second by id, and for equal ids by key: an order that does not depend on the
    // arrival.
    let ordered = messages.sorted { one, two in
      if one.head.date != two.head.date { return one.head.date < two.head.date }
      if one.head.messageID != two.head.messageID {
        return one.head.messageID.utf8.lexicographicallyPrecedes(two.head.messageID.utf8)
      }
      return one.key.bytes.lexicographicallyPrecedes(two.key.bytes)
    }
    var names: [String] = []
    for name in ordered.flatMap(\.head.senders) where !names.contains(name) { names.append(name) }
    let copies = Dictionary(grouping: ordered) { "\($0.head.messageID) \($0.head.fingerprint)" }
    let subject = ordered[0].head.subject.replacingOccurrences(of: "Re: ", with: "")
    return line(
      subject,
      names,
      ordered.map(\.head.date).max() ?? 0,
      copies.count,
      copies.values.count { $0.allSatisfy { !$0.flags.contains(.seen) } },
      ordered.contains { $0.flags.contains(.flagged) },
      ordered.contains(where: \.head.hasAttachments),
      ordered.last { !$0.head.snippet.isEmpty }?.head.snippet ?? ""
    )
  }

  static func row(_ row: Conversation) -> String {
    line(
      row.subject,
      row.participants,
      Int64(row.date.timeIntervalSince1970),
      row.messageCount,
      row.unread,
      row.flagged,
      row.attachments,
      row.snippet
    )
  }

  private static func line(
    _ subject: String,
    _ names: [String],
    _ date: Int64,
    _ count: Int,
    _ unread: Int,
    _ flagged: Bool,
    _ attachments: Bool,
    _ snippet: String
  ) -> String {
    "\(subject) | \(names) | \(date) | \(count) | \(unread) | \(flagged) | \(attachments) | \(snippet)"
  }
}
