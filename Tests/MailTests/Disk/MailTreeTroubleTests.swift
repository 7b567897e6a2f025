import Foundation
import Testing

@testable import Mail

/// Mailboxes with files that are not mail, or that cannot be read.
struct MailTreeTroubleTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  @Test func loopsOfLinksEnd() throws {
    try layout.maildir("box/a/Maildir")
    try layout.link("box/a/up", to: "..")
    try layout.link("box/again", to: "a")
    try layout.link("box/self", to: "self")
    let tree = try layout.tree("box")
    #expect(tree.names == ["a/Maildir"])
    #expect(tree.skipped.map(\.path) == [layout.path("box/self")])
    #expect(tree.skipped.map(\.reason) == [systemReason(ELOOP)])
  }

  @Test func pipesAndBrokenLinksBesideMboxesAreNamed() throws {
    try layout.mbox("box/inbox")
    #expect(mkfifo(layout.path("box/pipe"), 0o600) == 0)
    #expect(mkfifo(layout.path("box/pipe.mbox"), 0o600) == 0)
    try layout.link("box/broken", to: "/nowhere/at/all")
    try layout.link("box/.#lock", to: "ann@host.123")
    let tree = try layout.tree("box")
    #expect(tree.names == ["INBOX"])
    let names = tree.skipped.map { $0.path.split(separator: "/").last ?? "" }
    #expect(names == ["pipe", "pipe.mbox", "broken"])
    // None of the skipped files can contain mail, so missing mail counts as removed.
    #expect(tree.isComplete)
  }

  @Test(.disabled(if: geteuid() == 0, "permission bits do not bind root"))
  func anUnreadableFolderHidesNobody() throws {
    try layout.maildir("box/a", "box/b", "box/c")
    try layout.mbox("box/d", "box/e")
    #expect(chmod(layout.path("box/b"), 0) == 0)
    #expect(chmod(layout.path("box/c/cur"), 0) == 0)
    #expect(chmod(layout.path("box/d"), 0) == 0)
    defer { chmod(layout.path("box/b"), 0o700) }
    defer { chmod(layout.path("box/c/cur"), 0o700) }
    let tree = try layout.tree("box")
    #expect(tree.names == ["a", "e"])
    #expect(
      Set(tree.skipped.map(\.path)) == Set(["b", "c/cur", "d"].map { layout.path("box/\($0)") })
    )
    #expect(!tree.isComplete)
  }

  @Test func namesThatAreNoUTF8AreFolders() async throws {
    try layout.maildir("box/one", "box/two")
    try layout.mbox("box/three")
    for (name, byte) in [("one", 0xFF as UInt8), ("two", 0xFE), ("three", 0xFD)] {
      let path = Array("\(layout.path("box"))/".utf8) + [byte, 0]
      #expect(rename(layout.path("box/\(name)"), path.map { CChar(bitPattern: $0) }) == 0)
    }
    let tree = try layout.tree("box")
    #expect(tree.names == ["\u{FFFD}", "\u{FFFD} (2)", "\u{FFFD} (3)"])
    #expect(Set(tree.folders.map(\.source.identifier)).count == 3)
    for folder in tree.folders {
      let reader = try await SourceReader(reading: folder.source)
      #expect(reader.stored.count == 1)
    }
  }

  @Test func tenThousandFoldersAreFound() throws {
    for index in 0..<10_000 {
      for part in ["", "/cur", "/new"] {
        #expect(mkdir("\(layout.root)/\(index)\(part)", 0o700) == 0)
      }
    }
    let tree = try layout.tree()
    #expect(tree.folders.count == 10_000)
    #expect(tree.isComplete)
  }

  @Test func whatIsTooMuchIsCutAndSaid() throws {
    try layout.maildir("a/x", "b/x", "c/x", "d/1/2/3/x")
    let root = layout.root
    var limits = FolderWalk.Limits()
    limits.folders = 2
    let few = try MailTree(at: root, limits: limits)
    #expect(few.folders.count == 2)
    #expect(!few.isComplete)
    #expect(!few.skipped.isEmpty)
    limits = FolderWalk.Limits()
    limits.depth = 3
    let flat = try MailTree(at: root, limits: limits)
    #expect(flat.names == ["a/x", "b/x", "c/x"])
    #expect(!flat.isComplete)
    limits = FolderWalk.Limits()
    limits.entries = 12
    #expect(!(try MailTree(at: root, limits: limits).isComplete))
  }

  @Test func ofAFolderOfMHOnlyTheFirstFilesAreOpened() throws {
    for index in 0..<20 { try layout.file("mh/\(index)", "Subject: x\n\nx\n") }
    try layout.mbox("mh/inbox")
    var limits = FolderWalk.Limits()
    limits.otherFiles = 10
    #expect(throws: MailError.self) {
      try MailTree(at: layout.path("mh"), limits: limits)
    }
    limits.otherFiles = 30
    let tree = try MailTree(at: layout.path("mh"), limits: limits)
    #expect(tree.names == ["INBOX"])
    #expect(tree.isComplete)
  }

  @Test func aFolderThatGoesAfterwardsIsGone() async throws {
    try layout.maildir("box/a")
    try layout.makeFolder("box/b/c")
    let tree = try layout.tree("box")
    #expect(tree.names == ["a"])
    try layout.delete("box/a")
    #expect(throws: MailError.notAMaildir(path: layout.path("box"))) { try layout.tree("box") }
    // The source of a tree that was read earlier reports the loss.
    let source = try #require(tree.folders.first).source
    await #expect(throws: MailError.mailboxVanished(path: layout.path("box/a"))) {
      _ = try await SourceReader(reading: source)
    }
  }

  @Test func foldersThatGoWhileTheyAreReadTakeNobodyAlong() async throws {
    try layout.maildir("box/kept")
    for index in 0..<300 {
      for part in ["cur", "new"] { try layout.makeFolder("box/\(index)/\(part)") }
    }
    let removal = Task.detached { [layout] in
      for index in 0..<300 { try layout.delete("box/\(index)") }
    }
    var tree: MailTree
    repeat {
      tree = try layout.tree("box")
      #expect(tree.names.contains("kept"))
      #expect(tree.skipped.isEmpty)
      #expect(tree.isComplete)
    } while tree.folders.count > 1
    try await removal.value
  }

  @Test func aMaildirThatIsHalfGoneIsNone() throws {
    try layout.makeFolder("M/new")
    try layout.makeFolder("M/tmp")
    #expect(throws: MailError.notAMaildir(path: layout.path("M"))) { try layout.tree("M") }
  }

  @Test func anMboxThatBecameAPipeIsNotWaitedFor() async throws {
    try layout.mbox("inbox")
    let source = try #require(try layout.tree("inbox").folders.first).source
    try layout.delete("inbox")
    #expect(mkfifo(layout.path("inbox"), 0o600) == 0)
    await #expect(throws: MailError.notAFileOrFolder(path: layout.path("inbox"))) {
      _ = try await SourceReader(reading: source)
    }
  }
}
