@testable import Mail

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
