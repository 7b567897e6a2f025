import Mail

/// A message of the sample, before it is encoded.
struct SampleDraft: Sendable {
  /// The message-id; nil for a message without one.
  var messageID: String?
  var references: [String] = []
  var from: SamplePerson
  var subject: String
  /// The time of delivery, in seconds since 1970.
  var received: Int64
  var text: String
  /// The answered text, which is quoted.
  var quoted: (person: SamplePerson, text: String)?
  var language: SampleLanguage
  var charset: Charset
  var form = SampleStory.Form.plain
  var quirk: SampleQuirk?
  var flags: MessageFlags = .seen

  init(
    from: SamplePerson,
    subject: String,
    received: Int64,
    text: String,
    language: SampleLanguage,
    charset: Charset
  ) {
    self.from = from
    self.subject = subject
    self.received = received
    self.text = text
    self.language = language
    // Falls back to UTF-8 if the charset lacks a character, as mail programs do.
    self.charset = charset.holds(subject + text) ? charset : .utf8
  }
}

/// A fault that occurs in every real mailbox.
enum SampleQuirk: Sendable, CaseIterable {
  case missingDate
  case garbledDate
  case dateIn1970
  case dateIn2099
  case missingID
  /// 8-bit bytes in the header, without a charset.
  case rawSubject
  case brokenEncodedWord
  case missingSubject
  case missingSender
  case unknownCharset
  /// CRLF line ends, as in SMTP.
  case carriageReturns
  case noBody
  case nulBytes
  /// A line without a colon inside the header.
  case junkInHeader
  /// A header of 30 kB.
  case hugeHeader
  /// In-Reply-To only, with words around the id.
  case chattyInReplyTo
  case oddCaseAndFolding
}
