import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// The extent of a mailbox: links out of it, other file systems, folders in folders.
struct MailTreeReachTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  private static func device(_ path: String) -> UInt64? {
    (try? FilePath(path).stat()).map { FileIdentity($0).device }
  }

  /// A folder on another file system than that of the tests.
  private static let elsewhere = ["/var/tmp", "/tmp", "/dev/shm"].first {
    access($0, W_OK) == 0 && device($0) != device(NSTemporaryDirectory())
  }

  @Test func whatTheMailboxLiesInIsNoPartOfIt() throws {
    try layout.maildir("box/INBOX", "beside")
    for (name, target) in [("up", ".."), ("home", layout.root), ("root", "/")] {
      try layout.link("box/\(name)", to: target)
    }
    let tree = try layout.tree("box")
    #expect(tree.names == ["INBOX"])
    // The link to `/` is skipped if `/` is another file system.
    let places = Set(tree.skipped.map(\.path))
    #expect(places.isSubset(of: ["/"]))
    #expect(tree.isComplete)
    // Also through a link to the mailbox.
    try layout.link("mail", to: "box")
    #expect(try layout.tree("mail").names == ["INBOX"])
  }

  /// As by Ctrl+C while a whole disk is searched.
  @Test func aCancelledSearchEndsAndClaimsNothing() async throws {
    try layout.maildir("box/INBOX", "box/Sent")
    let path = layout.path("box")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let walk = try FolderWalk(from: FilePath(path))
      #expect(walk.found.isEmpty)
      #expect(walk.unseen.mayHold(FilePath(path).appending("INBOX")))
      _ = try await DiskAccount.open(path)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func linksThatLeadOutAreFollowedToABound() throws {
    try layout.maildir("box/INBOX", "box/big/a", "out/x", "out/y", "out/z/1/2/3")
    try layout.link("box/out", to: "../out")
    try layout.link("box/own", to: "big")
    #expect(try layout.tree("box").names == ["INBOX", "big/a", "out/x", "out/y", "out/z/1/2/3"])
    var limits = FolderWalk.Limits()
    limits.outside = 7
    let tree = try MailTree(at: layout.path("box"), limits: limits)
    #expect(tree.names == ["INBOX", "big/a", "out/x"])
    #expect(tree.skipped.map(\.reason).first == "too many files")
    #expect(!tree.isComplete)
  }

  @Test(.enabled(if: elsewhere != nil, "there is but one file system"))
  func ofOtherFileSystemsOnlyMaildirsAndMboxesAreLookedAt() async throws {
    let disk = "\(try #require(Self.elsewhere))/tideline-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: disk) }
    for name in ["Archive", "Archive/.2020", "accounts/INBOX"] {
      for part in ["cur", "new"] {
        try FileManager.default.createDirectory(
          atPath: "\(disk)/\(name)/\(part)",
          withIntermediateDirectories: true
        )
      }
    }
    try Data(mboxText(message("a@x")).utf8).write(to: URL(fileURLWithPath: "\(disk)/spool"))
    try layout.maildir("box/INBOX")
    for name in ["Archive", "accounts", "spool"] {
      try layout.link("box/\(name)", to: "\(disk)/\(name)")
    }
    let tree = try layout.tree("box")
    #expect(tree.names == ["INBOX", "Archive", "Archive/2020", "spool"])
    #expect(tree.skipped.map(\.path) == ["\(disk)/accounts"])
    #expect(tree.isComplete)
    // The skipped folder opens as a mailbox by its own path, even through a link.
    #expect(try layout.tree("box/accounts").names == ["INBOX"])
  }

  @Test func theSystemsOwnFileSystemsAreNotWalked() throws {
    try layout.maildir("box/INBOX")
    try layout.link("box/proc", to: "/proc")
    let tree = try layout.tree("box")
    #expect(tree.names == ["INBOX"])
    #expect(tree.skipped.map(\.path) == ["/proc"])
  }

  @Test func foldersWithinFoldersWithLongNamesEndWhereTheSystemsPathsDo() async throws {
    let name = String(repeating: "\t", count: 250)
    // Created one by one, since no path can be so long.
    try layout.maildir("box/INBOX")
    try layout.makeFolder("box")
    var folder = open(layout.path("box"), O_RDONLY | O_DIRECTORY)
    for _ in 0..<40 {
      for part in ["", "/cur", "/new"] { #expect(mkdirat(folder, name + part, 0o700) == 0) }
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(folder)
    defer { try? layout.removeDeep("box") }
    let tree = try layout.tree("box")
    let depth = (Int(PATH_MAX) - layout.path("box").utf8.count - "/cur".utf8.count) / 251
    #expect(tree.folders.count == 1 + depth)
    #expect(tree.skipped.map(\.reason) == [systemReason(ENAMETOOLONG)])
    #expect(!tree.isComplete)
    for folder in tree.folders { _ = try await SourceReader(reading: folder.source) }
  }
}

extension Layout {
  /// Removes a folder that is deeper than the longest path.
  fileprivate func removeDeep(_ name: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["rm", "-rf", path(name)]
    try process.run()
    process.waitUntilExit()
  }
}
