import GRDB
import MailTesting
import Testing

@testable import Mail

/// A message as the threader sees it.
private struct Node: Hashable {
  var id: String
  var references: [String] = []
}

/// Threads the nodes in the given order, and returns the groups.
private func groups(_ nodes: [Node]) throws -> [[String]] {
  try inStore { threads in
    for node in nodes { _ = try threads.place(node) }
    let groups = try Dictionary(grouping: nodes.map(\.id)) {
      try threads.conversation(of: ThreadName.make(from: $0))
    }
    return normalised(Array(groups.values))
  }
}

/// Calls `body` with the conversations of a new store in memory.
private func inStore<Result>(_ body: (inout StoreThreads) throws -> Result) throws -> Result {
  try DatabaseQueue().inDatabase { db in
    try StoreSchema.make(db, for: "test", wasEmpty: true)
    var threads = try StoreThreads(db)
    return try body(&threads)
  }
}

extension StoreThreads {
  fileprivate mutating func place(_ node: Node) throws -> Int64 {
    try place(([node.id] + node.references).map(ThreadName.make))
  }
}

struct ThreadingTests {
  /// Each message is its name, and the names that it refers to.
  @Test(arguments: [
    ("an answer joins its question", ["a", "b a", "c"], [["a", "b"], ["c"]]),
    ("a ghost keeps its answers together", ["b ghost", "c ghost"], [["b", "c"]]),
    ("a late message unites two conversations", ["a", "b", "c a b"], [["a", "b", "c"]]),
    ("a loop ends", ["a b", "b a"], [["a", "b"]]),
    ("a message that names itself is one", ["a a a"], [["a"]]),
    ("messages with one id share a conversation", ["a", "a"], [["a", "a"]]),
  ])
  func messagesThatNameEachOtherAreTogether(
    _ rule: String,
    messages: [String],
    expected: [[String]]
  ) throws {
    let nodes = messages.map { message in
      let names = message.split(separator: " ").map(String.init)
      return Node(id: names[0], references: Array(names.dropFirst()))
    }
    #expect(try groups(nodes) == expected, "\(rule)")
  }

  @Test func theOlderNumberStays() throws {
    try inStore { threads in
      let first = try threads.place(Node(id: "a"))
      let second = try threads.place(Node(id: "b"))
      #expect(try threads.place(Node(id: "c", references: ["b", "a"])) == first)
      #expect(try threads.place(Node(id: "b")) == first)
      #expect(first < second)
    }
  }

  /// A malicious set of messages gives the same conversations for every order of arrival.
  @Test(arguments: seeds(20))
  func theOrderOfArrivalMakesNoDifference(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let ids = (0..<24).map { "m\($0)" }
    var nodes = ids.prefix(18).map { name in
      let count = random.number(0...2)
      return Node(id: name, references: (0..<count).map { _ in random.pick(ids, or: "") })
    }
    nodes.append(nodes[0])
    let expected = try groups(nodes)
    for _ in 0..<10 { #expect(try groups(nodes.shuffled(using: &random)) == expected) }
    let names = nodes.map { [$0.id] + $0.references }
    let joined = Partition(nodes.indices.map { [$0] }).joined(bySharing: names).groups
    #expect(expected == normalised(joined.map { $0.map { nodes[$0].id } }))
  }

  @Test func aThreadOfTenThousandIsOneConversation() throws {
    let nodes = (0..<10_000).map { Node(id: "\($0)", references: ["\($0 + 1)"]) }
    #expect(try groups(nodes).count == 1)
  }
}
