/// Message-IDs as 64-bit hashes, which take a tenth of the space in the store and compare faster.
///
/// Among ten million ids, two have the same hash in one of 370,000 mailboxes; an attacker may also
/// invent such an id. Then two conversations become one, as when a message refers to both.
enum ThreadName {
  static func make(from text: String) -> Int64 {
    var text = text
    return Int64(bitPattern: text.withUTF8 { QuickHash.make($0) })
  }
}

extension MessageHead {
  /// The names that link it to other messages: its own, then those of its references.
  var names: [Int64] { ([messageID] + references).map(ThreadName.make) }
}
