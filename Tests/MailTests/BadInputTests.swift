import Foundation
import MailTextTesting
import Testing

@testable import Mail

struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expect(
    _ path: String,
    _ error: MailError,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await #expect(throws: error, sourceLocation: sourceLocation) {
      try await Mailbox.open(path, store: folder.file("store.sqlite"))
    }
    #expect(error.description.contains(path), sourceLocation: sourceLocation)
  }

  @Test func everythingThatIsNoMailboxIsToldApart() async throws {
    let missing = folder.file("missing")
    await expect(missing, .mailboxMissing(path: missing))

    try folder.write("Dear diary\n", to: "diary.txt")
    let diary = folder.file("diary.txt")
    await expect(diary, .notAnMbox(path: diary))
    await expect(diary + "/below", .mailboxMissing(path: diary + "/below"))

    let empty = folder.file("empty")
    try folder.makeFolder("empty")
    await expect(empty, .emptyFolder(path: empty))

    try folder.write("x", to: "empty/file")
    await expect(empty, .notAMaildir(path: empty))

    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    await expect(pipe, .notAFileOrFolder(path: pipe))
  }

  @Test func aLoopOfLinksIsUnreadable() async throws {
    // Only a loop of symbolic links is unreadable for root, too.
    let loop = folder.file("loop")
    #expect(symlink(loop, loop) == 0)
    await expect(loop, .mailboxUnreadable(path: loop, reason: systemReason(ELOOP)))
  }

  @Test(.disabled(if: geteuid() == 0, "permission bits do not bind root"))
  func anUnreadableMailboxIsNamed() async throws {
    try folder.write("From x\n", to: "mbox")
    let path = folder.file("mbox")
    #expect(chmod(path, 0) == 0)
    await expect(path, .mailboxUnreadable(path: path, reason: systemReason(EACCES)))
  }

  @Test(arguments: ["", "cur"])
  func ofAMaildirThatLostItsFoldersTheListIsKept(lost: String) async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    try maildir.delete(lost)
    await #expect(throws: MailError.mailboxVanished(path: maildir.path)) {
      try await mailbox.refresh()
    }
    #expect(try await mailbox.everything().count == 1)
  }

  @Test func strangeMessagesHideNobody() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("good@x", "Good"), as: "cur/1:2,S")
    try maildir.add("", as: "cur/2:2,S")
    var random = SplitMix64(seed: 1)
    let noise = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try maildir.folder.write(Data(noise), to: "Maildir/cur/3:2,S")
    try maildir.folder.write(Data(repeating: 0, count: 100_000), to: "Maildir/cur/4:2,S")
    try maildir.folder.write(
      Data(repeating: UInt8(ascii: "x"), count: 50 << 20),
      to: "Maildir/cur/5:2,S"
    )
    let headers = String(repeating: "X-Header: y\n", count: 100_000)
    try maildir.add("Subject: Many\n\(headers)\nbody\n", as: "cur/6:2,S")
    let people = String(repeating: "Ann <ann@a.example>, ", count: 100_000)
    try maildir.add("Subject: Crowd\nFrom: \(people)\n\nbody\n", as: "cur/7:2,S")
    let parts = String(
      repeating: "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
      count: 100_000
    )
    try maildir.add("Subject: Deep\n\(parts)", as: "cur/8:2,S")
    let mailbox = try await maildir.open()
    let summary = try await mailbox.refresh()
    #expect(summary.messages == 8)
    let subjects = Set(try await mailbox.everything().map(\.subject))
    #expect(subjects.isSuperset(of: ["Good", "Many", "Crowd", "Deep"]))
  }
}

struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func everythingThatWasWorthKeepingIsRead(target: FuzzTarget) throws {
    let inputs = try target.corpus()
    #expect(!inputs.isEmpty)
    for (_, bytes) in inputs { bytes.withUnsafeBytes { target.run($0) } }
  }
}
