import MailTextTesting
import Testing

@testable import Mail
@testable import MailText

/// The list and the pane agree about a message: the row's words are in the message's text, and the
/// row has a mark if the pane lists an attachment.
struct AgreementTests {
  @Test(arguments: ManyMessages.allCases)
  func rowAndPaneAgree(on messages: ManyMessages) throws {
    let all = try messages.all()
    #expect(!all.isEmpty)
    for (name, bytes) in all { expectAgreement(on: bytes, name) }
  }

  private func expectAgreement(on bytes: [UInt8], _ name: String) {
    let row = RowReading(bytes)
    let pane = PaneReading(bytes)
    #expect(row.hasAttachments == !pane.attachments.isEmpty, "attachments of \(name)")
    #expect(row.words == pane.firstWords, "\(name)")
    #expect(
      pane.holds(row.words),
      "\(name): the row has “\(row.words)”, the pane “\(pane.ownWords.prefix(200))”"
    )
    #expect(
      !row.words.isEmpty || !pane.ownWords.contains { $0.isLetter },
      "\(name): the row is empty, the pane has “\(pane.ownWords.prefix(200))”"
    )
  }

  // Tests the comparison itself, since a test that cannot fail tests nothing.

  @Test func otherWordsAreNotAgreedOn() {
    let pane = PaneReading(Array("Subject: x\n\nYes, gladly.\n\n> Shall we?\n".utf8))
    for words in ["Yes, gladly.", "Yes,", "Yes, gla", "gladly.", ""] { #expect(pane.holds(words)) }
    for words in ["Shall we?", "gladly. Yes,", "No.", "Yes, gladly. Ann"] {
      #expect(!pane.holds(words))
    }
  }
}

/// The list's version of a message.
private struct RowReading {
  var words: String
  var hasAttachments: Bool

  init(_ bytes: [UInt8]) {
    let head = parse(bytes)
    words = head.snippet
    hasAttachments = head.hasAttachments
  }
}

/// The pane's version of a message.
private struct PaneReading {
  /// The writer's own text; if that is empty, the quoted text.
  var ownWords: String
  /// The headers of messages within the message, and reports of programs.
  var enclosed: String
  /// The names of the attachments, which may be empty.
  var attachments: [String]
  /// The first words if the whole message is read.
  var firstWords: String

  init(_ bytes: [UInt8]) {
    let message = readMessage(bytes)
    var copy = bytes
    firstWords = copy.withUnsafeMutableBufferPointer {
      MessageBytes($0, goesOn: false).whole().firstWords
    }
    attachments = message.attachments.map(\.name)
    enclosed = message.passages.filter { $0.kind == .enclosed }.map(\.text).joined(separator: "\n")
    let kinds: [Passage.Kind] = [.written, .quoted]
    ownWords =
      kinds.lazy.map { kind in
        message.passages.filter { $0.kind == kind }.map(\.text).joined(separator: "\n")
      }.first { !$0.isEmpty } ?? ""
  }

  /// Whether a row's words are in the text, in its order; boilerplate may be left out between them.
  /// If a message has no text, the row names the first attachment; if a bounce has no words for
  /// people, the row shows those for programs.
  func holds(_ words: String) -> Bool {
    let text = ownWords.isEmpty ? "Picture " + attachments.joined() : ownWords
    return Self.holds(text, words) || Self.holds(enclosed, words)
  }

  private static func holds(_ text: String, _ words: String) -> Bool {
    var rest = letters(text)[...]
    for word in words.split(separator: " ").map(letters) where !word.isEmpty {
      guard let place = rest.firstRange(of: word) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }

  /// The letters without marks, spaces and invisible characters, which differ between one line and
  /// many.
  private static func letters(_ text: some StringProtocol) -> [UnicodeScalar] {
    text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}
