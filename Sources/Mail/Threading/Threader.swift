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
/// same conversation. Subjects are not looked at. What a message connected parts when it goes: see
/// ``ConversationParts``.
enum Threader {
  /// Finds or makes the conversation of a message with this id and these references.
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

/// Where a ``Threader`` keeps what it has learnt: the store, or memory in tests.
protocol ThreadTable {
  associatedtype Failure: Error
  /// A Message-ID, or what stands for it.
  associatedtype Name

  /// The conversation that a name belongs to now, after all unions; nil for one that is new.
  mutating func conversation(of name: Name) throws(Failure) -> Int64?
  /// Notes a name that had no conversation. It may be noted twice with the same one.
  mutating func assign(_ name: Name, to conversation: Int64) throws(Failure)
  /// A new number, larger than all before.
  mutating func makeConversation() throws(Failure) -> Int64
  /// Moves everything of `younger` into `older`.
  mutating func unite(_ younger: Int64, into older: Int64) throws(Failure)
}
