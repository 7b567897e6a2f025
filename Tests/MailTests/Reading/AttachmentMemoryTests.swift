import Foundation
import IMAP
import MailTextTesting
import Testing

@testable import Mail

/// A large attachment is in memory once, besides the message on a disk. Each test measures a process
/// of its own.
struct AttachmentMemoryTests {
  /// The size of the largest attachment that a message of 50 MB can have, in bytes.
  private static let size = 36_000_000
  private static let margin = 8 << 20
  private static let line = Array(String(repeating: "QUJD", count: 19).utf8) + [13, 10]

  /// The most memory that this process has taken so far, in bytes.
  private static var peak: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return 1024 * (try #require(Int(line.split(separator: " ")[1])))
    }
  }

  @Test func onDiskThereAreItsMessageAndItsContent() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for name in ["cur", "new", "tmp"] { try folder.makeFolder("Mail/\(name)") }
      let path = folder.file("Mail/cur/1:2,S")
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let file = try #require(FileHandle(forWritingAtPath: path))
      let head =
        "Message-ID: <1@x>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nText\n--b\n"
        + "Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n"
      try file.write(contentsOf: Data(head.utf8))
      for _ in 0..<(Self.size / 57) { try file.write(contentsOf: Data(Self.line)) }
      try file.write(contentsOf: Data("--b--\n".utf8))
      try file.close()
      let message = Self.size / 57 * Self.line.count
      let mailbox = try await folder.open("Mail").refreshed()
      let stub = try await mailbox.firstMessage()
      let before = try Self.peak
      let attachment = try #require(try await mailbox.message(stub).attachments.first)
      let reading = try Self.peak - before
      #expect(reading < message + Self.margin, "\(reading)")
      let content = try await mailbox.content(of: attachment, in: stub)
      #expect(content.count == Self.size / 57 * 57)
      let growth = try Self.peak - before
      #expect(growth < message + content.count + Self.margin, "\(growth)")
    }
  }

  @Test func emptyLinesTakeNoMoreThanTheirSize() async {
    await #expect(processExitsWith: .success) { try await Self.readShortLines("\n") }
  }

  @Test func shortQuotesTakeNoMoreThanTheirSize() async {
    await #expect(processExitsWith: .success) { try await Self.readShortLines(">\n\n") }
  }

  private static func readShortLines(_ lines: String) async throws {
    let count = 100_000
    let text = "Begin\n" + String(repeating: lines, count: count / lines.utf8.count) + "End\n"
    _ = readMessage("Content-Type: text/plain\n\nBegin")
    let before = try peak
    let read = readMessage("Content-Type: text/plain\n\n" + text)
    #expect(read.passages.first?.text.hasPrefix("Begin") == true)
    let growth = try peak - before
    #expect(growth < 3 * count + (6 << 20), "\(growth)")
  }

  @Test func fromAServerThereIsOnlyItsContent() async {
    await #expect(processExitsWith: .success) {
      var dialogue = PartDialogue(
        MessagePart([2], "base64"),
        of: ServerPlace(uid: 7, uidValidity: 3, folder: "INBOX")
      )
      let block = Array([[UInt8]](repeating: Self.line, count: 14_000).joined())
      var (left, step) = (Self.size / 57 * Self.line.count, PartDialogue.Step.more)
      var offset = 0
      let before = try Self.peak
      while step == .more {
        let flight = try dialogue.flight(isOpen: true)
        let length = min(left, offset == 0 ? PartDialogue.firstPiece : PartDialogue.laterPiece)
        let start = offset % Self.line.count
        left -= length
        offset += length
        var answers = FlightAnswers(accepting: flight)
        answers.send(Section(part: [2], .whole), Array(block[start..<start + length]))
        step = try dialogue.take(answers)
      }
      guard case .found(let content) = step else { throw CancellationError() }
      #expect(content.count == Self.size / 57 * 57)
      let growth = try Self.peak - before
      #expect(growth < content.count + Self.margin, "\(growth)")
    }
  }
}
