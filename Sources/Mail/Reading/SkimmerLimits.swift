extension Skimmer {
  /// How much of a message is copied.
  struct Limits {
    /// The limit of each text, in bytes before decoding.
    var text: Int
    /// The limit of each body that is not text. Of a longer one, only the decoded size is computed,
    /// or nothing if this is 0. In that case only the reason of a bounce is copied.
    var file: Int
    /// Whether ``PartHeader/sizeField`` and ``PartHeader/cutField`` are valid, as in a message
    /// assembled without some of its parts. In any other message they come from the sender.
    var hasNotes = false
  }
}

extension Skimmer.Limits {
  /// The limits for the window: more than ``ReadMessage/textLimit`` needs in any encoding, with
  /// much markup. Of files only the name is shown, but notes of programs are read.
  static func window(hasNotes: Bool) -> Self {
    Self(text: 16_000_000, file: ProgramNote.encodedLimit, hasNotes: hasNotes)
  }
}
