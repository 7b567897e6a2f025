import Testing

@testable import Mail

/// Which lines of a message part it, and where there are too many.
struct BoundaryLinesTests {
  /// The bytes before the cut for three parts, or nil where there is none.
  private func kept(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      BoundaryLines.cut(in: bytes, limit: 3).map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }
  }

  private let parts = "--b\n\nx\n--b \t\r\n\nx\n--b\n\nx\n"

  @Test(arguments: [
    "boundary=b", "charset=x; BOUNDARY=\"b\"", "\n boundary=b", "boundary*0=\"\";\n\tboundary*1=b",
    "boundary*=us-ascii''%62", "(boundary=c) boundary (x) = b", "boundary=\"=?us-ascii?q?b?=\"",
    "boundary=\"b \"",
  ])
  func partsBeyondTheLimitAreCut(parameters: String) {
    for name in ["Content-Type:", "content-TYPE \t:"] {
      let head = "\(name) multipart/mixed; \(parameters)\n\n"
      #expect(kept(head + parts) == nil)
      #expect(kept(head + parts + "--b--\n") == nil)
      #expect(kept(head + parts + "--b\n\nx\n--b\n") == head + parts)
    }
  }

  @Test func aBoundaryOfAPartCounts() {
    let head = "Content-Type: multipart/mixed; boundary=a\n\n--a\n"
    let inner = "Content-Type: multipart/mixed; boundary=b\n\n--b\n--b\n"
    #expect(kept(head + inner + "--a\n") == head + inner)
  }

  @Test(arguments: ["--", "-- ", "---", "--c", "--bb", "--b x", " --b", "> --b", "x--b"])
  func otherLinesOfDashesAreText(line: String) {
    let lines = String(repeating: line + "\n", count: 100)
    #expect(kept("Content-Type: multipart/mixed; boundary=b\n\n\(parts)\(lines)") == nil)
    #expect(kept("Subject: x\n\n\(lines)") == nil)
  }

  @Test func aTextOfManyDashedLinesIsWhole() {
    let dump = String(repeating: "--\n-- Table\n--\n----------\n", count: 10_000)
    let plain = readMessage("Content-Type: text/plain\n\n\(dump)end\n")
    let part = readMessage(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\(dump)end\n--b--\n"
    )
    for read in [plain, part] {
      #expect(read.remarks == [])
      #expect(read.passages.last?.text.hasSuffix("end") == true)
    }
  }
}
