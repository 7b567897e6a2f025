/// A sender or recipient of the sample's mail.
struct SamplePerson: Sendable, Hashable, Decodable {
  var name: String
  var address: String

  /// The owner of the mailbox.
  static let owner = SamplePerson(name: "Robin Ellery", address: "robin@ellery.example")
}

/// The texts of a conversation in the sample.
struct SampleStory: Sendable {
  /// The structure of the conversation's first message; the others are plain.
  enum Form: Sendable, Hashable {
    case plain
    /// Text and HTML with the same words.
    case alternative
    /// HTML only.
    case html
    /// Text, and an attached file with this name.
    case attachment(String)
  }

  var language: SampleLanguage
  /// The writers, who take turns.
  var people: [SamplePerson]
  /// The subject. A `#` in it is replaced by one of the fillings, so that two years of mail do not
  /// repeat themselves.
  var subject: String
  var fillings: [String] = []
  /// One text for each message; a longer conversation starts again with the first.
  var texts: [String]
  var form = Form.plain
  var isFlagged = false
}

/// A language of the sample, with the charsets of its mail.
struct SampleLanguage: Sendable, Decodable {
  var charsets: [Charset]
  var spelling = SampleHeader.Spelling.base64
  /// The prefix of an answer's subject.
  var replyMark = "Re"
  /// The time zone, in minutes east of Greenwich.
  var zone = 0
}
