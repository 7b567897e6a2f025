import Foundation
import Mail
import SystemPackage
import Testing

@testable import Tideline

/// Attachments written to a disk: opened ones are private and read-only, none is executable, and no
/// existing file is overwritten.
struct AttachmentFileTests {
  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func aCopyToLookAtIsTheUsersAlone() throws {
    let folder = try TestFolder()
    let files = OpenedFiles(in: folder.path)
    let (one, other) = (try files.add([65], "a.pdf"), try files.add([66], "a.pdf"))
    #expect(one != other && one.hasSuffix("/a.pdf") && other.hasSuffix("/a.pdf"))
    #expect(text(one) == "A" && text(other) == "B")
    #expect(try permissions(one) == 0o400)
    var parent = one
    for _ in 0..<3 {
      parent = (parent as NSString).deletingLastPathComponent
      #expect(try permissions(parent) == 0o700)
    }
    files.removeAll()
    #expect(!FileManager.default.fileExists(atPath: one))
    // Another attachment can still be opened.
    #expect(text(try files.add([67], "a.pdf")) == "C")
  }

  /// The folder of copies may be in the user's cache, if the session has no folder of its own.
  @Test func copiesOfAKilledProcessAreRemovedAndNothingElse() throws {
    let folder = try TestFolder()
    let living = OpenedFiles(in: folder.path)
    let path = try living.add([65], "a.pdf")
    // A folder as a killed process leaves it.
    let killed = folder.path + "/tideline/opened-killed"
    var list = FileManifest(new: killed + "/copies")
    for name in ["1/b.pdf", "2/c.txt"] { list.add([66], as: name) }
    func put(_ byte: UInt8, _ path: String) throws -> String {
      let url = URL(fileURLWithPath: path)
      let parent = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try Data([byte]).write(to: url)
      return path
    }
    let abandoned = try put(66, killed + "/1/b.pdf")
    let kept = try [
      put(67, killed + "/2/c.txt"), put(67, killed + "/3/d.pdf"),
      put(67, folder.path + "/tideline/mine/1/b.pdf"),
      put(67, folder.path + "/tideline/opened-mine/1/b.pdf"),
    ]
    try list.write()
    OpenedFiles(in: folder.path).removeAbandoned()
    #expect(text(abandoned) == nil)
    #expect(text(path) == "A")
    #expect(kept.map(text) == ["C", "C", "C", "C"])
    // A missing folder has nothing to remove.
    OpenedFiles(in: folder.path + "/none").removeAbandoned()
  }

  @Test func noCopyIsMadeThroughALink() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/elsewhere",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/tideline",
      withDestinationPath: folder.path + "/elsewhere"
    )
    #expect(throws: MailError.self) { try OpenedFiles(in: folder.path).add([65], "a.pdf") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/elsewhere") == [])
  }

  @Test func aNewFileReplacesNone() throws {
    let folder = try TestFolder()
    let mode: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
    let paths = try (0..<3).map { number in
      try AttachmentFile.create([65 + UInt8(number)], "a.pdf", in: folder.path, mode: mode)
    }
    #expect(
      paths.map { ($0 as NSString).lastPathComponent } == ["a.pdf", "a (2).pdf", "a (3).pdf"]
    )
    #expect(paths.map(text) == ["A", "B", "C"])
    for path in paths { #expect(try permissions(path) & 0o111 == 0) }
    // A link must not lead out of the folder.
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/l",
      withDestinationPath: elsewhere
    )
    #expect(try AttachmentFile.create([68], "l", in: folder.path, mode: mode).hasSuffix("l (2)"))
    #expect(!FileManager.default.fileExists(atPath: elsewhere))
  }

  @Test func whatIsReplacedCanNotBeRun() throws {
    let folder = try TestFolder()
    let path = folder.path + "/run"
    try Data([65]).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try AttachmentFile.replace([66], at: path)
    #expect(text(path) == "B")
    #expect(try permissions(path) & 0o111 == 0)
  }

  @Test func whatCanNotBeWrittenIsNamed() throws {
    let folder = try TestFolder()
    let missing = folder.path + "/none"
    #expect(throws: MailError.self) { try AttachmentFile.replace([65], at: missing + "/a") }
    do {
      _ = try AttachmentFile.create([65], "a", in: missing, mode: .ownerRead)
      Issue.record("written")
    } catch MailError.notWritable(let path, let reason) {
      #expect(path == missing + "/a" && !reason.isEmpty)
    }
  }
}
