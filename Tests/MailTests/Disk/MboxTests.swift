import Foundation
import MailTextTesting
import Testing

@testable import Mail

struct MboxTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Inbox.mbox") }

  init() throws { folder = try TemporaryFolder() }

  private func open() async throws -> Mailbox {
    try await Mailbox.open(path, store: folder.file("store.sqlite"))
  }

  private func entry(_ message: String) -> String {
    "From ann@a.example Mon Jan  2 15:04:05 2023\n\(message)\n"
  }

  private func write(_ messages: [String]) throws {
    try folder.write(messages.map(entry).joined(), to: "Inbox.mbox")
  }

  @Test func messagesAndFlagsAreRead() async throws {
    try write([
      message("a@x", "One", extra: "Status: RO\n"),
      message("b@x", "Two", extra: "Status: O\nX-Status: F\n"),
      message("c@x", "Three", references: ["a@x"], extra: "X-Mozilla-Status: 0005\n"),
    ])
    let mailbox = try await open()
    #expect(mailbox.title == "Inbox")
    #expect(try await mailbox.refresh().messages == 3)
    let rows = try await mailbox.everything()
    #expect(Set(rows.map(\.subject)) == ["One", "Two"])
    let unread = rows.map(\.unread).sorted()
    #expect(unread == [0, 1])
    let flags = rows.map(\.flagged)
    #expect(flags == [true, true])
  }

  @Test func anEmptyFileIsAnEmptyMailbox() async throws {
    try folder.write("", to: "Inbox.mbox")
    let mailbox = try await open()
    #expect(try await mailbox.refresh().messages == 0)
    try write([message("a@x")])
    #expect(try await mailbox.refresh().inserted == 1)
  }

  @Test func whatIsAppendedIsNewAndTheRestIsNot() async throws {
    try write([message("a@x"), message("b@x")])
    let mailbox = try await open().refreshed()
    try write([message("a@x"), message("b@x"), message("c@x", references: ["a@x"])])
    let summary = try await mailbox.refresh()
    #expect(summary.newMessages == 1)
    #expect(summary.updated == 1)
    #expect(summary.inserted == 0)
  }

  @Test func aMessageCaughtHalfWrittenIsReplaced() async throws {
    let whole = entry(message("a@x")) + entry(message("b@x", "Long", body: "first\nsecond\n"))
    try folder.write(String(whole.dropLast(10)), to: "Inbox.mbox")
    let mailbox = try await open().refreshed()
    try folder.write(whole, to: "Inbox.mbox")
    #expect(try await mailbox.refresh().messages == 2)
    let long = try await mailbox.everything().first { $0.subject == "Long" }
    #expect(long?.snippet == "first second")
  }

  @Test func growthThatWasReadHalfIsReadOnceMore() async throws {
    let old = (0..<3).map { message("old\($0)@x") }
    let new = (0..<600).map { message("new\($0)@x") }
    try write(old)
    let mailbox = try await open().refreshed()
    try write(old + new)
    await #expect(throws: CancellationError.self) {
      try await mailbox.refreshCancelledAfterABatch()
    }
    let summary = try await mailbox.refresh()
    #expect(summary.messages == 603)
    #expect(try await mailbox.refresh().revision == summary.revision)
  }

  @Test func deletingTheFirstMessageLeavesTheRestKnown() async throws {
    try write([message("a@x"), message("b@x"), message("c@x")])
    let mailbox = try await open().refreshed()
    try write([message("b@x"), message("c@x")])
    let summary = try await mailbox.refresh()
    #expect(summary.removed == 1)
    #expect(summary.newMessages == 0)
    #expect(summary.messages == 2)
  }

  @Test func aFlagChangedInPlaceWhileMailArrivedIsSeen() async throws {
    try write([message("a@x", extra: "Status: OO\n"), message("b@x")])
    let mailbox = try await open().refreshed()
    try write([message("a@x", extra: "Status: RO\n"), message("b@x"), message("c@x")])
    let summary = try await mailbox.refresh()
    #expect(summary.newMessages == 1)
    #expect(summary.updated == 1)
  }

  /// mutt counts bytes and lines; IMAP servers store the last UID that they gave.
  @Test(arguments: [
    "Content-Length: 11\nLines: 1\n", "X-IMAPbase: 1700000000 0000000003\n",
    "X-IMAP: 1700000000 0000000003\n\t$Forwarded\n",
  ])
  func whatProgramsNoteInMessagesMakesNoneNew(note: String) async throws {
    let nameless = message("b@x").replacing("Message-ID: <b@x>\n", with: "")
    try write([message("a@x"), nameless])
    let mailbox = try await open().refreshed()
    let ids = Set(try await mailbox.everything().map(\.id))
    for note in [note, note.replacing("1", with: "2")] {
      let noted = nameless.replacing("\n\n", with: "\n\(note)\n")
      try write([message("a@x", extra: note), noted])
      #expect(try await mailbox.refresh().newMessages == 0)
      #expect(Set(try await mailbox.everything().map(\.id)) == ids)
    }
  }

  @Test func copiesOfOneMessageAreToldApart() async throws {
    try write([message("a@x"), message("a@x"), message("b@x")])
    let mailbox = try await open()
    #expect(try await mailbox.refresh().messages == 3)
    try write([message("a@x"), message("b@x")])
    #expect(try await mailbox.refresh().messages == 2)
    #expect(try await mailbox.groups() == [["a@x"], ["b@x"]])
  }

  @Test func marksAreFoundAcrossWindows() throws {
    // Larger than two windows, so that marks are near and across every kind of border.
    let filler = String(repeating: "x", count: 99) + "\n"
    var text = ""
    var marks: [Int64] = []
    for index in 0..<3000 {
      marks.append(Int64(text.utf8.count))
      text += entry(message("\(index)@x", body: String(repeating: filler, count: index % 13)))
    }
    let places = try Layout().scan(text).0.places
    #expect(places.map(\.mark) == marks)
    let isOrdered = places.allSatisfy { $0.start > $0.mark && $0.end > $0.start }
    #expect(isOrdered)
  }
}
