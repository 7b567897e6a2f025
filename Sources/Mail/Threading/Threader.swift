/// Decides which conversation a message belongs to.
///
/// Two messages belong together when a chain of Message-ID, References and In-Reply-To headers
/// connects them. So every id that a message names, its own and its references, is put into one
/// conversation, also ids of messages never seen (ghosts): when those arrive, or others that name
/// them, they find their place. Where a message names ids of several conversations, these become
/// one, and the oldest keeps its number.
///
/// This is the union of sets, so the order of arrival makes no difference to who is with whom;
/// loops and lying references end like any others, and two messages with the same id are in the
/// same conversation. Subjects are not looked at.
enum Threader {
  /// Finds or makes the conversation of a message with this id and these references.
  static func place<Table: ThreadTable>(
    _ messageID: String,
    references: [String],
    in table: inout Table
  ) throws(Table.Failure) -> Int64 {
    var homes: Set<Int64> = []
    var homeless: [String] = []
    for id in CollectionOfOne(messageID) + references {
      if let found = try table.conversation(of: id) {
        homes.insert(found)
      } else {
        homeless.append(id)
      }
    }
    let conversation: Int64
    if let oldest = homes.min() {
      conversation = oldest
      // Each once, and into the one that stays: uniting moves every message of the younger.
      for younger in homes.sorted() where younger != oldest {
        try table.unite(younger, into: oldest)
      }
    } else {
      conversation = try table.makeConversation()
    }
    for id in homeless { try table.assign(id, to: conversation) }
    return conversation
  }
}

/// Where a ``Threader`` keeps what it has learnt: the store, or memory in tests.
protocol ThreadTable {
  associatedtype Failure: Error

  /// The conversation that an id belongs to now, after all unions; nil for an id never named.
  mutating func conversation(of messageID: String) throws(Failure) -> Int64?
  /// Notes an id that had no conversation. It may be noted twice with the same one.
  mutating func assign(_ messageID: String, to conversation: Int64) throws(Failure)
  /// A new number, larger than all before.
  mutating func makeConversation() throws(Failure) -> Int64
  /// Moves everything of `younger` into `older`.
  mutating func unite(_ younger: Int64, into older: Int64) throws(Failure)
}
