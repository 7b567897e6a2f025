import Foundation
import MailSample
import MessageTable

/// Messages of all kinds, on which two readings of a message must agree.
enum ManyMessages: String, CaseIterable {
  /// Messages of the table, without its mboxes.
  case rules = "Rules"
  case styles = "Styles"
  /// Messages that the fuzzer has kept.
  case corpus
  case sample

  func all() throws -> [(name: String, bytes: [UInt8])] {
    switch self {
    case .rules, .styles:
      return try TableFile.files(in: rawValue).flatMap { file in
        file.entries.flatMap { entry in
          entry.messages.filter { $0.place != .mbox }
            .map { ("\(file.name): \(entry.name)", $0.bytes) }
        }
      }
    case .corpus: return try FuzzTarget.message.corpus()
    case .sample:
      let now = Date(timeIntervalSince1970: 1_700_000_000)
      let sample = SampleMailbox(try .ours(), count: 1_000, now: now)
      return sample.messages.map { ($0.messageID, $0.bytes) }
    }
  }
}

extension FuzzTarget {
  /// The input that was kept.
  func corpus() throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fuzzing/Corpus/\(rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }
}
