import Foundation
import GRDB
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

/// The store as a file: damaged, foreign, old, replaced, and used by several processes at once.
struct StoreFileTests {
  @Test func whileAnotherInstanceWritesThisOneReadsOnlyAndSaysSo() async throws {
    let maildir = try MaildirFixture(count: 90)
    let mailbox = try await maildir.open().refreshed()
    try maildir.add(message("new@x", "New"), as: "new/99")
    do {
      let other = try FolderLock(of: maildir.store)
      #expect(try other.take(1))
      await #expect(throws: MailError.storeBusy(path: maildir.store)) {
        try await mailbox.refresh()
      }
      #expect(try await mailbox.everything().count == 60)
      withExtendedLifetime(other) {}
    }
    #expect(try await mailbox.refresh().newMessages == 1)
  }

  @Test func aListLearnsThatAnotherInstanceTookInTheNews() async throws {
    let maildir = try MaildirFixture(count: 9)
    let (one, two) = (try await maildir.open(), try await maildir.open())
    _ = try await one.refresh()
    let page = try await two.page(limit: 50)
    #expect(try await two.refresh().revision == page.revision)
    try maildir.add(message("new@x", "New"), as: "new/99")
    #expect(try await one.refresh().inserted == 1)
    let news = try await two.refresh()
    #expect(news.inserted == 0)
    #expect(news.revision != page.revision)
    #expect(try await two.refresh().revision == news.revision)
  }

  /// A process that closes a file loses all its locks on that file, so a check of the store must
  /// not close it.
  @Test func openingAStoreTwiceKeepsItsLocks() async throws {
    let maildir = try MaildirFixture(count: 3)
    let first = try await maildir.open().refreshed()
    #expect(try isLocked(maildir.store))
    _ = try await maildir.open()
    #expect(try isLocked(maildir.store))
    _ = try await first.conversationCount()
  }

  /// Whether another process finds those bytes locked that SQLite locks while it has a file open
  /// (sqlite.org/src/file/src/os.h, SHARED_FIRST and SHARED_SIZE).
  private func isLocked(_ path: String) throws -> Bool {
    let script = """
      import fcntl, sys
      with open(sys.argv[1], "r+b") as file:
          try:
              fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
          except OSError:
              sys.exit(7)
      """
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    python.arguments = ["-c", script, path]
    try python.run()
    python.waitUntilExit()
    return python.terminationStatus == 7
  }

  @Test func aFileThatIsNoStoreIsLeftAlone() async throws {
    let maildir = try MaildirFixture(count: 3)
    let text = "My important notes, which are longer than the header of an SQLite file is.\n"
    try maildir.folder.write(text, to: "notes.txt")
    let path = maildir.folder.file("notes.txt")
    await #expect(throws: MailError.storeIsForeign(path: path)) {
      try await Mailbox.open(maildir.path, store: path)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func aFileBesideTheLogOfADeletedStoreIsLeftAlone() async throws {
    let maildir = try MaildirFixture(count: 3)
    _ = try await maildir.open().refreshed()
    let log = try Data(contentsOf: URL(fileURLWithPath: maildir.store + "-wal"))
    try StoreFile.remove(maildir.store)
    let text = String(repeating: "From me, my only copy\n", count: 1_000)
    try text.write(toFile: maildir.store, atomically: false, encoding: .utf8)
    try log.write(to: URL(fileURLWithPath: maildir.store + "-wal"))
    #expect(!log.isEmpty)
    await #expect(throws: MailError.storeIsForeign(path: maildir.store)) {
      try await maildir.open()
    }
    #expect(try String(contentsOfFile: maildir.store, encoding: .utf8) == text)
  }

  /// Another program's database, of any state.
  @Test(arguments: ["CREATE TABLE note (text)", "PRAGMA application_id = 7"])
  func aDatabaseOfAnotherProgramIsLeftAlone(sql: String) async throws {
    let maildir = try MaildirFixture(count: 3)
    let path = maildir.folder.file("notes.sqlite")
    let notes = try DatabaseQueue(path: path)
    try await notes.write { try $0.execute(sql: "\(sql); CREATE TABLE more (text)") }
    try notes.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    await #expect(throws: MailError.storeIsForeign(path: path)) {
      try await Mailbox.open(maildir.path, store: path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(access(path + "-wal", F_OK) != 0)
  }

  /// Connections that have the file open continue to work.
  @Test(arguments: [0, 4096]) func aDamagedStoreIsEmptiedInPlace(offset: Int) async throws {
    let maildir = try MaildirFixture(count: 300)
    let (one, two) = (try await maildir.open(), try await maildir.open())
    _ = try await one.refresh()
    let last = try #require(try await two.everything(pageSize: 500).map(\.id).max())
    await one.store.shortenLog()
    let inode = StoreFile.inode(of: maildir.store)
    try overwrite(maildir.store, at: offset, with: Array(repeating: 0xA5, count: 60_000))
    _ = try await one.refresh()
    _ = try await two.refresh()
    try maildir.add(message("new@x", "New"), as: "new/9999")
    #expect(try await two.refresh().newMessages == 1)
    #expect(StoreFile.inode(of: maildir.store) == inode)
    let rows = try await one.everything(pageSize: 500)
    #expect(try await rows == two.everything(pageSize: 500))
    #expect(rows.count == 201)
    #expect(Set(rows.map(\.id)).isDisjoint(with: 1...last), "none has an earlier one's number")
  }

  @Test func aStoreThatCannotBeMadeIsNamed() async throws {
    let maildir = try MaildirFixture(count: 3)
    let path = maildir.folder.file("missing/store.sqlite")
    do {
      _ = try await Mailbox.open(maildir.path, store: path)
      Issue.record("opened \(path)")
    } catch let error as MailError {
      #expect(error.description.contains(path))
      // The window's users know no command-line options.
      #expect(!error.description.contains("--store"))
    }
  }

  @Test(arguments: [4096, 20_000])
  func aDamagedStoreIsMadeAnew(offset: Int) async throws {
    let maildir = try MaildirFixture(count: 300)
    _ = try await maildir.open().refresh()
    try overwrite(maildir.store, at: offset, with: Array(repeating: 0xA5, count: 60_000))
    try maildir.add(message("new@x", "New"), as: "new/9999")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.everything(pageSize: 500).count == 201)
  }

  @Test(arguments: [1, 9999]) func aStoreOfAnotherFormIsFilledAnew(version: Int) async throws {
    let maildir = try MaildirFixture(count: 9)
    _ = try await maildir.open().refresh()
    let other = try DatabaseQueue(path: maildir.store)
    try await other.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try other.close()
    #expect(try await maildir.open().refresh().inserted == 6)
  }

  @Test func aStoreThatWasReplacedIsOpenedAgain() async throws {
    let maildir = try MaildirFixture(count: 9)
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.everything().count == 6)
    try StoreFile.remove(maildir.store)
    let other = try await maildir.open()
    try maildir.add(message("new@x", "New"), as: "new/99")
    _ = try await other.refresh()
    let revision = try await mailbox.revision()
    #expect(try await mailbox.refresh().revision != revision)
    #expect(try await mailbox.everything() == other.everything())
  }

  /// SQLite would read the log into the file that is made next.
  @Test func nothingOfADeletedStoreComesBackFromItsLog() async throws {
    let maildir = try MaildirFixture(count: 9)
    _ = try await maildir.open().refresh()
    #expect(unlink(maildir.store) == 0)
    #expect(StoreFile.size(of: maildir.store) > 0, "the log has stayed")
    #expect(try await maildir.open().refresh().inserted == 6)
  }

  /// For example, after the cache was cleaned.
  @Test func aStoreWhoseFolderIsGoneIsMadeAnew() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache/tideline/store.sqlite")
    let store = try Store(path: path, mailbox: "test", mayReplaceAnything: true)
    try await store.write { _ in }
    try FileManager.default.removeItem(atPath: folder.file("cache"))
    try await store.write { _ in }
    #expect(StoreFile.size(of: path) > 0)
    #expect(try await store.read(StoreSchema.account) == "test")
  }

  @Test func aStoreThatCannotBeOpenedAgainIsListedMeanwhile() async throws {
    let maildir = try MaildirFixture(count: 9)
    try maildir.folder.makeFolder("cache")
    let path = maildir.folder.file("cache/store.sqlite")
    let mailbox = try await Mailbox.open(maildir.path, store: path).refreshed()
    #expect(try await mailbox.everything().count == 6)
    try FileManager.default.removeItem(atPath: maildir.folder.file("cache"))
    await #expect(throws: MailError.self) { try await mailbox.refresh() }
    #expect(try await mailbox.everything().count == 6)
    try maildir.folder.makeFolder("cache")
    #expect(try await mailbox.refresh().inserted == 6)
    withExtendedLifetime(maildir) {}
  }

  @Test func twoFirstStartsAtOnceMakeOneStoreOrSayWhoIsInTheWay() throws {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let path = folder.file("store.sqlite")
      let failures = Mutex<[any Error]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        do {
          _ = try Store(path: path, mailbox: "test", mayReplaceAnything: false)
        } catch { failures.withLock { $0.append(error) } }
      }
      for error in failures.withLock({ $0 }) {
        #expect(error as? MailError == .storeBusy(path: path))
      }
    }
  }

  @Test func theSizeOnDiskIsTold() async throws {
    let maildir = try MaildirFixture(count: 30)
    let summary = try await maildir.open().refresh()
    #expect((20_000...2_000_000).contains(summary.storeSize))
  }

  /// A reader that finds damage makes the file anew, even during a refresh.
  @Test func aStoreMadeAnewDuringARefreshIsFilledWhole() async throws {
    let folder = try TemporaryFolder()
    let store = try Store(
      path: folder.file("store.sqlite"),
      mailbox: "test",
      mayReplaceAnything: false
    )
    await #expect(throws: StoreWasRebuilt.self) {
      try await store.write { db in
        // The folder's row was in the file that is gone.
        var writer = try BatchWriter(db, folder: 41)
        return try writer.apply(MailBatch()).went
      }
    }
  }
}
