import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// The beginnings of messages, in all forms that programs and senders write.
struct MboxBeginningTests {
  private let layout: Layout
  private let from = "From ann@a.example Mon Jan  2 15:04:05 2023\n"
  private var source: Mbox { Mbox(path: FilePath(layout.path("mbox"))) }

  init() throws { layout = try Layout() }

  private func count(_ text: String) throws -> Int { try layout.scan(text).0.places.count }

  // MARK: Without a date

  @Test(arguments: [
    // After one word: any header field of mail.
    "From ann\nReceived: from a", "From ann@a.example\nSubject: x", "From -\nX-Status: 0001",
    "From ann\r\nReturn-Path: <ann@a.example>\r\n", "From MAILER-DAEMON \nFrom: Mail System <m@x>",
    "From ann\nDATE: today", "From ann\nTo: bob\n", "From \nAnything: x", "From \r\nAnything: x",
    // After several words: a header field that nobody types into a text.
    "From ann somewhere\nReceived: from a", "From ann Mon Jan  2\nFrom: Ann\nMessage-ID: <a@x>",
    "From ann at work\nSubject: x\n y\n\tz\nMIME-Version: 1.0",
    // After a date: any header field.
    "From ann Mon Jan  2 15:04:05 2023\nAnything: x",
  ])
  func aFromLineAboveAHeaderBeginsAMessage(lines: String) throws {
    let first = from + message("a@x")
    #expect(try count("\(first)\n\(lines)\n\ntext\n") == 2)
    #expect(try count("\(first.replacing("\n", with: "\r\n"))\r\n\(lines)\n\ntext\n") == 2)
    // Without an empty line above them, the lines are text.
    #expect(try count("\(first)\(lines)\n\ntext\n") == 1)
  }

  @Test(arguments: [
    "From here on it is downhill.", "From now on: nothing\nNote: this", "From ann", "From ",
    "From tomorrow\nMilk: two\nBread: one", "From ann\n\nSubject: x", "From \nwhere I stand: here.",
    "From Bob:\nSubject: lunch", "From the archive:\nSubject: old\nDate: yesterday\nFrom: Ann",
    "From me to you\nthe header\nReceived: from a", "From ann\n Subject: x", "From ann\n: x",
    "From a b\nReceived from: a", "From:\nSubject: x", "from ann\nReceived: from a",
  ])
  func aSentenceThatBeginsWithFromIsText(lines: String) throws {
    #expect(try count("\(from)\(message("a@x"))\n\(lines)\n\ntext\n") == 1)
  }

