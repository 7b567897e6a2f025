import Foundation
import MailTextTesting
import Synchronization
import SystemPackage
import Testing

@testable import Mail

/// Whole mailboxes that are broken, hostile, or change while they are read. Tests that need another
/// user or a process of its own are in Tests/Robustness.
struct BadMailboxTests {
  private static let numbers = 0..<1000

  /// A Maildir with so many messages that several batches are read.
  private func filled() throws -> MaildirFixture {
    let maildir = try MaildirFixture()
    for number in Self.numbers {
      try maildir.add(message("\(number)@x", "Subject \(number)"), as: "cur/\(number):2,S")
    }
    return maildir
  }

  /// The list must equal that of a new store for the same mailbox.
  private func expectHealed(
    _ mailbox: Mailbox,
    _ maildir: MaildirFixture,
    at path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    _ = try await mailbox.refresh()
    let store = maildir.folder.file("fresh.sqlite")
    let fresh = try await Mailbox.open(path, store: store).refreshed()
    let hasSameGroups = try await mailbox.groups() == fresh.groups()
    #expect(hasSameGroups, sourceLocation: sourceLocation)
    let rows = try await mailbox.everything(pageSize: 500).map(\.subject).sorted()
    let freshRows = try await fresh.everything(pageSize: 500).map(\.subject).sorted()
    let hasSameRows = rows == freshRows
    #expect(hasSameRows, sourceLocation: sourceLocation)
  }

  @Test func messagesThatShrinkOrVanishWhileTheyAreRead() async throws {
    let maildir = try filled()
    let mailbox = try await maildir.open()
    let once = Once()
    _ = try await mailbox.refresh { _ in
      // The first batch is stored; the files read after it were listed before this change.
      once.run {
        for number in Self.numbers {
          let path = "\(maildir.path)/cur/\(number):2,S"
          if number % 3 == 0 { truncate(path, 40) }
          if number % 3 == 1 { unlink(path) }
        }
      }
    }
    let summary = try await mailbox.refresh()
    #expect(summary.messages == Self.numbers.count { $0 % 3 != 1 })
    // A file that shrank is listed in its old or its new state.
    let listed = Set(try await mailbox.threads(limit: .max).flatMap(\.messages))
    let untouched = Set(Self.numbers.filter { $0 % 3 == 2 }.map { "\($0)@x" })
    let isWhole = untouched.isSubset(of: listed)
    #expect(isWhole)
  }

  /// A file's length, reported before its content is read, may then be wrong.
  @Test(arguments: [0, 1, 30, 16_384]) func aFileShorterThanItWasSaidToBe(length: Int) throws {
    let folder = try TemporaryFolder()
    let text = Array(message("a@x", body: String(repeating: "Text. ", count: 9000)).utf8)
    try folder.write(Data(text.prefix(length)), to: "message")
    let file = try FileDescriptor.open(folder.file("message"), .readOnly)
    defer { try? file.close() }
    let reader = MessageFile()
    defer { withExtendedLifetime(reader) {} }
    let reading = try reader.read(file, from: 0, length: 80_000, modified: 0)
    let header = text.count - 6 * 9000
    #expect(reading.bytes.count == min(length, header + MessageExcerpt.bodyLimit))
    let head = MessageParser.parse(
      reading.bytes,
      excerpt: reading.excerpt,
      received: 7,
      now: 1_700_000_000
    )
    #expect(head.head.date == (length > header ? 1_672_671_845 : 7))
  }

  /// The kernel's own files report a length of 0, but have content.
  @Test func aFileLongerThanItWasSaidToBe() async throws {
    let maildir = try MaildirFixture()
    #expect(symlink("/proc/self/status", maildir.path + "/cur/1:2,S") == 0)
    try maildir.add(message("a@x"), as: "cur/2:2,S")
    #expect(try await maildir.open().refresh().messages == 2)
  }

  /// After any change to an mbox during a refresh, the next refresh is right again.
  @Test(arguments: MboxAccident.allCases)
  func anMboxChangesWhileItIsRead(accident: MboxAccident) async throws {
    let maildir = try MaildirFixture()
    let path = maildir.folder.file("mail.mbox")
    let texts = Self.numbers.map {
      "From ann@a.example Mon Jan  2 15:04:05 2023\n"
        + message("\($0)@x", "Subject \($0)", body: "Text.\n") + "\n"
    }
    try maildir.folder.write(texts.joined(), to: "mail.mbox")
    let mailbox = try await Mailbox.open(path, store: maildir.store)
    let once = Once()
    _ = try await mailbox.refresh { _ in once.run { accident.happen(to: path, texts) } }
    try await expectHealed(mailbox, maildir, at: path)
    #expect(try await mailbox.refresh().newMessages == 0)
  }

  enum MboxAccident: CaseIterable, Sendable {
    case cutInAMessage, cutInAHeader, emptied, otherMailOfTheSameLength, shuffled, replaced
    case appendedTo

    func happen(to path: String, _ texts: [String]) {
      let whole = texts.joined().utf8.count
      let other = texts.map { $0.replacingOccurrences(of: "@x", with: "@y") }
      let text: String? =
        switch self {
        case .cutInAMessage, .cutInAHeader, .emptied: nil
        case .otherMailOfTheSameLength, .replaced: other.joined()
        case .shuffled: texts.reversed().joined()
        case .appendedTo: (texts + other.prefix(300)).joined()
        }
      switch self {
      case .cutInAMessage: truncate(path, off_t(whole - 3))
      case .cutInAHeader: truncate(path, off_t(whole / 2 - 60))
      case .emptied: truncate(path, 0)
      case .replaced:
        try? Data((text ?? "").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      default:
        // Writes in place, like a program that keeps the file open.
        guard let file = fopen(path, "r+") else { return }
        fputs(text ?? "", file)
        fclose(file)
      }
    }
  }

