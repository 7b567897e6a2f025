import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// The parts of a message, and the positions of their contents.
struct SkimmerTests {
  private func skim(_ message: String) -> MessageParts {
    var bytes = Array(message.utf8)
    return bytes.withUnsafeMutableBufferPointer { MessageBytes($0, goesOn: false).parts }
  }

  @Test(arguments: [
    "boundary=b", "charset=x; BOUNDARY=\"b\"", "\n boundary=b", "boundary*0=\"\";\n\tboundary*1=b",
    "boundary*=us-ascii''%62", "(boundary=c) boundary (x) = b", "boundary=\"=?us-ascii?q?b?=\"",
    "boundary=\"b \"",
  ])
  func partsAreFoundHoweverTheirBoundaryIsWritten(parameters: String) {
    for name in ["Content-Type:", "content-TYPE \t:"] {
      let read = readMessage(
        "\(name) multipart/mixed; \(parameters)\n\n--b\n\none\n--b \t\r\n\ntwo\n--b--\n"
      )
      #expect(lines(read.passages) == ["written: one//two"])
      #expect(read.remarks == [])
    }
  }

  @Test(arguments: ["--", "-- x", "---", "--c", "--bb", "--b x", " --b", "> --b", "x--b"])
  func otherLinesOfDashesAreText(line: String) {
    let read = readMessage(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n\(line)\ntwo\n--b--\n"
    )
    #expect(read.passages.map(\.text).joined(separator: "\n").contains("two"))
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

  @Test func bodiesAreNotCopied() throws {
    let file = String(repeating: "QUJD\n", count: 100_000)
    let message =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf\n\n\(file)"
      + "--b\n\nText behind it\n--b--\n"
    let contents = skim(message).contents
    #expect(contents.apart.isEmpty && contents.bodies.count == 2)
    #expect(contents.bodies[[1]]?.range.count == file.utf8.count - 1)
    let text = try #require(contents.bodies[[2]])
    #expect(String(decoding: Array(message.utf8)[text.range], as: UTF8.self) == "Text behind it")
    #expect(text.buffer == nil && !text.isLast && !text.isCut)
  }

  /// Attachments are not copied to count their bytes: the window shows only names and sizes.
  @Test(arguments: [
    ("base64", "QUJD\r\n", 3), ("quoted-printable", "a=3Db\n", 4), ("8bit", "abc\n", 4),
    ("quoted-printable", "ab=\n", 2), ("x-uuencode", "#0V%T\n", 3),
  ])
  func longFilesHaveTheSizeThatTheyUnpackTo(encoding: String, line: String, size: Int) {
    for count in [10, 60_000] {
      let isFramed = encoding == "x-uuencode"
      let file = String(repeating: line, count: count)
      let part =
        "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: \(encoding)\n\n"
        + (isFramed ? "begin 644 a\n\(file)`\nend\n" : file)
      let whole = readMessage(part)
      let inner = readMessage("Content-Type: multipart/mixed; boundary=b\n\n--b\n\(part)--b--\n")
      #expect(whole.attachments.map(\.size) == [Int64(size * count)])
      // The last line break belongs to the boundary.
      let isBroken = encoding != "base64" && !isFramed && !line.contains("=\n")
      #expect(inner.attachments.map(\.size) == [Int64(size * count - (isBroken ? 1 : 0))])
    }
  }

  @Test func parametersThatNobodyReadsAreNotKept() {
    let parameters = String(repeating: ";a=b", count: 1_000_000)
    let header = "Content-Type: text/plain; charset=utf-8\(parameters)\n"
    let message = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\(header)\nText\n--b--\n"
    #expect(skim(message).tree.part([1])?.header.parameters == ["charset": "utf-8"])
    #expect(lines(readMessage(message).passages) == ["written: Text"])
  }

  @Test func aMessageInBase64IsRead() {
    let inner = "From: Ann <ann@a.example>\nSubject: Inner\n\nInner words\n"
    let packed = Data(inner.utf8).base64EncodedString(options: .lineLength76Characters)
    let read = readMessage(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n"
        + "Content-Transfer-Encoding: base64\n\n\(packed)\n--b\n\nBehind\n--b--\n"
    )
    #expect(
      lines(read.passages) == [
        "enclosed: From: Ann <ann@a.example>/Subject: Inner", "written: Inner words//Behind",
      ]
    )
  }

  @Test func aPartOfADigestIsAMessage() {
    let read = readMessage(
      "Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: One\n\nWords\n--b--\n"
    )
    #expect(lines(read.passages) == ["enclosed: Subject: One", "written: Words"])
  }

  @Test func aLineOfSpacesEndsTheHeaderOfAPart() {
    let read = readMessage(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n \nText\n--b--\n"
    )
    #expect(lines(read.passages) == ["written: Text"])
  }

  @Test func multipartsInWhichNoPartIsFoundAreShownAsTheyLie() {
    let inner = "Content-Type: multipart/alternative; boundary=c\n\nNo boundary here.\n"
    let read = readMessage(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b\n\(inner)\n--b--\n"
    )
    #expect(lines(read.passages) == ["written: Hi//No boundary here."])
    #expect(read.remarks == [.damaged])
  }

  @Test(arguments: ["", "; boundary=other"])
  func partsAreFoundByTheirOwnBoundary(parameter: String) {
    let part =
      "--=_a\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nV29yZHM=\r\n"
    let head = "Content-Type: multipart/mixed\(parameter)\r\n\r\n"
    let read = readMessage("\(head)Above.\r\n\r\n\(part)--=_a\r\n\r\nMore\r\n--=_a--\r\n")
    #expect(lines(read.passages) == ["written: Words//More"])
    #expect(read.remarks.isEmpty)
  }

  @Test func aMultipartOfNothingIsNotDamaged() {
    for parts in ["", "--b--\n", "--b\n\n--b--\n", "--b\n\n \n--b--\n"] {
      let read = readMessage("Content-Type: multipart/mixed; boundary=b\n\n\(parts)")
      #expect(read.passages == [] && read.remarks == [], "\(parts)")
    }
  }

  @Test func linesThatBeginFilesAreNoticed() {
    #expect(skim("Subject: x\n\nHere\nbegin 644 a.txt\n#86)C\nend\n").contents.holdsFile)
    #expect(!skim("Subject: x\n\nbegin 2024 with a walk\n").contents.holdsFile)
  }
}
