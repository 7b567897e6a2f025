/// Groups the messages of a conversation anew by what they name: where the message that connected
/// them is gone, they part.
struct ConversationParts {
  /// For each message, another one of its part, or itself.
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

  /// The first message of the part that a message is in; messages are counted from 0.
  mutating func part(of message: Int) -> Int {
    var message = message
    while parents[message] != message {
      // Halves the way for the next time.
      parents[message] = parents[parents[message]]
      message = parents[message]
    }
    return message
  }
}
