import Foundation

@testable import Mail

/// A message as a threading program sees it: its id, and the ids that it names.
struct ThreadNode: Sendable {
  var id: String
  /// The ids, oldest first.
  var references: [String] = []
  var naming = Naming.references

  enum Naming: Sendable {
    case references
    /// Each id on a line of its own, as in folded long headers.
    case folded
    /// Only In-Reply-To, with the parent's id.
    case inReplyTo
  }

  /// The shortest message with these ids.
  var bytes: Data {
    let ids = references.map { "<\($0)>" }
    let line =
      switch naming {
      case _ where ids.isEmpty: ""
      case .references: "References: \(ids.joined(separator: " "))\n"
      case .folded: "References: \(ids.joined(separator: "\n\t"))\n"
      case .inReplyTo: "In-Reply-To: \(ids.last ?? "")\n"
      }
    return Data(
      ("From: Ann <ann@a.example>\nSubject: Hello\nDate: Mon, 02 Jan 2023 15:04:05 +0000\n"
        + "Message-ID: <\(id)>\n\(line)\nText.\n").utf8
    )
  }
}

/// Mail of a busy mailing list without contradictions: every claim about another message's
/// ancestors is true. Parents are missing, some programs write only In-Reply-To, others drop the
/// middle of long References, and nothing arrives in order.
struct ThreadWeb {
  private(set) var nodes: [ThreadNode] = []
  private var random: SplitMix64
  private var serial = 0

  init(count: Int, seed: UInt64) {
    random = SplitMix64(seed: seed)
    while nodes.count < count { grow(random.oneIn(40) ? 200 : random.oneIn(3) ? 1 : 14) }
    nodes = Array(nodes.shuffled(using: &random).prefix(count))
  }

  /// Adds one thread with at most this many messages.
  private mutating func grow(_ limit: Int) {
    var thread: [(id: String, ancestors: [String])] = []
    for _ in 0..<random.number(1...limit) {
      serial += 1
      let id = "\(String(random.next(), radix: 36)).\(serial)@list.example"
      // People mostly reply to the last message.
      let parent = random.oneIn(3) ? random.pick(thread, or: ("", [])) : thread.last
      let ancestors = parent.map { $0.ancestors + [$0.id] }?.filter { !$0.isEmpty } ?? []
      thread.append((id, ancestors))
      // One message in ten is missing, although others refer to it.
      guard !random.oneIn(10) else { continue }
      nodes.append(node(id, ancestors, isLong: limit > 20))
    }
  }

  private mutating func node(_ id: String, _ ancestors: [String], isLong: Bool) -> ThreadNode {
    // In a long thread every message has References. Otherwise, if the middle is dropped, RFC 5256
    // links the remaining ids, and removes that link when the message itself arrives and names only
    // its parent. If that parent is missing, the thread is divided; ours stays whole.
    if !isLong, random.oneIn(4) {
      return ThreadNode(id: id, references: Array(ancestors.suffix(1)), naming: .inReplyTo)
    }
    let kept = ancestors.count <= 20 ? ancestors : ancestors.prefix(1) + ancestors.suffix(19)
    return ThreadNode(id: id, references: kept, naming: random.oneIn(3) ? .folded : .references)
  }
}

/// Contradictory mail: small circles of messages that refer to each other at random, so that there
/// are loops, replies to themselves, ids used twice, and disputed parents.
enum LyingMail {
  static func make(circles: Int, seed: UInt64) -> [ThreadNode] {
    var random = SplitMix64(seed: seed)
    var nodes: [ThreadNode] = []
    for circle in 0..<circles {
      let names = (0..<random.number(2...12)).map { "\($0).\(circle)@liar.example" }
      for name in names where !random.oneIn(6) {
        let count = random.number(0...2)
        let references = (0..<count).map { _ in random.pick(names, or: name) }
        nodes.append(ThreadNode(id: name, references: references))
        if random.oneIn(15) { nodes.append(ThreadNode(id: name)) }
      }
    }
    return nodes.shuffled(using: &random)
  }
}
