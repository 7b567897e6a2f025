import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// Mailboxes that cannot be searched completely: mail that is missing in the searched part counts
/// as gone.
struct IncompleteTreeTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  private func names(_ mailbox: Mailbox) async throws -> [String] {
    try await mailbox.folders().map(\.name.description)
  }

  /// Creates more files that are not mboxes than are checked in one folder.
  private func makeFolderOfMH(_ name: String) throws {
    for number in 0...1001 { try layout.file("\(name)/m\(number)", "Subject: x\n\nx\n") }
  }

  @Test func deletedAndRenamedFoldersGo() async throws {
    try layout.maildir("box/a", "box/b")
    try layout.mbox("box/d", "box/mh/z")
    let mailbox = try await layout.open("box").refreshed()
    #expect(try await names(mailbox) == ["a", "b", "d", "mh/z"])
    try makeFolderOfMH("box/mh")
    try layout.delete("box/a")
    try FileManager.default.moveItem(atPath: layout.path("box/b"), toPath: layout.path("box/c"))
    let summary = try await mailbox.refresh()
    #expect(summary.skippedCount == 1)
    #expect(summary.removed == 1)
    // `mh/z` was not checked, so its mail stays.
    #expect(Set(try await names(mailbox)) == ["c", "d", "mh/z"])
    try layout.delete("box/mh/z")
    _ = try await mailbox.refresh()
    #expect(try await names(mailbox) == ["c", "d"])
  }

  @Test func aFolderOfAnotherKindTakesThePlaceOfTheOld() async throws {
    try makeFolderOfMH("box/mh")
    try layout.maildir("box/mh/f0")
    let mailbox = try await layout.open("box").refreshed()
    try layout.delete("box/mh/f0")
    try layout.folder.write(mboxText(message("other@x", "Other")), to: "box/mh/f0")
    _ = try await mailbox.refresh()
    #expect(try await names(mailbox) == ["mh/f0"])
    let listing = Listing(folder: FolderName("mh/f0"))
    #expect(try await mailbox.everything(in: listing).map(\.subject) == ["Other"])
  }

  @Test(.disabled(if: geteuid() == 0, "permission bits do not bind root"))
  func aFolderThatMayNotBeReadKeepsWhatIsInIt() async throws {
    try layout.maildir("box/a", "box/b/c", "box/d", "box/e")
    let mailbox = try await layout.open("box").refreshed()
    #expect(chmod(layout.path("box/b"), 0) == 0)
    #expect(chmod(layout.path("box/d/cur"), 0) == 0)
    defer { chmod(layout.path("box/b"), 0o700) }
    defer { chmod(layout.path("box/d/cur"), 0o700) }
    try layout.delete("box/a")
    #expect(try await mailbox.refresh().removed == 1)
    #expect(Set(try await names(mailbox)) == ["b/c", "d", "e"])
  }

  private func tree(_ change: (inout FolderWalk.Limits) -> Void) throws -> MailTree {
    var limits = FolderWalk.Limits()
    change(&limits)
    return try MailTree(at: layout.path("box"), limits: limits)
  }

  /// The given sources, as paths in the layout, that may be in the unsearched part of the tree.
  private func unseen(_ tree: MailTree, _ names: String...) -> [String] {
    names.filter { tree.mayHold(FolderID("maildir:" + FilePath(layout.path($0)).identifier)) }
  }

  @Test func whatLiesBeyondALimitMayBeThere() throws {
    try layout.maildir("box/a", "box/é/1/2/x", "box/é/1/y", "elsewhere")
    var cut = try tree { $0.depth = 3 }
    #expect(cut.names == ["a", "é/1/y"])
    #expect(unseen(cut, "box/a/b", "box/b", "box/é/1", "box/é/1/2/x") == ["box/é/1/2/x"])
    // `elsewhere` is behind a link, and the link's target may be anywhere.
    #expect(unseen(cut, "elsewhere", "gone") == ["elsewhere"])
    cut = try tree { $0.folders = 1 }
    #expect(unseen(cut, "box/b", "box/é/1/2/x") == ["box/é/1/2/x"])
    cut = try tree { $0.entries = 5 }
    #expect(unseen(cut, "box/b", "box/é/1/y") == ["box/é/1/y"])
    #expect(unseen(try tree { _ in }, "box/é/1/y", "elsewhere") == [])
  }

  /// The link's target is unknown.
  @Test func behindALinkThatCannotBeFollowedAnythingMayBe() throws {
    try layout.maildir("box/a", "box/.hidden/b")
    try layout.link("box/link", to: String(repeating: "x", count: 300))
    let tree = try layout.tree("box")
    #expect(!tree.isComplete)
    #expect(unseen(tree, "box/.hidden/b", "box/gone") == ["box/.hidden/b"])
  }

  @Test func aLinkToWhatIsTooDeepIsFollowed() throws {
    try layout.maildir("box/a", "box/.hidden/x")
    try layout.makeFolder("box/deep")
    try layout.link("box/deep/link", to: "../.hidden")
    let cut = try tree { $0.depth = 1 }
    #expect(cut.names == ["a"])
    #expect(unseen(cut, "box/.hidden/x", "box/.hidden/gone") == ["box/.hidden/x"])
  }

  @Test func aPathIsReadFromItsIdentifier() {
    for bytes in [Array("/ä/é".utf8), Array("/a\u{308}".utf8), [0x2F, 0xFF, 0x0A], [0x2F]] {
      let path = FilePath(bytes: bytes)
      #expect(FilePath(identifier: path.identifier) == path)
    }
  }
}
