import Foundation
import GRDB
import Glibc
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A mark waits until it is written or refused. It is written wherever its message is found.
@Suite struct SettledMarkTests {
  private let maildir: MaildirFixture
  private let file: MarkFile

  init() throws {
    maildir = try MaildirFixture()
    file = MarkFile(path: maildir.folder.file("marks.sqlite"))
    try maildir.addFolder(".Later")
    try maildir.add(message("a@x", "One"), as: "cur/1:2,")
    try maildir.add(message("b@x", "Two"), as: ".Later/cur/2:2,")
  }

  private func open() async throws -> Mailbox {
    try await maildir.open(marks: file).refreshed()
  }

  private func waiting(_ mailbox: Mailbox) throws -> Int {
    try file.waiting(in: mailbox.id.storeKey).count
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(maildir.path)/\(folder)").sorted()
  }

  @Test func aMessageMovedByAnotherProgramIsMarkedInItsNewFolder() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try maildir.move("cur/1:2,", to: ".Later/cur/9:2,")
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 1)
    _ = try await mailbox.refresh()
    #expect(try names(".Later/cur") == ["2:2,", "9:2,S"])
    #expect(try waiting(mailbox) == 0)
  }

  @Test func aMarkWaitsForAFolderThatIsAwayForAMoment() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "Two")
    try maildir.move(".Later", to: "elsewhere")
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 1)
    try maildir.move("elsewhere", to: ".Later")
    try await mailbox.writeMarks()
    #expect(try names(".Later/cur") == ["2:2,S"])
    #expect(try waiting(mailbox) == 0)
  }

  @Test func aMarkThatIsStoppedLeavesOthersWaiting() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.starred, "One")
    let before = try await mailbox.waitingMarks()
    try await mailbox.mark(.read, "One")
    try await mailbox.keepMarksHere(Set(before.keys), except: before)
    try await mailbox.writeMarks()
    #expect(try names("cur") == ["1:2,F"])
    #expect(try waiting(mailbox) == 0)
  }

  /// A second of two copies is gone: the first one counts.
  @Test func aCopyThatIsGoneKeepsNoOtherWaiting() async throws {
    try maildir.add(message("a@x", "One"), as: ".Later/cur/3:2,")
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try maildir.delete(".Later/cur/3:2,")
    try await mailbox.writeMarks()
    #expect(try names("cur") == ["1:2,S"])
    #expect(try waiting(mailbox) == 0)
  }

  /// The mark agrees with the flags that the other program has set.
  @Test func aMarkThatAnotherProgramHasSetTooWaitsNoLonger() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try maildir.move("cur/1:2,", to: "cur/1:2,S")
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 0)
  }

  @Test func aMarkDoesNotWaitWithoutEnd() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try maildir.delete("cur/1:2,")
    try age(days: 31)
    // A refresh may find the message elsewhere.
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 1)
    #expect(try await mailbox.refresh().marks.reasons.map(\.refusal) == [.expired(days: 30)])
    #expect(try marks() == [256])
  }

  /// The program did not run, or the server was away, for longer than marks wait.
  @Test func anOldMarkIsTriedBeforeItsWaitEnds() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try age(days: 31)
    #expect(try await mailbox.refresh().marks.written.count == 1)
    #expect(try names("cur") == ["1:2,S"])
  }

  /// The clock was wrong when the mark was set: at 1970, or years ahead.
  @Test(arguments: [20_000, -5_000])
  func aMarkThatAWrongClockHasDatedBeginsToWaitNow(_ days: Int) async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try maildir.delete("cur/1:2,")
    try age(days: days)
    _ = try await mailbox.refresh()
    #expect(try waiting(mailbox) == 1)
    try age(days: 31)
    _ = try await mailbox.refresh()
    #expect(try waiting(mailbox) == 0)
  }

  /// The user sets the same mark again, and would keep this one here.
  @Test(arguments: [MessageMark.read, .starred])
  func theSameMarkAgainKeepsThePromise(_ mark: MessageMark) async throws {
    let mailbox = try await open()
    let id = try #require(try await mailbox.everything().first { $0.subject == "One" }).id
    _ = try await mailbox.markConversations(mark, [id], writes: true, insists: true)
    let before = try marks()
    _ = try await mailbox.mark(mark, in: [id])
    _ = try await mailbox.mark(mark, in: [id], writes: true)
    #expect(try marks() == before)
    // Its opposite takes the promise back.
    _ = try await mailbox.mark(mark.opposite, in: [id])
    #expect(try waiting(mailbox) == 0)
  }

  @Test func theReasonOfAWaitIsSaid() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try maildir.move("cur", to: "elsewhere")
    // Nobody can list a folder behind an endless link, not even root.
    try FileManager.default.createSymbolicLink(
      atPath: "\(maildir.path)/cur",
      withDestinationPath: "cur"
    )
    let report = try await mailbox.writeMarks()
    #expect(report.waiting.count == 1)
    let reasons = report.delayReasons.map { $0.refusal.sentence.english }
    #expect(reasons.count == 1)
    #expect(reasons.first?.contains("Too many levels of symbolic links") == true)
  }

  private func age(days: Int) throws {
    try change("UPDATE mark SET time = time - \(days * 86_400)")
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: file.path).writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  private func marks() throws -> [Int64] {
    try DatabaseQueue(path: file.path).read {
      try Int64.fetchAll($0, sql: "SELECT flags FROM mark")
    }
  }

  @Test func onlyTheUserMayReadTheFileOfMarks() async throws {
    try await open().mark(.read, "One")
    chmod(file.path, 0o666)
    let later = MarkFile(path: file.path)
    let mailbox = try await maildir.open(marks: later)
    try await mailbox.mark(.starred, "Two")
    var status = stat()
    #expect(stat(file.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  /// A process that closes any descriptor of a file loses its locks on it
  /// (sqlite.org/howtocorrupt.html, section 2.2).
  @Test func openingTheFileOfMarksAgainReleasesNoLock() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    let inode = StoreFile.inode(of: file.path)
    // Only this process's locks on this file: `/proc/locks` changes while it is read.
    @Sendable func locks() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        StoreFile.inode(of: "/proc/self/fd/\($0)") == inode
      }.reduce(0) {
        let info = try? String(contentsOfFile: "/proc/self/fdinfo/\($1)", encoding: .utf8)
        return $0 + (info?.split(separator: "\n").count { $0.hasPrefix("lock:") } ?? 0)
      }
    }
    let queue = try DatabaseQueue(path: file.path)
    try await queue.read { [path = file.path] db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM mark")
      let before = try locks()
      #expect(before > 0)
      _ = try MarkFile(path: path).waiting(in: mailbox.id.storeKey)
      #expect(try locks() == before)
    }
  }

  @Test func aFileOfMarksOfANewerVersionIsLeftAlone() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try change("PRAGMA user_version = 7")
    let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let later = MarkFile(path: file.path)
    let other = try await maildir.open(marks: later)
    for mailbox in [mailbox, other] {
      await #expect(throws: MailError.self) { try await mailbox.mark(.starred, "Two") }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
  }

  /// Another program removes the file, and a third one makes it anew.
  @Test func marksGoIntoTheFileThatIsThere() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "One")
    try FileManager.default.removeItem(atPath: file.path)
    try MarkFile(path: file.path).save(.starred, [.init(messageID: "z@x"): true], of: "another")
    try await mailbox.mark(.read, "Two")
    #expect(try waiting(mailbox) == 1)
    // The list still has the mark of the removed file.
    #expect(try marks().count == 3)
  }
}
