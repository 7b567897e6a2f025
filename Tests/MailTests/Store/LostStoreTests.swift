import Foundation
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A store that is removed, replaced or damaged while its mailbox is open.
@Suite(.timeLimit(.minutes(120)))
struct LostStoreTests {
  private let maildir: MaildirFixture
  private let file: MarkFile

  init() throws {
    maildir = try MaildirFixture()
    file = MarkFile(path: maildir.folder.file("marks.sqlite"))
    for number in 1...4 { try add(number) }
  }

  private func add(_ number: Int) throws {
    let date = "Mon, 0\(number) Jan 2023 15:04:05 +0000"
    let text = message("\(number)@x", "Subject \(number)", date: date)
    try maildir.add(text, as: "cur/\(number):2,")
  }

  private func open() async throws -> Mailbox {
    try await maildir.open(marks: file).refreshed()
  }

  private func listed(_ mailbox: Mailbox) async throws -> [Conversation] {
    try await mailbox.storedConversations(after: nil, limit: 99).conversations
  }

  private func id(_ subject: String, of mailbox: Mailbox) async throws -> Int64 {
    try #require(try await listed(mailbox).first { $0.subject == subject }).id
  }

  private func removeStore() throws {
    for suffix in ["", "-wal", "-shm"] { unlink(maildir.store + suffix) }
  }

  private func read(_ mailbox: Mailbox) async throws -> [String] {
    try await mailbox.everything().filter { $0.unread == 0 }.map(\.subject)
  }

  @Test func whatIsMarkedAfterTheStoreWasRemovedIsMarked() async throws {
    let mailbox = try await open()
    let id = try await id("Subject 2", of: mailbox)
    try removeStore()
    _ = try await mailbox.mark(.read, in: [id])
    _ = try await mailbox.refresh()
    #expect(try await read(mailbox) == ["Subject 2"])
  }

  /// Another process has rebuilt the store, where conversations have other IDs.
  @Test(arguments: MessageMark.allCases, [false, true])
  func aMarkIsOfTheConversationThatWasListed(_ mark: MessageMark, _ writes: Bool) async throws {
    let mailbox = try await open()
    let listed = try await id("Subject 2", of: mailbox)
    try removeStore()
    try maildir.delete("cur/1:2,")
    for number in 5...8 { try add(number) }
    let other = try await open()
    #expect(try await id("Subject 2", of: other) != listed)
    let marked = try await mailbox.markConversations(mark, [listed], writes: writes)
    #expect(Set(marked.changed.map(\.messageID)).isSubset(of: ["2@x"]))
    try await mailbox.writeMarks()
    _ = try await mailbox.refresh()
    #expect(try await read(mailbox) == (mark == .read ? ["Subject 2"] : []))
    let flagged = try await mailbox.everything().filter(\.flagged).map(\.subject)
    #expect(flagged == (mark == .starred ? ["Subject 2"] : []))
    let letters = writes ? [.read: "S", .starred: "F"][mark] ?? "" : ""
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(maildir.path)/cur").sorted()
    #expect(names == ["2:2,\(letters)"] + (3...8).map { "\($0):2," })
  }

  /// A window identifies the open conversation by its ID.
  @Test(arguments: [true, false])
  func noNumberIsOfTwoConversations(_ isDamaged: Bool) async throws {
    let mailbox = try await open()
    var subjects: [Int64: String] = [:]
    for number in 5...8 {
      for row in try await mailbox.everything() {
        #expect(subjects.updateValue(row.subject, forKey: row.id) ?? row.subject == row.subject)
      }
      try add(number)
      if isDamaged {
        await mailbox.store.shortenLog()
        try Data(count: 4096).write(to: URL(fileURLWithPath: maildir.store))
      } else {
        try removeStore()
      }
      _ = try await mailbox.refresh()
      #expect(try await mailbox.everything().count == number)
    }
  }

  /// Of an account whose folders nobody has asked for.
  @Test func oneThatIsDamagedKnowsNoFolders() async throws {
    let account = PagedAccount(PagedMail.make(folders: 1, messages: 1, seed: 1))
    let mailbox = try await Mailbox.open(account, store: maildir.folder.file("paged.sqlite"))
    await mailbox.store.shortenLog()
    try Data(count: 4096).write(to: URL(fileURLWithPath: mailbox.store.path))
    #expect(try await mailbox.folderNames() == [])
    #expect(try await mailbox.home() == .inbox)
  }

  @Test(arguments: seeds(8))
  func oneThatIsDamagedIsMadeAnewAndItsMarksAreThere(seed: UInt64) async throws {
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [id("Subject 2", of: mailbox)])
    let size = StoreFile.size(of: maildir.store)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: maildir.store))
    var random = SplitMix64(seed: seed)
    if seed % 8 == 0 { try handle.truncate(atOffset: UInt64(random.number(0...size))) }
    for _ in 0..<random.number(1...40) {
      try handle.seek(toOffset: UInt64(random.number(0...max(512, size)) / 512 * 512))
      try handle.write(contentsOf: Data((0..<512).map { _ in UInt8(random.number(0...255)) }))
    }
    try handle.close()
    for _ in 0..<3 {
      do {
        _ = try await mailbox.refresh()
        try add(random.number(5...8))
        let id = try await mailbox.everything().first?.id
        _ = try await mailbox.mark(.starred, in: id.map { [$0] } ?? [])
      } catch let error as MailError {
        #expect(error.description.contains(maildir.store))
      }
    }
    // A new store has all marks, whatever happened to the old one.
    try removeStore()
    #expect(try await read(open()).contains("Subject 2"))
  }

  /// Another program's file stays, and so does a folder.
  @Test(arguments: ["text", "folder", "empty"])
  func whereSomethingElseHasTakenItsPlaceThatIsSaid(_ kind: String) async throws {
    let mailbox = try await open()
    var states = mailbox.states().makeAsyncIterator()
    _ = await states.next()
    #expect(try await listed(mailbox).count == 4)
    try removeStore()
    let text = kind == "text" ? "Dear diary" : ""
    if kind == "folder" {
      try maildir.folder.makeFolder("store.sqlite")
    } else {
      try maildir.folder.write(text, to: "store.sqlite")
    }
    // The pool may open its reading connections only here.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try? await mailbox.unreadCount() } }
    }
    await #expect(throws: MailError.self) { try await mailbox.refresh() }
    while let state = await states.next() { if case .failed = state.health { break } }
    if kind != "folder" {
      #expect(try String(contentsOfFile: maildir.store, encoding: .utf8) == text)
    }
    if kind == "folder" { rmdir(maildir.store) } else { unlink(maildir.store) }
    _ = try await mailbox.refresh()
    #expect(try await mailbox.everything().count == 4)
  }
}
