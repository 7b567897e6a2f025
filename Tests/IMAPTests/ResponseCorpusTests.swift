import Foundation
import Testing

struct ResponseCorpusTests {
  @Test func everythingThatWasWorthKeepingIsRead() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = tests.appending(path: "Fuzzing/Corpus/response")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: folder.appending(path: name))
      data.withUnsafeBytes { ResponseFuzzTarget.run($0) }
    }
  }
}
