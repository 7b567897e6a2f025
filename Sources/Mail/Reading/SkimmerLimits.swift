extension Skimmer {
  /// How much of a message is copied.
  struct Limits {
    /// Of each text, in bytes as they stand in the message.
    var text: Int
    /// Of each body that is no text. What a longer one unpacks to is counted instead; nothing is
    /// where this is 0.
    var file: Int
    /// Whether ``PartHeader/sizeField`` and ``PartHeader/cutField`` count, as in a message that was
    /// put together without some of its parts. In any other the sender has written them.
    var hasNotes = false
  }
}
