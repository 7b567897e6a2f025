/// Decides to which conversation a message belongs.
///
/// Two messages belong together when a chain of Message-ID, References and In-Reply-To headers
/// links them. So all ids that a message names, its own and its references, are put into one
/// conversation, even ids of messages that were never seen (ghosts). A message that arrives later
/// with such an id, or refers to it, joins the conversation. If a message names ids of several
/// conversations, these are merged, and the oldest keeps its id.
///
/// Merging is a union of sets, so the order of arrival does not matter. Loops and false references
/// do no harm, and two messages with the same id are in one conversation. Subjects are ignored. A
/// removed message leaves its ids behind, and so its conversation stays together.
enum Threader {
  /// Finds or makes the conversation for a message with this id and these references.
  static func place<Table: ThreadTable>(
    _ own: Table.Name,
    references: some Sequence<Table.Name>,
    in table: inout Table
  ) throws(Table.Failure) -> Int64 {
    var homes: Set<Int64> = []
    var homeless: [Table.Name] = []
    for name in [own] + references {
      if let found = try table.conversation(of: name) {
        homes.insert(found)
      } else {
        homeless.append(name)
      }
    }
    let conversation: Int64
    if let oldest = homes.min() {
      conversation = oldest
      for younger in homes.sorted() where younger != oldest {
        try table.unite(younger, into: oldest)
      }
    } else {
      conversation = try table.makeConversation()
    }
    for name in homeless { try table.assign(name, to: conversation) }
    return conversation
  }
}

/// Stores the conversation of each name, in the database, or for tests in memory.
protocol ThreadTable {
  associatedtype Failure: Error
  /// A Message-ID, or its hash.
  associatedtype Name

  /// Returns the conversation to which a name belongs after all merges; nil for a new name.
  mutating func conversation(of name: Name) throws(Failure) -> Int64?
  /// Assigns a new name to a conversation. The same assignment may be made twice.
  mutating func assign(_ name: Name, to conversation: Int64) throws(Failure)
  /// Returns a new id, larger than all before.
  mutating func makeConversation() throws(Failure) -> Int64
  /// Merges the conversation `younger` into `older`.
  mutating func unite(_ younger: Int64, into older: Int64) throws(Failure)
}

/// Message-IDs as 64-bit hashes, which take a tenth of the space in the store and compare faster.
///
/// In one of 370,000 mailboxes with ten million ids, two ids have the same hash; an attacker may
/// also invent such an id. Then two conversations become one, as when a message refers to both.
enum ThreadName {
  static func make(from text: String) -> Int64 {
    var text = text
    return Int64(bitPattern: text.withUTF8 { QuickHash.make($0) })
  }
}

extension MessageHead {
  /// The names that link the message to others: its own, then those of its references.
  var names: [Int64] { ([messageID] + references).map(ThreadName.make) }
}
