import Foundation
import Testing

@testable import Mail
import MailSample

/// Our conversations against Dovecot's THREAD REFS, as sets of messages.
///
/// Both follow RFC 5256, and differ in four rules:
///
/// - Of two messages with one Message-ID, Dovecot gives the second a new id; ours are together.
/// - RFC 5256 gives every id one parent. What others say of it later does not count, and when the
///   message comes it says itself where it belongs, if only that it answers nobody. So one that
///   names two threads may hang from either, depending on the order. Ours are the messages that any
///   chain of names connects: no claim is dropped, whatever came first.
/// - Dovecot 2.3 begins another thread where one is about a thousand answers deep; 2.4 does not.
/// - What counts as an id where somebody's program wrote nonsense: see `OddIdentifierTests`.
///
/// So where nobody contradicts anybody the sets are equal, and elsewhere none of Dovecot's is torn
/// apart in ours.
@Suite(.enabled(if: Dovecot.isInstalled, "needs Debian's dovecot-imapd"))
struct ThreadOracleTests {
  /// What each of the two makes of the messages, in places in the array.
  private func both(_ messages: [Data]) async throws -> (dovecot: [[Int]], ours: [[Int]]) {
    async let dovecot = Dovecot.threads(of: messages)
    let ours = try await StoredGroups.read(messages)
    return (sorted(try await dovecot), sorted(ours))
  }

  private func sorted(_ groups: [[Int]]) -> [[Int]] {
    groups.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func expectEqual(
    _ nodes: [ThreadNode],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let (dovecot, ours) = try await both(nodes.map(\.bytes))
    let differing = Set(dovecot).symmetricDifference(ours).map { $0.prefix(9).map { nodes[$0].id } }
    let isEqual = differing.isEmpty
    #expect(isEqual, "\(differing.prefix(6))", sourceLocation: sourceLocation)
  }

  @Test func twentyThousandMessagesOfAMailingList() async throws {
    let nodes = ThreadWeb(count: 20_000, seed: 1).nodes
    try await expectEqual(nodes)
  }

  @Test func aThreadOfTenThousand() async throws {
    var random = SplitMix64(seed: 3)
    var nodes = [ThreadNode(id: "0@thread.example")]
    for number in 1..<10_000 {
      let parent = nodes[random.number(max(0, number - 100)...number - 1)]
      let line = parent.references + [parent.id]
      nodes.append(ThreadNode(id: "\(number)@thread.example", references: line.suffix(3)))
    }
    try await expectEqual(nodes.shuffled(using: &random))
  }

  @Test func aChainOfAFewThousandAnswersIsOneConversation() async throws {
    let ids = (0..<4000).map { "\($0)@chain.example" }
    var random = SplitMix64(seed: 3)
    let nodes = ids.indices.map { ThreadNode(id: ids[$0], references: Array(ids[..<$0].suffix(2))) }
    let (dovecot, ours) = try await both(nodes.shuffled(using: &random).map(\.bytes))
    #expect(ours.count == 1)
    #expect(dovecot.reduce(0) { $0 + $1.count } == ids.count)
  }

  /// The loop's messages name each other in a circle; everybody comes in every place.
  @Test(arguments: [1, 2, 3, 7]) func loops(length: Int) async throws {
    let names = (0..<length).map { "\($0)@loop.example" }
    let loop = names.indices.map {
      ThreadNode(id: names[$0], references: [names[($0 + 1) % length]])
    }
    let answer = ThreadNode(id: "answer@loop.example", references: [names[length / 2]])
    let nodes = loop + [answer, ThreadNode(id: "alone@loop.example")]
    for shift in nodes.indices { try await expectEqual(Array(nodes[shift...] + nodes[..<shift])) }
  }

  /// The first message of the other thread is not there to say that it answers nobody.
  @Test func aLateMessageJoinsTwoThreads() async throws {
    let nodes = [
      ThreadNode(id: "a@x"), ThreadNode(id: "b@x", references: ["a@x"]),
      ThreadNode(id: "d@x", references: ["ghost@x"]),
      ThreadNode(id: "e@x", references: ["ghost@x", "d@x"]),
      ThreadNode(id: "late@x", references: ["a@x", "b@x", "ghost@x"]),
    ]
    for shift in nodes.indices { try await expectEqual(Array(nodes[shift...] + nodes[..<shift])) }
    #expect(try await StoredGroups.read(nodes.map(\.bytes)).count == 1)
  }

  @Test func theSample() async throws {
    let sample = SampleMailbox(try .ours(), now: Date(timeIntervalSince1970: 1_790_000_000))
    let (dovecot, ours) = try await both(sample.messages.map { Data($0.bytes) })
    let ids = sample.messages.map(\.messageID)
    // Of the sample's troubles, two are such that the rules differ.
    let joined = Partition(dovecot).joined(byEqual: ids)
    let differing = Set(joined.groups).symmetricDifference(ours)
    let subject = "Subject: Paint and rope"
    #expect(
      differing.allSatisfy { group in
        group.allSatisfy {
          String(decoding: sample.messages[$0].bytes, as: UTF8.self).contains(subject)
        }
      }
    )
    #expect(differing.count == 3)
    #expect(Partition(ours).isCoarser(than: dovecot))
  }

  @Test(arguments: [11, 12]) func liarsAreHeldTogether(seed: UInt64) async throws {
    let nodes = LyingMail.make(circles: 400, seed: seed)
    let (dovecot, ours) = try await both(nodes.map(\.bytes))
    #expect(Partition(ours).isCoarser(than: dovecot), "one of Dovecot's is torn apart")
    // What is joined beyond Dovecot's groups is joined by an id that is really named.
    let names = nodes.map { [$0.id] + $0.references }
    let isJoinedByNames = Partition(dovecot).joined(bySharing: names).groups == ours
    #expect(isJoinedByNames)
    // Where nobody contradicts anybody nothing is.
    let (disputed, agreed) = (
      ours.filter { Claims($0.map { nodes[$0] }).areDisputed },
      ours.filter { !Claims($0.map { nodes[$0] }).areDisputed }
    )
    let odd = Set(agreed).subtracting(dovecot).map { $0.map { nodes[$0] } }
    #expect(odd.isEmpty, "\(odd.prefix(3))")
    #expect(agreed.count { $0.count > 1 } > 50)
    #expect(disputed.count > 100)
  }
}

/// What messages say about who answers whom.
struct Claims {
  /// A message without references says that it has none.
  private var parents: [String: Set<String?>] = [:]
  private var isRepeated = false

  init(_ nodes: [ThreadNode]) {
    isRepeated = Set(nodes.map(\.id)).count < nodes.count
    for node in nodes {
      let line = node.references + [node.id]
      if line.count == 1 { parents[node.id, default: []].insert(nil) }
      for (parent, child) in zip(line, line.dropFirst()) {
        parents[child, default: []].insert(parent)
      }
    }
  }

  /// Whether an id is used twice, has two parents, or is its own ancestor.
  var areDisputed: Bool {
    isRepeated || parents.values.contains { $0.count > 1 }
      || parents.keys.contains { isOwnAncestor($0) }
  }

  private func isOwnAncestor(_ id: String) -> Bool {
    var step = id
    for _ in 0...parents.count {
      guard let parent = parents[step]?.first, let parent else { return false }
      if parent == id { return true }
      step = parent
    }
    return true
  }
}
