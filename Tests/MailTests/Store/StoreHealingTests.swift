import Foundation
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A store damaged by a disk, a program or a kill is made anew; a file that is not a store is left
/// alone.
struct StoreHealingTests {
  private func filled(_ count: Int = 12) async throws -> MaildirFixture {
    let maildir = try MaildirFixture(count: count)
    _ = try await maildir.open().refresh()
    return maildir
  }

  /// The versions of the file format for writing and reading, and that of the schema.
  @Test(arguments: [(18, 3), (18, 255), (19, 3), (19, 255), (44, 1), (47, 5), (47, 127), (47, 255)])
  func aHeaderOfNoVersionIsHealed(offset: Int, value: Int) async throws {
    let maildir = try await filled()
    try overwrite(maildir.store, at: offset, with: [UInt8(value)])
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.everything().count == 8)
    try maildir.add(message("new@x", "New"), as: "new/99")
    #expect(try await mailbox.refresh().newMessages == 1)
  }

  /// An empty file may be an mbox that waits for its first mail.
  @Test func anEmptyFileIsLeftAlone() async throws {
    let maildir = try await filled()
    let path = maildir.folder.file("archive.mbox")
    try maildir.folder.write("", to: "archive.mbox")
    await #expect(throws: MailError.storeIsForeign(path: path)) {
      try await Mailbox.open(maildir.path, store: path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
    #expect(access(path + "-wal", F_OK) != 0)
  }

  @Test func anEmptyFileWhereOnlyStoresLieIsFilled() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "store.sqlite")
    let path = folder.file("store.sqlite")
    let store = try Store(path: path, mailbox: "test", mayReplaceAnything: true)
    try await store.write { _ in }
    #expect(StoreFile.size(of: path) > 0)
  }

  /// A killed start leaves either no file or a complete store.
  @Test func aNewStoreAppearsWithItsMark() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store.sqlite")
    _ = try StoreFile.make(path)
    #expect(try StoreFile.kind(of: path) == .store)
    _ = try StoreFile.make(path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
  }

  @Test func aClockBeyondTheCountOfNanosecondsIsNoTrap() {
    for seconds in [Int.min, -9_223_372_037, 9_223_372_037, 32_503_680_000, .max] {
      let (one, next) = (
        timespec(tv_sec: seconds, tv_nsec: 1).nanoseconds,
        timespec(tv_sec: seconds, tv_nsec: 2).nanoseconds
      )
      #expect(next &- one == 1)
    }
  }

  /// Lost sectors, changed bytes, a shortened file, and a log of another state: the list is there
  /// after a refresh, or an error names the store.
  @Test(arguments: seeds(24))
  func aDamagedStoreEndsInAListOrAnError(seed: UInt64) async throws {
    let maildir = try await Self.sound.value()
    let path = maildir.folder.file("damaged\(seed).sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: maildir.store + suffix, toPath: path + suffix)
    }
    var random = SplitMix64(seed: seed)
    for _ in 0..<random.number(1...12) {
      let file = path + (random.oneIn(6) ? "-wal" : "")
      try damage(file, &random)
    }
    do {
      let mailbox = try await Mailbox.open(maildir.path, store: path)
      _ = try await mailbox.everything(pageSize: 50)
      _ = try await mailbox.everything(in: Listing(search: "subject 1"))
      _ = try await mailbox.refresh()
      let rows = try await mailbox.everything(pageSize: 50)
      for row in rows { _ = try await mailbox.messages(in: row.id) }
      _ = try await mailbox.threads()
      #expect(rows.count <= 45)
    } catch let error as MailError {
      #expect(error.description.contains(path))
    }
  }

  private func damage(_ path: String, _ random: inout SplitMix64) throws {
    var size = stat()
    guard stat(path, &size) == 0, size.st_size > 1024 else { return }
    let end = Int(size.st_size)
    switch random.number(0...9) {
    case 0: truncate(path, random.number(512...end))
    case 1...3:
      let sector = random.number(0...end / 512 - 1) * 512
      let noise = random.oneIn(2)
      let bytes = (0..<512).map { _ in noise ? UInt8(truncatingIfNeeded: random.next()) : 0 }
      try overwrite(path, at: sector, with: bytes)
    default:
      // Half of these bytes are near the start of a page, where they describe the page.
      let place = random.number(0...end - 1)
      let offset = random.oneIn(2) ? place : place / 4096 * 4096 + random.number(0...99) % 60
      let byte = random.oneIn(3) ? 0 : UInt8(truncatingIfNeeded: random.next())
      try overwrite(path, at: min(offset, end - 1), with: [byte])
    }
  }

  private static let sound = SoundStore()
}

/// Overwrites bytes in the middle of a file.
func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
  let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  try file.seek(toOffset: UInt64(offset))
  try file.write(contentsOf: Data(bytes))
  try file.close()
}

/// An intact store; the tests damage copies of it.
private actor SoundStore {
  private var task: Task<MaildirFixture, any Error>?

  func value() async throws -> MaildirFixture {
    if let task { return try await task.value }
    let made = Task {
      let maildir = try MaildirFixture(count: 45)
      _ = try await maildir.open().refresh()
      return maildir
    }
    task = made
    return try await made.value
  }
}
