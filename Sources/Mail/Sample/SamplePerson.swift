/// Somebody who writes or gets the sample's mail.
struct SamplePerson: Sendable, Hashable {
  var name: String
  var address: String

  init(_ name: String, _ address: String) {
    self.name = name
    self.address = address
  }

  /// Whose mailbox it is.
  static let owner = SamplePerson("Robin Ellery", "robin@ellery.example")
}

/// What a conversation of the sample is about, and in which words.
struct SampleStory: Sendable {
  /// How its messages are put together.
  enum Form: Sendable {
    case plain
    /// Text and HTML, the same words.
    case alternative
    /// Nothing but HTML.
    case html
    /// Text and a file.
    case attachment(String)
  }

  var language: SampleLanguage
  var people: [SamplePerson]
  var subject: String
  var texts: [String]
  var form = Form.plain
  var isFlagged = false

  init(
    _ language: SampleLanguage,
    _ people: [SamplePerson],
    _ subject: String,
    _ texts: [String],
    _ form: Form = .plain,
    flagged: Bool = false
  ) {
    self.language = language
    self.people = people
    self.subject = subject
    self.texts = texts
    self.form = form
    isFlagged = flagged
  }
}

/// A language of the sample, with the charsets that its mail comes in.
struct SampleLanguage: Sendable {
  var charsets: [Charset]
  var spelling = SampleHeader.Spelling.base64
  /// What an answer's subject begins with.
  var replyMark = "Re"
  /// Minutes east of Greenwich.
  var zone = 0

  static let english = SampleLanguage(charsets: ["utf-8"], spelling: .quoted)
  static let american = SampleLanguage(charsets: ["us-ascii"], spelling: .quoted, zone: -300)
  static let german = SampleLanguage(
    charsets: ["iso-8859-1", "iso-8859-15", "utf-8"],
    spelling: .quoted,
    replyMark: "AW",
    zone: 60
  )
  static let french = SampleLanguage(
    charsets: ["iso-8859-15", "windows-1252", "utf-8"],
    spelling: .quoted,
    zone: 60
  )
  static let spanish = SampleLanguage(
    charsets: ["iso-8859-1", "utf-8"],
    spelling: .quoted,
    zone: 60
  )
  static let swedish = SampleLanguage(
    charsets: ["iso-8859-1", "utf-8"],
    spelling: .quoted,
    replyMark: "SV",
    zone: 60
  )
  static let polish = SampleLanguage(
    charsets: ["iso-8859-2", "utf-8"],
    spelling: .quoted,
    replyMark: "Odp",
    zone: 60
  )
  static let greek = SampleLanguage(charsets: ["iso-8859-7", "utf-8"], zone: 120)
  static let turkish = SampleLanguage(charsets: ["iso-8859-9", "utf-8"], zone: 180)
  static let russian = SampleLanguage(charsets: ["koi8-r", "windows-1251", "utf-8"], zone: 180)
  static let japanese = SampleLanguage(
    charsets: ["iso-2022-jp", "shift_jis", "utf-8"],
    zone: 540
  )
  static let chinese = SampleLanguage(charsets: ["gb18030", "utf-8", "gb2312"], zone: 480)
  static let taiwanese = SampleLanguage(charsets: ["big5", "utf-8"], zone: 480)
  static let korean = SampleLanguage(charsets: ["euc-kr", "utf-8"], zone: 540)
  static let arabic = SampleLanguage(charsets: ["windows-1256", "utf-8"], zone: 180)
  static let hebrew = SampleLanguage(charsets: ["windows-1255", "utf-8"], zone: 120)
}
