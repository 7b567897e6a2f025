import Foundation
import Testing

@testable import Mail
import MailSample

/// Compares our conversations with Dovecot's THREAD REFS, as sets of messages.
///
/// Both follow RFC 5256, and differ in four rules:
///
/// - Two messages with one Message-ID: Dovecot gives the second a new id; ours are together.
/// - RFC 5256 gives every id one parent. Later claims of other messages do not count, and when the
///   message itself arrives, its own header decides, even if that only says that it is no reply. So
///   a message that names two threads may be in either, depending on the order. Our conversations
///   are the messages connected by any chain of names: no claim is dropped, in any order.
/// - Dovecot 2.3 begins another thread at a depth of about a thousand replies; 2.4 does not.
/// - Which ids count if a program wrote nonsense: see `OddIdentifierTests`.
///
/// So the sets are equal if no messages contradict each other. Otherwise, none of Dovecot's sets is
/// divided in ours.
@Suite(.enabled(if: Dovecot.isInstalled, "needs Debian's dovecot-imapd"))
struct ThreadOracleTests {
  /// The groups of both programs, as indexes in the array.
  private func both(_ messages: [Data]) async throws -> (dovecot: [[Int]], ours: [[Int]]) {
    async let dovecot = Dovecot.threads(of: messages)
    let ours = try await StoredGroups.read(messages)
    return (normalised(try await dovecot), normalised(ours))
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

  /// The loop's messages refer to each other in a circle; each message takes each position once.
  @Test(arguments: [1, 2, 3, 7]) func loops(length: Int) async throws {
    let names = (0..<length).map { "\($0)@loop.example" }
    let loop = names.indices.map {
      ThreadNode(id: names[$0], references: [names[($0 + 1) % length]])
    }
    let answer = ThreadNode(id: "answer@loop.example", references: [names[length / 2]])
    let nodes = loop + [answer, ThreadNode(id: "alone@loop.example")]
    for shift in nodes.indices { try await expectEqual(Array(nodes[shift...] + nodes[..<shift])) }
  }

  /// The other thread's first message is missing, so no header says that it is not a reply.
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
    // In the sample, the rules differ for two groups.
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
    // Conversations are joined beyond Dovecot's groups only by an id that a message really names.
    let names = nodes.map { [$0.id] + $0.references }
    let isJoinedByNames = Partition(dovecot).joined(bySharing: names).groups == ours
    #expect(isJoinedByNames)
    // Conversations without a contradiction are not joined.
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

/// The parents that messages claim.
struct Claims {
  /// A message without references claims that it has no parent.
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
