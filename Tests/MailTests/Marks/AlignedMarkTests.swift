import Foundation
import GRDB
import MailTextTesting
import Testing

@testable import Mail

/// The list and the file of marks agree, whatever has happened to either.
@Suite struct AlignedMarkTests {
  private let maildir: MaildirFixture
  private let file: MarkFile

  init() throws {
    maildir = try MaildirFixture()
    file = MarkFile(path: maildir.folder.file("state/marks.sqlite"))
    for (number, subject) in ["One", "Two", "Three"].enumerated() {
      let date = "Mon, 0\(number + 1) Jan 2023 15:04:05 +0000"
      try maildir.add(message("\(number)@x", subject, date: date), as: "cur/\(number):2,")
    }
  }

  private static let keepMarks =
    "CREATE TRIGGER kept BEFORE DELETE ON mark BEGIN SELECT RAISE(ABORT, 'no'); END"

  private func open(store name: String = "store.sqlite") async throws -> Mailbox {
    let store = maildir.folder.file(name)
    return try await Mailbox.open(maildir.path, store: store, marks: file).refreshed()
  }

  private func unread(_ mailbox: Mailbox) async throws -> [String] {
    let rows = try await mailbox.everything().filter { $0.unread > 0 }
    #expect(try await mailbox.unreadCount() == rows.count)
    return rows.map(\.subject)
  }

  /// Compares the list with that of a new store.
  private func expectOneTruth(_ mailbox: Mailbox, unread expected: [String]) async throws {
    let new = try await open(store: "new-\(UUID().uuidString).sqlite")
    #expect(try await unread(mailbox) == expected)
    #expect(try await unread(new) == expected)
  }

  /// Changes the file of marks as a process that is killed before it changes the list.
  private func killed(_ mark: MessageMark, _ subject: String, _ mailbox: Mailbox) async throws {
    let stub = try await mailbox.firstMessage(of: subject)
    try file.save(mark, [stub.id: mark == .read], of: mailbox.id.storeKey)
  }

