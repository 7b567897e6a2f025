import FoundationEssentials
import Mail

/// The texts of the sample's mail, from `data/sample.json`, which is installed with the program.
///
/// Names and addresses in it are invented; nobody can own a name in `.example`.
public struct SampleStories: Sendable {
  /// The newest conversations, in the order of the list: the first that the user sees.
  let inbox: [SampleStory]
  /// Older conversations, each of which is used many times.
  let past: [SampleStory]
  /// A very long conversation.
  let longThread: SampleStory
  /// The mail for later deliveries.
  let deliveries: [SampleStory]

  /// Reads the file.
  ///
  /// - Throws: ``MailError/sampleUnreadable(path:reason:)``.
  public init(contentsOf path: String) throws(MailError) {
    do {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let file = try JSONDecoder().decode(StoryFile.self, from: bytes)
      inbox = try file.inbox.map(file.story)
      past = try file.past.map(file.story)
      longThread = try file.story(file.longThread)
      deliveries = try file.deliveries.map(file.story)
    } catch {
      throw .sampleUnreadable(path: path, reason: FileReason.of(error))
    }
  }
}

/// The format of the file. Stories refer to their language and people by name.
private struct StoryFile: Decodable {
  struct Story: Decodable {
    var language: String
    var people: [String]
    var subject: String
    /// The replacements for the `#` of the subject: these texts, or the numbers of the range.
    var fillings: [String]?
    var numbers: ClosedRange<Int>?
    var texts: [String]
    var form: Form?
    /// The name of the attached file.
    var attachment: String?
    var isFlagged: Bool?
  }

  enum Form: String, Decodable {
    case alternative
    case html
  }

  /// A story refers to a name that the file does not have.
  struct UnknownName: Error, CustomStringConvertible {
    var description: String
  }

  var languages: [String: SampleLanguage]
  var people: [String: SamplePerson]
  var inbox: [Story]
  var past: [Story]
  var longThread: Story
  var deliveries: [Story]

  func story(_ story: Story) throws -> SampleStory {
    SampleStory(
      language: try find(story.language, in: languages),
      people: try story.people.map { try find($0, in: people) },
      subject: story.subject,
      fillings: story.fillings ?? story.numbers?.map(String.init) ?? [],
      texts: story.texts,
      form: form(of: story),
      isFlagged: story.isFlagged ?? false
    )
  }

  private func form(of story: Story) -> SampleStory.Form {
    if let name = story.attachment { return .attachment(name) }
    return switch story.form {
    case .alternative: .alternative
    case .html: .html
    case nil: .plain
    }
  }

  private func find<Value>(_ name: String, in values: [String: Value]) throws -> Value {
    guard let value = values[name] else { throw UnknownName(description: name) }
    return value
  }
}

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
