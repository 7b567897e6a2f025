import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// Line ends and white space in an mbox, as left by old systems, editors and exports.
struct MboxSpaceTests {
  private let layout: Layout
  private let text = mboxText(message("a@x"), message("b@x"), message("c@x"))

  init() throws { layout = try Layout() }

  private func read(_ text: String, with reader: SourceReader = SourceReader()) async throws
    -> SourceReader
  {
    try layout.file("box/INBOX", text)
    try await reader.read(try layout.source("box"))
    return reader
  }

  // MARK: Carriage returns

  /// The line ends of old Macs.
  private func oldMac(_ text: String) -> String { text.replacing("\n", with: "\r") }

  @Test func linesMayEndWithACarriageReturnAlone() async throws {
    let reader = try await read(oldMac(text))
    #expect(reader.ids == ["a@x", "b@x", "c@x"])
    #expect(reader.head("b@x") == parse(message("b@x")))
    #expect(reader.skipped.isEmpty)
    let quoting = mboxText(message("q@x", body: ">From the sea\n"), message("z@x"))
    #expect(try await read(oldMac(quoting)).head("q@x")?.snippet == "From the sea")
  }

  @Test func messagesOfAnOldMacAreReadAgain() async throws {
    try layout.file("box/INBOX", oldMac(text))
    let mailbox = try await layout.open("box").refreshed()
    let rows = try await mailbox.everything()
    #expect(rows.count == 3)
    for row in rows {
      let stub = try #require(try await mailbox.messages(in: row.id).first)
      #expect(try await mailbox.message(stub).passages.map(\.text) == ["Some text."])
    }
  }

  @Test func anotherSystemMayAppendToAnOldMacsFile() async throws {
    let reader = try await read(oldMac(text))
    _ = try await read(oldMac(text) + mboxText(message("d@x")), with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0", "c@x 0", "d@x 0"])
    #expect((reader.new, reader.gone) == (1, 0))
    let windows = mboxText(message("e@x")).replacing("\n", with: "\r\n")
    _ = try await read(oldMac(text) + windows, with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0", "c@x 0", "e@x 0"])
  }

  @Test func aPackedFileOfAnOldMacIsRead() async throws {
    try layout.makeFolder("box")
    try layout.folder.write(try layout.gzip(oldMac(text)), to: "box/INBOX.gz")
    let reader = try await SourceReader(reading: layout.source("box"))
    #expect(reader.ids == ["a@x", "b@x", "c@x"])
  }

  @Test func linesMayEndWithTwoCarriageReturnsAndALineFeed() async throws {
    let reader = try await read(text.replacing("\n", with: "\r\r\n"))
    #expect(reader.content.count == 3)
    #expect(reader.ids == ["a@x", "b@x", "c@x"])
  }

  // MARK: White space before the first From line

  static let beginnings = [
    "\n", "\n\n\n", " \n", "\t\n \n", "\r\n", "\r\n\r\n", " ", "\u{FEFF}\n", "\n\u{FEFF}",
    "\u{FEFF} \r\n", String(repeating: "\n", count: 500),
  ]

  @Test(arguments: beginnings)
  func whiteSpaceMayStandBeforeTheFirstFromLine(beginning: String) async throws {
    let reader = try await read(beginning + text)
    #expect(reader.ids == ["a@x", "b@x", "c@x"])
    _ = try await read(beginning + text + mboxText(message("d@x")), with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0", "c@x 0", "d@x 0"])
    #expect(reader.gone == 0)
    // The date is that of the From line.
    let line = "From a@x Mon Jan  2 15:04:05 2023\n"
    let dateless = try await read("\(beginning)\(line)Subject: x\n\nx\n")
    #expect(dateless.ids.compactMap { dateless.head($0)?.date } == [1_672_671_845])
  }

  @Test(arguments: ["\n", " \r\n", "\u{FEFF}\n"])
  func whiteSpaceMayStandThereInAPackedFileAndInOneNamedByTheUser(beginning: String) async throws {
    try layout.makeFolder("box")
    try layout.folder.write(try layout.gzip(beginning + text), to: "box/INBOX.gz")
    let reader = try await SourceReader(reading: layout.source("box"))
    #expect(reader.ids == ["a@x", "b@x", "c@x"])
    try layout.file("mail", beginning + text)
    #expect(try MailTree(at: layout.path("mail")).names == ["INBOX"])
  }

  @Test func aMessageBelowWhiteSpaceIsReadAgain() async throws {
    try layout.file("box/INBOX", "\n \n" + mboxText(message("a@x")))
    let mailbox = try await layout.open("box").refreshed()
    let stub = try await mailbox.firstMessage()
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["Some text."])
  }

  @Test(arguments: ["\n", "  \n\n", "\nDear diary\n", "\nfrom here\n"])
  func whiteSpaceAloneBeginsNoMail(text: String) throws {
    try layout.file("notes", text)
    #expect(throws: MailError.notAnMbox(path: layout.path("notes"))) {
      try MailTree(at: layout.path("notes"))
    }
  }

  // MARK: White space in an empty line

  @Test(arguments: [" ", "\t", "  \t ", " \r"])
  func aLineOfSpacesPartsMessagesAsAnEmptyOneDoes(line: String) async throws {
    let text = mboxText(message("a@x")).dropLast() + "\(line)\n" + mboxText(message("b@x"))
    let reader = try await read(String(text))
    #expect(reader.ids == ["a@x", "b@x"])
    #expect(reader.head("a@x")?.snippet.hasPrefix("Some text.") == true)
  }
}
