import Mail

/// A message of the sample before it is put into bytes.
struct SampleDraft: Sendable {
  /// Nil for a message that brings no id.
  var messageID: String?
  var references: [String] = []
  var from: SamplePerson
  var subject: String
  /// When it was delivered, in seconds since 1970.
  var received: Int64
  var text: String
  /// What it answers, to be quoted.
  var quoted: (name: String, text: String)?
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
    // As mail programs do that do not find a character in the charset they are set to.
    self.charset = charset.holds(subject + text) ? charset : .utf8
  }
}

/// What is wrong with some mail in every real mailbox.
enum SampleQuirk: Sendable, CaseIterable {
  case missingDate
  case garbledDate
  case dateIn1970
  case dateIn2099
  case missingID
  /// 8-bit bytes in the header, without saying in which charset.
  case rawSubject
  case brokenEncodedWord
  case missingSubject
  case missingSender
  case unknownCharset
  /// CRLF line ends, as on the wire.
  case carriageReturns
  case noBody
  case nulBytes
  /// A line without a colon amid the header.
  case junkInHeader
  /// A header of 30 kB.
  case hugeHeader
  /// Only In-Reply-To, with words around the id.
  case chattyInReplyTo
  case oddCaseAndFolding
}