  @Test(arguments: [".", ".."]) func foldersThatLeadInCircles(target: String) async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "new/1")
    try maildir.delete("cur")
    #expect(symlink(target, maildir.path + "/cur") == 0)
    let elsewhere = try TemporaryFolder()
    let mailbox = try await Mailbox.open(maildir.path, store: elsewhere.file("store.sqlite"))
    let summary = try await mailbox.refresh()
    #expect(summary.messages == 1)
    #expect(summary.skipped.contains { $0.path.hasPrefix(maildir.path + "/cur/") })
  }

  @Test func everythingThatIsNoFileIsNamedAndTheRestIsListed() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("good@x"), as: "cur/1:2,S")
    let address = maildir.path + "/cur/socket:2,S"
    #expect(mkfifo(maildir.path + "/cur/pipe:2,S", 0o600) == 0)
    #expect(mkfifo(maildir.path + "/new/pipe2", 0o600) == 0)
    #expect(symlink("/dev/zero", maildir.path + "/cur/device:2,S") == 0)
    #expect(symlink("/dev/tty", maildir.path + "/cur/terminal:2,S") == 0)
    #expect(mkdir(maildir.path + "/cur/folder:2,S", 0o700) == 0)
    #expect(symlink("loop:2,S", maildir.path + "/cur/loop:2,S") == 0)
    #expect(symlink("/proc/self/mem", maildir.path + "/cur/memory:2,S") == 0)
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    #expect(bind(socket, to: address))
    let mailbox = try await maildir.open()
    let summary = try await mailbox.refresh()
    #expect(summary.messages == summary.newMessages)
    #expect(try await mailbox.everything().contains { $0.subject == "Hello" })
    let names = Set(summary.skipped.map { $0.path.split(separator: "/").last ?? "" })
    #expect(
      names.isSuperset(of: [
        "socket:2,S", "pipe:2,S", "pipe2", "device:2,S", "terminal:2,S", "folder:2,S", "loop:2,S",
      ])
    )
    #expect(summary.skipped.allSatisfy { !$0.reason.isEmpty })
    // A file that is not a message is named again by the next refresh, and has no other effect.
    let again = try await mailbox.refresh()
    #expect(again.newMessages == 0)
    #expect(again.messages == summary.messages)
  }

  private func bind(_ socket: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { return false }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  @Test func namesOfEveryLengthAndByte() async throws {
    let maildir = try MaildirFixture()
    let long = String(repeating: "n", count: 251) + ":2,S"
    let noUTF8: [UInt8] = [0xFF, 0xC3, 0x28] + Array(":2,S".utf8)
    var names = [Array(long.utf8), Array("\u{1F4E7} mail:2,S".utf8), Array(":2,S".utf8), noUTF8]
    // All bytes except those that a name cannot have.
    for byte in UInt8(1)...255 where byte != UInt8(ascii: "/") {
      names.append([UInt8(ascii: "n"), byte, byte])
    }
    for (number, name) in names.enumerated() {
      try maildir.add(message("\(number)@x"), as: "tmp/x")
      let path = (Array("\(maildir.path)/cur/".utf8) + name + [0]).map(CChar.init(bitPattern:))
      #expect(rename(maildir.path + "/tmp/x", path) == 0)
    }
    let mailbox = try await maildir.open()
    let summary = try await mailbox.refresh()
    #expect(summary.messages == names.count)
    #expect(summary.skippedCount == 0)
    // The first four have a flag.
    #expect(try await mailbox.unreadCount() == names.count - 4)
    #expect(try await mailbox.refresh().revision == summary.revision)
  }

  /// A folder that is deleted while it is open looks empty to the system: its mail must not count
  /// as deleted.
  @Test func aFolderThatGoesWhileItIsOpenIsNotTakenForEmpty() throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x"), as: "cur/1:2,S")
    let folders = try MaildirFolders(path: FilePath(maildir.path))
    #expect(try folders.names().count == 1)
    try maildir.delete("cur")
    #expect(throws: MailError.mailboxVanished(path: maildir.path)) { try folders.names() }
  }

  /// The clock was wrong when the mail was written, or is wrong now.
  @Test(arguments: [-62_000_000_000, -1, 0, 4_102_444_800, 253_402_300_800] as [time_t])
  func filesFromAnyTime(seconds: time_t) async throws {
    let maildir = try MaildirFixture()
    try maildir.add("Subject: When\n\nText.\n", as: "cur/1:2,S")
    try maildir.add(message("a@x", "Now"), as: "cur/2:2,S")
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, maildir.path + "/cur/1:2,S", times, 0) == 0)
    #expect(utimensat(AT_FDCWD, maildir.path + "/cur", times, 0) == 0)
    let mailbox = try await maildir.open()
    #expect(try await mailbox.refresh().messages == 2)
    #expect(try await mailbox.everything().count == 2)
    try maildir.add(message("b@x", "Later"), as: "cur/3:2,S")
    _ = try await mailbox.refresh()
    #expect(try await mailbox.everything(pageSize: 1).count == 3)
  }
}

/// Does something only the first time.
private final class Once: Sendable {
  private let isDone = Mutex(false)

  func run(_ body: () -> Void) {
    isDone.withLock { isDone in
      if !isDone { body() }
      isDone = true
    }
  }
}
