import Foundation
import MailTextTesting
import Testing

@testable import Mail

struct MaildirTests {
  @Test func namesAreTakenApart() throws {
    let entry = try #require(MaildirEntry("12.x.host:2,FRS", isNew: false))
    #expect(entry.key == MessageKey(bytes: Array("12.x.host".utf8)))
    #expect(entry.flags == [.flagged, .replied, .seen])
    #expect(MaildirEntry("12.x", isNew: true)?.flags == [])
    #expect(MaildirEntry("12.x:1,S", isNew: false)?.flags == [])
    #expect(MaildirEntry(":2,S", isNew: false)?.key.bytes.isEmpty == false)
    #expect(MaildirEntry(".hidden", isNew: false) == nil)
  }

  @Test func newMailIsUnreadAndOnTop() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", "Old", date: "Mon, 02 Jan 2023 15:04:05 +0000"), as: "cur/1:2,S")
    try maildir.add(message("b@x", "New", date: "Tue, 03 Jan 2023 15:04:05 +0000"), as: "new/2")
    let mailbox = try await maildir.open()
    let summary = try await mailbox.refresh()
    #expect(summary.messages == 2)
    #expect(summary.newMessages == 2)
    #expect(summary.inserted == 2)
    let list = try await mailbox.everything()
    #expect(list.map(\.subject) == ["New", "Old"])
    #expect(list.map(\.unread) == [1, 0])
  }

  @Test func flagsComeAndGo() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    try maildir.move("cur/1:2,S", to: "cur/1:2,F")
    #expect(try await mailbox.refresh().updated == 1)
    let row = try #require(try await mailbox.everything().first)
    #expect(row.flagged)
    #expect(row.unread == 1)
  }

  @Test func aTrashedMessageIsListedUntilItIsDeleted() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,ST")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.everything().count == 1)
    try maildir.delete("cur/1:2,ST")
    let summary = try await mailbox.refresh()
    #expect(summary.removed == 1)
    #expect(try await mailbox.everything().isEmpty)
  }

  @Test func anAnswerUpdatesItsConversationInPlace() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", "Boat"), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    let id = try #require(try await mailbox.everything().first).id
    try maildir.add(message("b@x", "Re: Boat", references: ["a@x"]), as: "new/2")
    let summary = try await mailbox.refresh()
    let rows = try await mailbox.everything()
    #expect(rows.map(\.id) == [id])
    #expect(rows.map(\.messageCount) == [2])
    #expect((summary.inserted, summary.updated, summary.removed) == (0, 1, 0))
    #expect(summary.newMessages == 1)
  }

  @Test func aMessageThatUnitesLeavesTheOlderRow() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", "A"), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    try maildir.add(message("b@x", "B"), as: "cur/2:2,S")
    _ = try await mailbox.refresh()
    let before = try await mailbox.everything().map(\.id)
    try maildir.add(message("c@x", "C", references: ["a@x", "b@x"]), as: "new/3")
    let summary = try await mailbox.refresh()
    #expect(summary.merged == 1)
    #expect(summary.updated == 1)
    #expect(summary.inserted == 0)
    let rows = try await mailbox.everything()
    #expect(rows.count == 1)
    #expect(rows.first?.id == before.min())
    for id in before { #expect(try await mailbox.current(id) == before.min()) }
    #expect(try await mailbox.current(1_000) == nil)
  }

  @Test func aConversationThatComesBackIsInsertedAgain() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    try maildir.delete("cur/1:2,S")
    _ = try await mailbox.refresh()
    try maildir.add(message("b@x", references: ["a@x"]), as: "new/2")
    #expect(try await mailbox.refresh().inserted == 1)
  }

  @Test func nothingNewChangesNothing() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,S")
    let mailbox = try await maildir.open()
    let first = try await mailbox.refresh()
    let summary = try await mailbox.refresh()
    #expect(summary.revision == first.revision)
    #expect(summary.newMessages == 0)
    #expect(summary.messages == 1)
  }

  @Test func aSecondChangeWithinTheClocksTickIsSeen() async throws {
    let maildir = try MaildirFixture()
    let mailbox = try await maildir.open()
    for index in 0..<20 {
      try maildir.add(message("\(index)@x"), as: "new/\(index)")
      #expect(try await mailbox.refresh().newMessages == 1)
    }
  }

  @Test func duplicateIDsAreBothListed() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,S")
    try maildir.add(message("a@x"), as: "cur/2:2,S")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.groups() == [["a@x", "a@x"]])
  }
}

struct MaildirDifferenceTests {
  private func names(_ list: (name: String, isNew: Bool)...) -> MaildirNames {
    MaildirNames { add in
      for (name, isNew) in list {
        name.withCString { if let name = MaildirName($0) { add(name, isNew) } }
      }
    }
  }

  private func key(_ text: String) -> MessageKey { MessageKey(bytes: Array(text.utf8)) }

  @Test func namesComeOldestFirst() {
    let names = names(("20.b:2,S", false), ("10.a", true), ("20.a:2,FR", false), (":2,S", false))
    let entries = (0..<names.count).map { names[$0] }
    #expect(entries.map(\.key) == [key("10.a"), key("20.a"), key("20.b"), key(":2,S")])
    #expect(entries.map(\.flags) == [[], [.flagged, .replied], .seen, .seen])
    #expect(entries.map(\.isNew) == [true, false, false, false])
    #expect(entries[2].name == Array("20.b:2,S".utf8CString))
  }

  /// new/ is listed before cur/, and a program may move the message in between.
  @Test func aMessageThatIsListedTwiceHasItsLastName() {
    let names = names(("2", true), ("1", true), ("3", true), ("2:2,S", false))
    #expect((0..<names.count).map { names[$0].key } == ["1", "2", "3"].map(key))
    #expect(names[1].flags == .seen)
    #expect(!names[1].isNew)
  }

  @Test func whatIsNotKnownIsNewAndNewestFirst() {
    let names = names(("2:2,S", false), ("4", true), ("1", true), ("3:2,S", false))
    let known = KnownFlags([key("1"): .seen, key("3"): .seen, key("0"): [], key("5"): []])
    let difference = MaildirDifference(names, known: known)
    #expect(difference.new.map { names[Int($0)].key } == [key("4"), key("2")])
    #expect(difference.flagged == [key("1"): []])
    #expect(difference.gone == [key("0"), key("5")])
  }

  @Test func ofAnEmptyStoreAllIsNewAndOfAnEmptyMaildirAllIsGone() {
    let one = names(("1", true))
    #expect(MaildirDifference(one, known: KnownFlags()).new == [0])
    #expect(MaildirDifference(names(), known: KnownFlags([key("1"): []])).gone == [key("1")])
  }
}
