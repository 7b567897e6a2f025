import Foundation
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Marks that are written into the mailbox, as the user has chosen.
@Suite struct WrittenMarkTests {
  private let maildir: MaildirFixture
  private let file: MarkFile

  init() throws {
    maildir = try MaildirFixture()
    file = MarkFile(path: maildir.folder.file("marks.sqlite"))
    try maildir.add(message("a@x", "Seen"), as: "cur/1:2,RS")
    try maildir.add(message("b@x", "New"), as: "new/2")
    try maildir.add(message("c@x", "Other"), as: "cur/3,S=99:2,Tab")
  }

  private func open() async throws -> Mailbox {
    try await maildir.open(marks: file).refreshed()
  }

  private var names: [String] {
    get throws {
      try ["cur", "new"].flatMap { folder in
        try FileManager.default.contentsOfDirectory(atPath: "\(maildir.path)/\(folder)")
          .map { "\(folder)/\($0)" }
      }.sorted()
    }
  }

  private func unread(_ mailbox: Mailbox) async throws -> [String] {
    try await mailbox.everything().filter { $0.unread > 0 }.map(\.subject)
  }

  @Test func aFileIsNamedAfterItsMarks() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    try await mailbox.mark(.unread, "Seen")
    try await mailbox.mark(.starred, "Other")
    // No mark is written before it is requested.
    #expect(try names == ["cur/1:2,RS", "cur/3,S=99:2,Tab", "new/2"])
    try await mailbox.writeMarks()
    #expect(try names == ["cur/1:2,R", "cur/2:2,S", "cur/3,S=99:2,FTab"])
    #expect(
      try String(contentsOfFile: "\(maildir.path)/cur/2:2,S", encoding: .utf8)
        == message("b@x", "New")
    )
    #expect(try await mailbox.refresh().updated == 0)
    #expect(try await unread(mailbox) == ["Seen"])
    // The mailbox has the flags, so the file of marks has none.
    #expect(try file.marks(of: [.init(messageID: "b@x")], in: mailbox.id.storeKey).isEmpty)
    try await mailbox.mark(.unstarred, "Other")
    _ = try await mailbox.refresh()
    #expect(try names.contains("cur/3,S=99:2,Tab"))
  }

  @Test func fieldsBehindTheFlagsStay() async throws {
    try maildir.add(message("d@x", "Fields"), as: "cur/4:2,S,Sa,W=9")
    let mailbox = try await open()
    try await mailbox.mark(.starred, "Fields")
    try await mailbox.writeMarks()
    #expect(try names.contains("cur/4:2,FS,Sa,W=9"))
    try await mailbox.mark(.unread, "Fields")
    try await mailbox.writeMarks()
    #expect(try names.contains("cur/4:2,F,Sa,W=9"))
  }

  @Test func noOtherFileIsReplaced() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    try maildir.add("somebody's", as: "cur/2:2,S")
    // If two files have one name, the file in new/ is found first.
    try await mailbox.writeMarks()
    #expect(try names.contains("new/2"))
    #expect(
      try String(contentsOfFile: "\(maildir.path)/cur/2:2,S", encoding: .utf8) == "somebody's"
    )
    #expect(try file.waiting(in: mailbox.id.storeKey).isEmpty)
  }

  @Test func ofTwoMessagesWithOneNameNoneIsMarked() async throws {
    try maildir.add(message("d@x", "Double"), as: "cur/2:2,")
    let mailbox = try await Mailbox.open(maildir.path, store: maildir.store, marks: file)
    let skipped = try await mailbox.refresh().skipped
    #expect(skipped.map(\.path) == ["\(maildir.path)/new/2"])
    #expect(try await mailbox.refresh().skipped == skipped)
    try await mailbox.mark(.starred, "Double")
    try await mailbox.writeMarks()
    #expect(try names == ["cur/1:2,RS", "cur/2:2,", "cur/3,S=99:2,Tab", "new/2"])
    #expect(try file.waiting(in: mailbox.id.storeKey).isEmpty)
  }

  @Test func whereAnotherProgramHasRenamedItFirstItIsFoundAgain() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    try maildir.move("new/2", to: "cur/2:2,F")
    try await mailbox.writeMarks()
    #expect(try names.contains("cur/2:2,FS"))
  }

  @Test func whatIsGoneIsLeft() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    try maildir.delete("new/2")
    try await mailbox.writeMarks()
    #expect(try names == ["cur/1:2,RS", "cur/3,S=99:2,Tab"])
  }

  /// A mark is written once its message, or the store, is there again.
  @Test func whatIsNotInTheStoreWaits() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    let anew = try await Mailbox.open(
      maildir.path,
      store: maildir.folder.file("anew.sqlite"),
      marks: file
    )
    try await anew.writeMarks()
    #expect(try names.contains("new/2"))
    _ = try await anew.refresh()
    #expect(try names.contains("cur/2:2,S"))
    #expect(try file.waiting(in: mailbox.id.storeKey).isEmpty)
  }

  @Test func whatAnotherProgramHasChangedSinceIsLeft() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.unread, "Seen")
    try await mailbox.mark(.starred, "Other")
    try maildir.move("cur/3,S=99:2,Tab", to: "cur/3,S=99:2,FTab")
    try await mailbox.mark(.unstarred, "Other")
    try await mailbox.writeMarks()
    #expect(try names == ["cur/1:2,R", "cur/3,S=99:2,FTab", "new/2"])
  }

  /// For example, the user has decided again to keep marks in this program only.
  @Test func whatIsKeptHereIsNotWrittenAnyMore() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    try file.keepHere()
    try await mailbox.writeMarks()
    _ = try await mailbox.refresh()
    #expect(try names.contains("new/2"))
    #expect(try await !unread(mailbox).contains("New"))
    // A later mark is written as before.
    try await mailbox.mark(.read, "New")
    try await mailbox.writeMarks()
    #expect(try names.contains("cur/2:2,S"))
  }

  @Test func eachKindWaitsByItself() async throws {
    let mailbox = try await open()
    let id = try await mailbox.id(of: "New")
    _ = try await mailbox.mark(.read, in: [id])
    _ = try await mailbox.mark(.starred, in: [id], writes: true)
    try await mailbox.writeMarks()
    // The read mark was for this program only.
    #expect(try names.contains("cur/2:2,F"))
    #expect(try await !unread(mailbox).contains("New"))
    _ = try await mailbox.mark(.read, in: [id], writes: true)
    try await mailbox.writeMarks()
    #expect(try names.contains("cur/2:2,FS"))
  }

  /// The user's last mark counts, even while the one before it is being written.
  @Test func whatIsTakenBackMeanwhileIsWrittenBack() async throws {
    let mailbox = try await open()
    try await mailbox.mark(.read, "New")
    async let first = mailbox.writeMarks()
    try await mailbox.mark(.unread, "New")
    _ = try await first
    try await mailbox.writeMarks()
    #expect(try await unread(mailbox).contains("New"))
    #expect(try names.contains("cur/2:2,") || names.contains("new/2"))
  }

  /// Thunderbird identifies the messages of its Maildirs by their names.
  @Test func aMaildirOfThunderbirdAndAnMboxStayAsTheyAre() async throws {
    let folder = try TemporaryFolder()
    for name in ["Mail/Inbox/cur", "Mail/Inbox/tmp"] { try folder.makeFolder(name) }
    try folder.write(message("t@x", "Thunder"), to: "Mail/Inbox/cur/1.eml")
    let mbox = "From ann@a.example Mon Jan  2 15:04:05 2023\n" + message("m@x", "Mbox") + "\n"
    try folder.write(mbox, to: "mbox")
    for path in ["Mail", "mbox"] {
      let mailbox = try await Mailbox.open(
        folder.file(path),
        store: folder.file("\(path).sqlite"),
        marks: file
      ).refreshed()
      let all = try await mailbox.everything()
      _ = try await mailbox.mark(.read, in: all.map(\.id), writes: true)
      try await mailbox.writeMarks()
      // In this program, the messages still count as read.
      #expect(try await unread(mailbox) == [])
      _ = try await mailbox.refresh()
      #expect(try await unread(mailbox) == [])
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("Mail/Inbox/cur/1.eml")))
    #expect(try String(contentsOfFile: folder.file("mbox"), encoding: .utf8) == mbox)
  }

  /// Random marks, changes of another program, and kills: the last change of a flag counts, and no
  /// message is lost.
  @Test(arguments: seeds(5))
  func marksAndOtherProgramsConverge(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let bodies = try contents()
    var mailbox = try await open()
    for _ in 0..<12 {
      switch random.number(0...4) {
      case 0:
        let subject = random.pick(["Seen", "New", "Other"], or: "")
        try await mailbox.mark(random.pick(MessageMark.allCases, or: .read), subject)
      case 1:
        let name = try #require(try names.randomElement(using: &random))
        let key = name.split(separator: "/")[1].split(separator: ":")[0]
        let flags = random.pick(["", "F", "FS", "S"], or: "")
        if name != "cur/\(key):2,\(flags)" { try maildir.move(name, to: "cur/\(key):2,\(flags)") }
      case 2: try await mailbox.writeMarks()
      case 3:
        let account = try await KilledAccount(maildir.path, renames: random.oneIn(2))
        let killed = try await Mailbox.open(account, store: maildir.store, marks: file)
        try await killed.mark(random.pick(MessageMark.allCases, or: .read), "New")
        _ = try? await killed.writeMarks()
        mailbox = try await maildir.open(marks: file)
      default: _ = try await mailbox.refresh()
      }
      #expect(try contents() == bodies)
    }
    try await mailbox.writeMarks()
    _ = try await mailbox.refresh()
    // Everything is written, so a new store of the mailbox has the same flags.
    let anew = try await Mailbox.open(maildir.path, store: maildir.folder.file("anew.sqlite"))
    _ = try await anew.refresh()
    #expect(try await Set(unread(mailbox)) == Set(unread(anew)))
    func starred(_ mailbox: Mailbox) async throws -> Set<String> {
      Set(try await mailbox.everything().filter(\.flagged).map(\.subject))
    }
    #expect(try await starred(mailbox) == starred(anew))
  }

  /// The content of all messages, whatever their names are.
  private func contents() throws -> [String] {
    try names.map { try String(contentsOfFile: "\(maildir.path)/\($0)", encoding: .utf8) }.sorted()
  }
}

/// Mail on disk; the process is killed after it changed the files, before it changes the store.
private struct KilledAccount: MailAccount {
  private let disk: DiskAccount
  /// Whether the process renames the files before it is killed.
  private let renames: Bool

  init(_ path: String, renames: Bool) async throws {
    disk = try await DiskAccount.open(path)
    self.renames = renames
  }

  var id: AccountID { disk.id }
  var title: String { disk.title }

  func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    try await disk.refresh(window, into: sink)
  }

  func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    try await disk.message(place, in: folder)
  }

  func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]] {
    if renames { _ = try await disk.write(changes) }
    throw CancellationError()
  }

  func arrivals(in folder: FolderID?) -> Arrivals { disk.arrivals(in: folder) }
}
