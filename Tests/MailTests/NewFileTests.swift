import Foundation
import SystemPackage
import Testing

@testable import Mail

/// A new file is complete, or does not exist.
@Suite struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// Bytes that run code when they are read.
  private struct Watched: Sequence {
    let bytes: [UInt8]
    let asked: () -> Void

    func makeIterator() -> IndexingIterator<[UInt8]> {
      asked()
      return bytes.makeIterator()
    }
  }

  @Test func itHasNoNameBeforeItIsWhole() throws {
    var seen: [String]?
    let content = Watched(bytes: [65, 66]) { seen = try? self.names() }
    try NewFile.write(content, to: folder.path + "/a")
    #expect(seen == [])
    #expect(try names() == ["a"])
    #expect(FileManager.default.contents(atPath: folder.path + "/a") == Data([65, 66]))
  }

  @Test func itTakesThePlaceOfNothing() throws {
    let path = folder.path + "/a"
    try NewFile.write([65], to: path)
    #expect(throws: Errno.fileExists) { try NewFile.write([66], to: path) }
    #expect(FileManager.default.contents(atPath: path) == Data([65]))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link",
      withDestinationPath: folder.path + "/elsewhere"
    )
    #expect(throws: Errno.fileExists) { try NewFile.write([66], to: folder.path + "/link") }
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try NewFile.write([66], to: folder.path + "/missing/a")
    }
    #expect(try names().sorted() == ["a", "link"])
  }

  @Test func aListIsReplacedWhole() throws {
    let path = folder.path + "/list"
    var list = FileManifest(new: path)
    list.add([65], as: "a")
    try list.write()
    // Left by a process that was killed before the new list replaced the old one.
    try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
    #expect(list.isList(path + ".new"))
    list.add([66], as: "b")
    try list.write()
    #expect(FileManifest(at: path)?.names == ["a", "b"])
    #expect(try names() == ["list"])
  }

  @Test func aDraftOfSomebodyElseIsNoList() throws {
    let path = folder.path + "/list"
    var list = FileManifest(new: path)
    list.add([65], as: "a")
    try list.write()
    for text in ["", "mine"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
      #expect(!list.isList(path + ".new"))
      #expect(throws: MailError.self) { try list.write() }
      #expect(FileManager.default.contents(atPath: path + ".new") == Data(text.utf8))
    }
  }
}