  @Test func aMarkThatWasCutShortIsListedAfterARefresh() async throws {
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "One")])
    try await killed(.unread, "One", mailbox)
    try await killed(.read, "Two", mailbox)
    _ = try await mailbox.refresh()
    try await expectOneTruth(mailbox, unread: ["Three", "One"])
    let revision = try await mailbox.revision()
    #expect(try await mailbox.refresh().revision == revision)
  }

  @Test func aMarkAfterOneThatWasCutShortHidesNoDifference() async throws {
    let mailbox = try await open()
    try await killed(.read, "Two", mailbox)
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "One")])
    _ = try await mailbox.refresh()
    try await expectOneTruth(mailbox, unread: ["Three"])
  }

  @Test func storesOfOneMailboxAgree() async throws {
    let (one, other) = (try await open(), try await open(store: "other.sqlite"))
    _ = try await one.mark(.read, in: [one.id(of: "One")])
    _ = try await one.mark(.read, in: [one.id(of: "Two")])
    try await expectOneTruth(other.refreshed(), unread: ["Three"])
    _ = try await other.mark(.unread, in: [other.id(of: "One")])
    try await expectOneTruth(one.refreshed(), unread: ["Three", "One"])
  }

  @Test(.timeLimit(.minutes(5)), arguments: 0..<20)
  func aCancelledMarkIsMadeWhollyOrNotAtAll(_ yields: Int) async throws {
    let mailbox = try await open()
    let ids = try await mailbox.everything().map(\.id)
    let task = Task { try await mailbox.markConversations(.read, ids) }
    for _ in 0..<yields * 5 { await Task.yield() }
    task.cancel()
    let isMarked = (try? await task.value) != nil
    try await expectOneTruth(mailbox, unread: isMarked ? [] : ["Three", "Two", "One"])
  }

  /// The file of marks is busy, or may only be read, when the account changes a message.
  @Test func anOverruledMarkThatCouldNotBeDroppedDoesNotComeBack() async throws {
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "One")])
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: Self.keepMarks) }
    for (name, next) in [("0:2,", "0:2,S"), ("0:2,S", "0:2,")] {
      try maildir.move("cur/\(name)", to: "cur/\(next)")
      _ = try await mailbox.refresh()
    }
    try await queue.write { try $0.execute(sql: "DROP TRIGGER kept") }
    _ = try await mailbox.refresh()
    try await expectOneTruth(mailbox, unread: ["Three", "Two", "One"])
  }

  /// Another program takes back a mark that one store has written, before the other one sees it.
  @Test func aMarkThatOneStoreHasWrittenLeavesTheOthers() async throws {
    let (one, other) = (try await open(), try await open(store: "other.sqlite"))
    _ = try await one.mark(.read, in: [one.id(of: "One")])
    _ = try await other.refresh()
    _ = try await one.mark(.read, in: [one.id(of: "One")], writes: true)
    try await one.writeMarks()
    let stamp = try file.stamp(of: one.id.storeKey)
    try maildir.move("cur/0:2,S", to: "cur/0:2,")
    try await expectOneTruth(one.refreshed(), unread: ["Three", "Two", "One"])
    try await expectOneTruth(other.refreshed(), unread: ["Three", "Two", "One"])
    #expect(try file.stamp(of: one.id.storeKey) == stamp)
  }

  @Test func aMarkThatChangesNothingLeavesTheStamp() throws {
    let id = MessageStub.ID(messageID: "0@x")
    try file.save(.starred, [id: true], of: "a")
    let stamp = try #require(try file.stamp(of: "a"))
    try file.save(.starred, [id: true], of: "a", commit: { #expect($0 == nil) })
    #expect(try file.drop([id: .readHere], of: "a") == nil)
    #expect(try file.stamp(of: "a") == stamp)
  }

  /// As on a disk that may only be read: the index takes the name of the table that is missing.
  @Test func aFileOfAnEarlierVersionIsReadWithoutAChange() throws {
    let id = MessageStub.ID(messageID: "0@x")
    try file.save(.starred, [id: true], of: "a")
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { db in
      try db.execute(sql: "DROP TABLE stamp; CREATE INDEX stamp ON mark (time)")
    }
    let again = MarkFile(path: file.path)
    #expect(try again.marks(of: [id], in: "a") == [id: .starredHere])
    #expect(try again.stamp(of: "a") == nil)
  }

  private struct FullDisk: Error {}

  @Test func aMarkThatTheListCannotTakeIsNotKeptEither() throws {
    let id = MessageStub.ID(messageID: "0@x")
    try file.save(.starred, [id: true], of: "a")
    let before = try file.stamp(of: "a")
    #expect(throws: FullDisk.self) {
      try file.save(.read, [id: true], of: "a", commit: { _ in throw FullDisk() })
    }
    #expect(try file.marks(of: [id], in: "a") == [id: .starredHere])
    #expect(try file.stamp(of: "a") == before)
    // The marks are on the disk before the list has them: nothing is left that could fail.
    try file.save(
      .read,
      [id: true],
      of: "a",
      commit: { _ in
        let status = try FileManager.default.attributesOfItem(atPath: file.path + "-journal")
        #expect(status[.size] as? Int ?? 0 > 0)
      }
    )
  }

  /// The state folder is on a disk that is not there, or comes back from a backup.
  @Test(arguments: ["missing", "loop", "garbage"])
  func marksThatCouldNotBeReadAreAppliedLater(_ trouble: String) async throws {
    do {
      let mailbox = try await open()
      _ = try await mailbox.mark(.read, in: [mailbox.id(of: "One")])
    }
    let (state, away) = (maildir.folder.file("state"), maildir.folder.file("away"))
    let files = FileManager.default
    try files.moveItem(atPath: state, toPath: away)
    switch trouble {
    case "loop": try files.createSymbolicLink(atPath: state, withDestinationPath: state)
    case "garbage":
      try maildir.folder.makeFolder("state")
      try maildir.folder.write("Dear diary", to: "state/marks.sqlite")
    default: break
    }
    for name in ["", "-wal", "-shm"] { unlink(maildir.store + name) }
    let mailbox = try await maildir.open(marks: file)
    let summary = try await mailbox.refresh()
    #expect(try await unread(mailbox) == ["Three", "Two", "One"])
    #expect((summary.marksFailure != nil) == (trouble != "missing"))
    if trouble != "missing" { try files.removeItem(atPath: state) }
    try files.moveItem(atPath: away, toPath: state)
    #expect(try await mailbox.refresh().marksFailure == nil)
    try await expectOneTruth(mailbox, unread: ["Three", "Two"])
  }

  @Test func aFileMadeAnewGetsTheMarksOfTheList() async throws {
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "One")])
    _ = try await mailbox.mark(.starred, in: [mailbox.id(of: "Two")])
    try FileManager.default.removeItem(atPath: file.path)
    _ = try await mailbox.refresh()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "Three")])
    _ = try await mailbox.refresh()
    try await expectOneTruth(mailbox, unread: ["Two"])
    let new = try await open(store: "other.sqlite")
    #expect(try await new.everything().map(\.flagged) == [false, true, false])
  }

  @Test func anAccountIsNotRemovedWhileItsMarksAreLeft() async throws {
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "One")])
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: Self.keepMarks) }
    await #expect(throws: MailError.self) { try await mailbox.removeStore() }
    // As made by an earlier version.
    try await queue.write { try $0.execute(sql: "DELETE FROM stamp") }
    await #expect(throws: MailError.self) { try await mailbox.removeStore() }
    try await queue.write { try $0.execute(sql: "DROP TRIGGER kept") }
    _ = try await mailbox.removeStore()
    #expect(try file.stamp(of: mailbox.id.storeKey) == nil)
  }
}
