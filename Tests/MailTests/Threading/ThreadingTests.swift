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
  @Test func anAnswerJoinsItsQuestion() throws {
    #expect(
      try groups([Node(id: "a"), Node(id: "b", references: ["a"]), Node(id: "c")]) == [
        ["a", "b"], ["c"],
      ]
    )
  }

  @Test func aGhostKeepsItsAnswersTogether() throws {
    let nodes = [Node(id: "b", references: ["ghost"]), Node(id: "c", references: ["ghost"])]
    #expect(try groups(nodes) == [["b", "c"]])
  }

  @Test func aLateMessageUnitesTwoConversations() throws {
    let nodes = [Node(id: "a"), Node(id: "b"), Node(id: "c", references: ["a", "b"])]
    #expect(try groups(nodes) == [["a", "b", "c"]])
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

  @Test func loopsAndSelfReferencesEnd() throws {
    let loop = [Node(id: "a", references: ["b"]), Node(id: "b", references: ["a"])]
    #expect(try groups(loop) == [["a", "b"]])
    #expect(try groups([Node(id: "a", references: ["a", "a"])]) == [["a"]])
  }

  @Test func duplicateIDsShareAConversation() throws {
    #expect(try groups([Node(id: "a"), Node(id: "a")]) == [["a", "a"]])
  }

  /// A malicious set of messages gives the same conversations for every order of arrival.
  @Test(arguments: seeds(20))
  func theOrderOfArrivalMakesNoDifference(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let names = (0..<24).map { "m\($0)" }
    var nodes = names.prefix(18).map { name in
      let count = random.number(0...2)
      return Node(id: name, references: (0..<count).map { _ in random.pick(names, or: "") })
    }
    nodes.append(nodes[0])
    let expected = try groups(nodes)
    for _ in 0..<10 { #expect(try groups(nodes.shuffled(using: &random)) == expected) }
    #expect(expected == reference(nodes))
  }

  /// The same result by brute force: connect all, and collect.
  private func reference(_ nodes: [Node]) -> [[String]] {
    var left = nodes
    var groups: [[String]] = []
    while let first = left.popLast() {
      var group = [first.id]
      var names = Set([first.id] + first.references)
      while let index = left.firstIndex(where: { node in
        names.contains(node.id) || node.references.contains { names.contains($0) }
      }) {
        let node = left.remove(at: index)
        group.append(node.id)
        names.formUnion([node.id] + node.references)
      }
      groups.append(group)
    }
    return normalised(groups)
  }

  @Test func aThreadOfTenThousandIsOneConversation() throws {
    let nodes = (0..<10_000).map { Node(id: "\($0)", references: ["\($0 + 1)"]) }
    #expect(try groups(nodes).count == 1)
  }
}
