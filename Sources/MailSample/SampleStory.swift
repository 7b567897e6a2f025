/// Somebody who writes or gets the sample's mail.
struct SamplePerson: Sendable, Hashable, Decodable {
  var name: String
  var address: String

  /// Whose mailbox it is.
  static let owner = SamplePerson(name: "Robin Ellery", address: "robin@ellery.example")
}

/// What a conversation of the sample is about, and in which words.
struct SampleStory: Sendable {
  /// How its messages are put together.
  enum Form: Sendable, Hashable {
    case plain
    /// Text and HTML, the same words.
    case alternative
    /// Nothing but HTML.
    case html
    /// Text and a file of that name.
    case attachment(String)
  }

  var language: SampleLanguage
  /// They take turns.
  var people: [SamplePerson]
  /// A `#` in it stands for one of the fillings, so that two years of mail do not repeat
  /// themselves.
  var subject: String
  var fillings: [String] = []
  /// One for each message; a longer conversation begins again with the first.
  var texts: [String]
  var form = Form.plain
  var isFlagged = false
}

/// A language of the sample, with the charsets that its mail comes in.
struct SampleLanguage: Sendable, Decodable {
  var charsets: [Charset]
  var spelling = SampleHeader.Spelling.base64
  /// What an answer's subject begins with.
  var replyMark = "Re"
  /// Minutes east of Greenwich.
  var zone = 0
}
