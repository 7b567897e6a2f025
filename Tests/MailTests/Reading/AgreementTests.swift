import Foundation
import MessageTable
import Testing

@testable import Mail
import MailSample

/// The list and the pane read the same message: the row's words are the message's own, and its
/// mark stands where the pane lists an attachment.
struct AgreementTests {
  @Test(arguments: ["Rules", "Styles"])
  func rowAndPaneAgreeOnTheTable(folder: String) throws {
    for file in try TableFile.files(in: folder) {
      for entry in file.entries {
        for message in entry.messages where message.place != .mbox {
          expectAgreement(on: message.bytes, "\(file.name): \(entry.name)")
        }
      }
    }
  }

  @Test func rowAndPaneAgreeOnWhatTheFuzzerKept() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzzing/Corpus/message")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names.sorted() {
      expectAgreement(on: Array(try Data(contentsOf: folder.appending(path: name))), name)
    }
  }

  @Test func rowAndPaneAgreeOnTheSample() throws {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let sample = SampleMailbox(try .ours(), count: 1_000, now: now)
    for message in sample.messages { expectAgreement(on: message.bytes, message.messageID) }
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

  // The comparison itself: a test that cannot fail tests nothing.

  @Test func otherWordsAreNotAgreedOn() {
    let pane = PaneReading(Array("Subject: x\n\nYes, gladly.\n\n> Shall we?\n".utf8))
    for words in ["Yes, gladly.", "Yes,", "Yes, gla", "gladly.", ""] { #expect(pane.holds(words)) }
    for words in ["Shall we?", "gladly. Yes,", "No.", "Yes, gladly. Ann"] {
      #expect(!pane.holds(words))
    }
  }
}

/// What the list has of a message.
private struct RowReading {
  var words: String
  var hasAttachments: Bool

  init(_ bytes: [UInt8]) {
    let head = parse(bytes)
    words = head.snippet
    hasAttachments = head.hasAttachments
  }
}

/// What the pane has of it.
private struct PaneReading {
  /// What the writer wrote, or where that is nothing, what is quoted.
  var ownWords: String
  /// The headers of messages in the message, and what programs note.
  var enclosed: String
  /// The names of what is attached, which may be empty.
  var attachments: [String]
  /// What the whole message would show in a row.
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

  /// Whether words of a row stand in the text, in its order. Boilerplate may be left out between
  /// them. Of what holds no text, the row names the first thing that is attached, and of a bounce
  /// without words for people it has those for programs.
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

  /// Without marks, spaces and what nobody sees, which differ between one line and many.
  private static func letters(_ text: some StringProtocol) -> [UnicodeScalar] {
    text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}
