import Foundation
import Mail
import Testing
import TidelineGtk

@testable import Tideline

/// The window memory's file, with any content, and with other writers.
struct MemoryFileTests {
  private let own: TestFolder
  private let file: MemoryFile
  private var folder: String { own.path }

  init() throws {
    own = try TestFolder()
    file = MemoryFile(path: own.path + "/deeper/windows.json")
  }

  private func put(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/deeper",
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var all = Remembered()
    all.last = "/mail/å\u{0}\"\\"
    all.window.size.width = 456
    all.window.isMaximized = true
    all[mailbox: "/mail"].place = ListPlace(top: Cursor(seconds: 17, id: 4), offset: 12.5)
    all[mailbox: "/mail"].selected = "9@x"
    all[mailbox: "/mail"].folder = "Lists/GTK"
    all[recent: "/mail"] = RecentMailbox(title: "Mail")
    let written = try file.update { $0 = all }
    #expect(written == all)
    #expect(file.read() == all)
  }

  /// The memory is a few kilobytes.
  @Test func aHugeFileIsNotRead() throws {
    try put("{}")
    #expect(truncate(file.path, 3 << 30) == 0)
    #expect(PrivateFile.contents(file.path) == nil)
    #expect(file.read() == Remembered())
  }

  @Test func onlyTheUserMayReadIt() throws {
    _ = try file.update { $0.last = "/mail" }
    for (path, mode) in [(file.path, 0o600), (folder + "/deeper", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test func aFileThatOthersCanReadIsTakenFromThem() throws {
    try put("{}")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    _ = try file.update { $0.last = "/mail" }
    #expect(try permissions(file.path) == 0o600)
  }

  @Test func aFolderInItsPlaceKeepsItsPermissions() throws {
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    #expect(throws: (any Error).self) { try file.update { $0.last = "/mail" } }
    #expect(try permissions(file.path) == 0o755)
  }

  @Test(arguments: [
    "", "{", "null", "[]", "17", "{\"last\": 17, \"window\": [], \"mailboxes\": 3}",
    "\u{0}\u{0}\u{0}", "{\"recents\": {\"/a\": 1}, \"mailboxes\": {\"/a\": []}}",
    "{\"window\": {\"size\": {\"width\": -5, \"height\": 1e30}}}",
    String(repeating: "[", count: 100_000),
    "{\"last\": \"" + String(repeating: "x", count: 1 << 20),
  ])
  func garbageCountsAsNothing(text: String) throws {
    try put(text)
    #expect(file.read() == Remembered())
    _ = try file.update { $0.last = "/mail" }
    #expect(file.read().last == "/mail")
  }

  @Test func whatCanBeReadCountsBesideWhatCannot() throws {
    try put(
      """
      {"later": {"x": 1}, "last": "/mail", "window": {"isMaximized": true, "size": "big"},
       "mailboxes": {"/mail": {"place": 3, "selected": "7@x", "folder": null}, "/bad": 1,
                     "/old": {"selected": 7, "folder": "Sent"}},
       "recents": {"/mail": {"title": "Mail", "opened": 5, "colour": "red"}, "/bad": {"title": 2}}}
      """
    )
    let all = file.read()
    #expect(all.last == "/mail")
    #expect(all.window.isMaximized)
    #expect(all.window.size == RememberedWindow.Size())
    #expect(all[mailbox: "/mail"].selected == "7@x")
    #expect(all[mailbox: "/mail"].place == nil)
    #expect(all[mailbox: "/old"].folder == "Sent")
    #expect(all[mailbox: "/old"].selected == nil)
    #expect(all.recent.map(\.path) == ["/mail"])
  }

  @Test func anAccountThatIsThereTwiceIsListedOnce() throws {
    try put(
      #"""
      {"accounts": [{"path": "/a", "title": "A"}, {"path": "/b", "title": "B"},
        {"path": "/a", "title": "A again"}]}
      """#
    )
    #expect(file.read().accounts.map(\.title) == ["A", "B"])
  }

  @Test func aPipeOrAFolderInItsPlaceHoldsNobodyUp() throws {
    try put("")
    unlink(file.path)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(file.read() == Remembered())
    _ = try file.update { $0.last = "/mail" }
    #expect(file.read().last == "/mail")
    unlink(file.path)
    #expect(mkdir(file.path, 0o700) == 0)
    #expect(file.read() == Remembered())
    #expect(throws: (any Error).self) { _ = try file.update { $0.last = "/mail" } }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/deeper")
    #expect(left.sorted() == ["windows.json", "windows.json.lock"])
  }

  @Test func aLinkInItsPlaceIsLeftAloneAndSoIsItsTarget() throws {
    try put("")
    for name in [file.path, file.path + ".lock"] {
      let elsewhere = folder + "/elsewhere"
      try Data("{}".utf8).write(to: URL(fileURLWithPath: elsewhere))
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: elsewhere)
      unlink(name)
      #expect(symlink(elsewhere, name) == 0)
      _ = try? file.update { $0.last = "/mail" }
      #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "{}")
      #expect(try permissions(elsewhere) == 0o644)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: name) == elsewhere)
      unlink(name)
    }
  }

  @Test func aWriterThatHangsHoldsNobodyUp() throws {
    try put("")
    let other = open(file.path + ".lock", O_RDWR | O_CREAT, 0o600)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    _ = try file.update { $0.last = "/mail" }
    #expect(file.read().last == "/mail")
  }

  @Test func theNewestMailboxesAreKept() {
    var all = Remembered()
    for number in 0..<20 {
      all[recent: "/\(number)"] = RecentMailbox(
        title: "\(number)",
        opened: Date(timeIntervalSince1970: Double(number))
      )
    }
    #expect(all.recent.map(\.path) == (12..<20).reversed().map { "/\($0)" })
    for number in 0..<300 { all[mailbox: "/\(number)"].selected = "1@x" }
    #expect(all.mailboxes.count == Remembered.mailboxLimit)
    all[mailbox: all.mailboxes.keys.first ?? ""] = RememberedMailbox()
    #expect(all.mailboxes.count == Remembered.mailboxLimit - 1)
  }
}
