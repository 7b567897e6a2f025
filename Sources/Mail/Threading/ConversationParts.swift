/// Groups the messages of a conversation again by the names they share: a conversation splits if
/// the message that linked its parts is gone.
struct ConversationParts {
  /// For each message, an earlier message of its part, or itself.
  private var parents: [Int] = []
  /// For each name, the first message that names it.
  private(set) var holders: [Int64: Int] = [:]

  /// Adds the next message.
  mutating func add(_ names: [Int64]) {
    let message = parents.count
    parents.append(message)
    for name in names {
      guard let holder = holders[name] else {
        holders[name] = message
        continue
      }
      let (one, other) = (part(of: holder), part(of: message))
      parents[max(one, other)] = min(one, other)
    }
  }

  /// The first message of the part to which a message belongs; messages are counted from 0.
  mutating func part(of message: Int) -> Int {
    var message = message
    while parents[message] != message {
      // Halves the path for the next search.
      parents[message] = parents[parents[message]]
      message = parents[message]
    }
    return message
  }
}
