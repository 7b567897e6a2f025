import Foundation
import Testing

struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func everythingThatWasWorthKeepingIsRead(target: FuzzTarget) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = tests.appending(path: "Fuzzing/Corpus/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: folder.appending(path: name))
      data.withUnsafeBytes { target.run($0) }
    }
  }
}