  @Test func messagesWithoutDatesInTheirFromLinesAreListed() async throws {
    let text = ["a@x", "b@x", "c@x"].map { "From ann\n\(message($0))\n" }.joined()
    let reader = try await layout.read(text)
    #expect(reader.ids == ["a@x", "b@x", "c@x"])
    // The header of a message that is being written is not there yet.
    _ = try await layout.read(text + "From bob\n", with: reader)
    _ = try await layout.read(text + "From bob\n\(message("d@x"))", with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0", "c@x 0", "d@x 0"])
  }

  // MARK: Below a byte order mark

  @Test func aByteOrderMarkBeforeTheFirstFromLineIsNoPartOfIt() async throws {
    let text = "\u{FEFF}" + mboxText(message("a@x"), message("b@x"))
    try layout.file("box/INBOX", text)
    try layout.folder.write(try layout.gzip(text), to: "box/Packed.gz")
    try layout.file("box/notes", "\u{FEFF}From\nme\n")
    try layout.file("box/more", "\u{FEFF}\u{FEFF}" + mboxText(message("a@x")))
    let tree = try layout.tree("box")
    #expect(tree.names == ["INBOX", "Packed"])
    for folder in tree.folders {
      let reader = try await SourceReader(reading: folder.source)
      #expect(reader.ids == ["a@x", "b@x"])
      #expect(reader.head("a@x")?.date == 1_672_671_845)
    }
  }

  @Test func theDateOfAFromLineBelowAByteOrderMarkIsRead() throws {
    let (scanner, file) = try layout.scan("\u{FEFF}\(from)Subject: x\n\nhi\n")
    let place = try #require(scanner.places.first)
    #expect(try FromLine.date(place, in: file.descriptor) == 1_672_671_845)
    #expect(place.start == Int64(3 + from.utf8.count))
  }

  // MARK: Content-Length

  /// A message whose Content-Length covers its body and the following text.
  private func claiming(_ id: String, over next: String, body: String = "text\n") -> String {
    let length = body.utf8.count + next.utf8.count
    return from + message(id, extra: "Content-Length: \(length)\n", body: body)
  }

  @Test func noLengthHidesAMessage() async throws {
    let hidden = "\n" + from + message("b@x")
    // The length ends at the end of the file, or at the next message.
    for end in ["", "\n" + mboxText(message("c@x"))] {
      let reader = try await layout.read(claiming("a@x", over: hidden) + hidden + end)
      #expect(reader.ids == ["a@x", "b@x"] + (end.isEmpty ? [] : ["c@x"]))
    }
    let several = hidden + "\n" + "From ann\n" + message("c@x") + "\nFrom -\n" + message("d@x")
    #expect(try await layout.read(claiming("a@x", over: several) + several).ids.count == 4)
    let windows = (claiming("a@x", over: "") + hidden).replacing("\n", with: "\r\n")
    let length = "text\r\n".utf8.count + hidden.replacing("\n", with: "\r\n").utf8.count
    let lying = windows.replacing("Content-Length: 5", with: "Content-Length: \(length)")
    #expect(try await layout.read(lying).ids == ["a@x", "b@x"])
  }

  @Test func noLengthHidesAMessageOfThunderbirds() throws {
    let hidden = "From - Mon Jan 02 15:04:05 2023\nX-Mozilla-Status: 0001\n" + message("b@x")
    #expect(try count(claiming("a@x", over: hidden) + hidden) == 2)
  }

  @Test func noLengthHidesAMessageThatIsAppendedLater() async throws {
    let hidden = "\n" + from + message("b@x")
    let first = claiming("a@x", over: hidden)
    let reader = try await layout.read(first)
    #expect(reader.ids == ["a@x"])
    _ = try await layout.read(first + hidden, with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0"])
    _ = try await layout.read(first + hidden + "\n" + mboxText(message("c@x")), with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0", "c@x 0"])
  }

  /// After each appended piece, the reader lists the same messages as a new reader.
  @Test func whatGrowsBelowALengthIsReadAsAWhole() async throws {
    let hidden = "\n" + from + "he wrote\n\n" + from + "Subject: b\n\nb\n\n"
    let whole = claiming("a@x", over: hidden) + hidden + from + message("c@x")
    let start = claiming("a@x", over: hidden).utf8.count - 5
    let bytes = Array(whole.utf8)
    let reader = SourceReader()
    for end in stride(from: start, to: bytes.count, by: 3) {
      let part = String(decoding: bytes[..<end], as: UTF8.self)
      _ = try await layout.read(part, with: reader)
      #expect(try await reader.content == layout.read(part).content, "\(end)")
    }
  }

  @Test func fromLinesWithoutAHeaderAreTextWhateverTheLength() throws {
    let text = "\n" + from + "he wrote this\n\n" + from + "\n\(from)> Subject: x\n"
    let messages = claiming("a@x", over: text) + text
    #expect(try count(messages) == 1)
    #expect(try count(messages + from + message("b@x")) == 2)
    #expect(try count(messages + "x") == 1)
    #expect(try count(messages + "\n" + from + message("b@x") + "x") == 2)
    let hidden = text + "\n" + from + message("b@x")
    #expect(try count(claiming("a@x", over: hidden) + hidden) == 2)
  }

  // MARK: Too many

  @Test func ofTooManyMessagesTheLastOnesAreFound() throws {
    let text = (0..<100).map { mboxText(message("\($0)@x")) }.joined()
    let all = try layout.scan(text).0.places
    #expect(all.count == 100)
    for limit in [1, 2, 10, 99, 100, 101] {
      let scanner = try layout.scan(text, limit: limit).0
      #expect(scanner.places == all.suffix(limit))
      #expect(scanner.isCut == (limit < 100))
    }
  }

  @Test func ofTooManyMessagesTheLastOnesAreListedAndTheRestIsNamed() async throws {
    var few = source
    few.limit = 10
    let entries = (0..<30).map { mboxText(message("\($0)@x")) }
    let reader = SourceReader()
    for count in [8, 9, 13, 14, 30] {
      try layout.file("mbox", entries[..<count].joined())
      try await reader.read(few)
      let listed = Set((max(0, count - 10)..<count).map { "\($0)@x 0" })
      #expect(Set(reader.content) == listed)
      #expect(reader.skipped.isEmpty == (count <= 10))
    }
    #expect(reader.skipped.last?.path == layout.path("mbox"))
    #expect(reader.skipped.last?.reason == "of more than 10 messages only the last ones are listed")
    try layout.file("mbox", entries[25...].joined())
    try await reader.read(few)
    #expect(reader.stored.count == 5)
    #expect(reader.skipped.count == 3)
  }
}
