import MailTesting
import Testing

@testable import Mail

/// A message as the threader sees it.
private struct Node: Hashable {
  var id: String
  var references: [String] = []
}

/// Threads the nodes in the given order, and returns the groups.
private func groups(_ nodes: [Node]) -> [[String]] {
  var forest = ThreadForest()
  for node in nodes { _ = Threader.place(node.id, references: node.references, in: &forest) }
  var groups: [Int64: [String]] = [:]
  for node in nodes { groups[forest.conversation(of: node.id) ?? -1, default: []].append(node.id) }
  return normalised(Array(groups.values))
}

struct ThreadingTests {
  @Test func anAnswerJoinsItsQuestion() {
    #expect(
      groups([Node(id: "a"), Node(id: "b", references: ["a"]), Node(id: "c")]) == [
        ["a", "b"], ["c"],
      ]
    )
  }

  @Test func aGhostKeepsItsAnswersTogether() {
    let nodes = [Node(id: "b", references: ["ghost"]), Node(id: "c", references: ["ghost"])]
    #expect(groups(nodes) == [["b", "c"]])
  }

  @Test func aLateMessageUnitesTwoConversations() {
    let nodes = [Node(id: "a"), Node(id: "b"), Node(id: "c", references: ["a", "b"])]
    #expect(groups(nodes) == [["a", "b", "c"]])
  }

  @Test func theOlderNumberStays() {
    var forest = ThreadForest()
    let first = Threader.place("a", references: [], in: &forest)
    let second = Threader.place("b", references: [], in: &forest)
    #expect(Threader.place("c", references: ["b", "a"], in: &forest) == first)
    #expect(forest.conversation(of: "b") == first)
    #expect(first < second)
  }

  @Test func loopsAndSelfReferencesEnd() {
    let loop = [Node(id: "a", references: ["b"]), Node(id: "b", references: ["a"])]
    #expect(groups(loop) == [["a", "b"]])
    #expect(groups([Node(id: "a", references: ["a", "a"])]) == [["a"]])
  }

  @Test func duplicateIDsShareAConversation() {
    #expect(groups([Node(id: "a"), Node(id: "a")]) == [["a", "a"]])
  }

  /// A malicious set of messages gives the same conversations for every order of arrival.
  @Test(arguments: seeds(20))
  func theOrderOfArrivalMakesNoDifference(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let names = (0..<24).map { "m\($0)" }
    var nodes = names.prefix(18).map { name in
      let count = random.number(0...2)
      return Node(id: name, references: (0..<count).map { _ in random.pick(names, or: "") })
    }
    nodes.append(nodes[0])
    let expected = groups(nodes)
    for _ in 0..<10 { #expect(groups(nodes.shuffled(using: &random)) == expected) }
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

  @Test func aThreadOfTenThousandIsOneConversation() {
    let nodes = (0..<10_000).map { Node(id: "\($0)", references: ["\($0 + 1)"]) }
    #expect(groups(nodes).count == 1)
  }
}

/// A ``ThreadTable`` in memory, to test a ``Threader`` without a store.
struct ThreadForest: ThreadTable {
  private var conversations: [String: Int64] = [:]
  private var aliases: [Int64: Int64] = [:]
  private var last: Int64 = 0

  mutating func conversation(of messageID: String) -> Int64? {
    conversations[messageID].map { root($0) }
  }

  mutating func assign(_ messageID: String, to conversation: Int64) {
    conversations[messageID] = conversation
  }

  mutating func makeConversation() -> Int64 {
    last += 1
    return last
  }

  mutating func unite(_ younger: Int64, into older: Int64) {
    aliases[younger] = older
  }

  /// Follows the aliases, and shortens the path for the next time.
  private mutating func root(_ conversation: Int64) -> Int64 {
    var root = conversation
    while let next = aliases[root] { root = next }
    var step = conversation
    while let next = aliases[step], next != root {
      aliases[step] = root
      step = next
    }
    return root
  }
}
