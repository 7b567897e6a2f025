extension Skimmer {
  /// How much of a message is copied.
  struct Limits {
    /// Of each text, in bytes as they stand in the message.
    var text: Int
    /// Of each body that is no text. What a longer one unpacks to is counted instead; nothing is
    /// where this is 0. Only the reason of a bounce is copied then.
    var file: Int
    /// Whether ``PartHeader/sizeField`` and ``PartHeader/cutField`` count, as in a message that was
    /// put together without some of its parts. In any other the sender has written them.
    var hasNotes = false
  }
}

extension Skimmer.Limits {
  /// For the window: more than ``ReadMessage/textLimit`` takes in any encoding, with much markup.
  /// Files are shown by their names, but notes of programs are read.
  static func window(hasNotes: Bool) -> Self {
    Self(text: 16_000_000, file: ProgramNote.encodedLimit, hasNotes: hasNotes)
  }
}
