import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Contents encoded for transfer by programs that do not keep to the standard.
struct TransferEncodingTests {
  private static let text = "The ferry sails at noon from the new quay."

  private func content(_ encoding: String, _ body: String) -> String {
    let header = "Content-Type: text/plain\nContent-Transfer-Encoding: \(encoding)\n\n"
    return readMessage(header + body).passages.map(\.text).joined(separator: "\n")
  }

  @Test(arguments: [
    "\"base64\"", "base64;", "BASE64 ", "'base64'", "base64 (by a gateway)", "(first) base64",
    "\n base64", "base-64", "base64, base64",
  ])
  func theNameOfBase64IsFoundInItsField(field: String) {
    #expect(content(field, Data(Self.text.utf8).base64EncodedString()) == Self.text)
  }

  @Test(arguments: [
    "The ferry sails at noon.", "Hello,\n\nThe ferry sails.", "Höhe?\nKlar.", "Fährt sie?\n> Ja.",
  ])
  func aTextInClearThatIsCalledBase64IsKept(text: String) {
    #expect(content("base64", text).replacing("\n\n> ", with: "\n> ") == text)
    #expect(content("base64", "\n" + Data(text.utf8).base64EncodedString() + " \n") == text)
  }

  @Test(arguments: [
    "quoted-printable;", "Quoted-Printable", "\"quoted-printable\"", "quoted_printable",
    "quoted printable", "quotedprintable", "quoted-printable; charset=utf-8",
  ])
  func theNameOfQuotedPrintableIsFoundInItsField(field: String) {
    #expect(content(field, "The ferry sails=20at noon from the=\n new quay.") == Self.text)
  }

  @Test(arguments: ["7bit", "8bit", "binary", "none", "", "7bit (not base64)", "x-other"])
  func otherNamesMeanNoEncoding(field: String) {
    #expect(content(field, "a=3Db") == "a=3Db")
  }

  @Test(arguments: [
    "The ferry sails at noon from the = \nnew quay.",
    "The ferry sails at noon from the =\t \nnew quay.",
    "The ferry sails at noon from the =\r\nnew quay.",
    "The ferry sails at noon from the =\r\r\nnew quay.",
    "The ferry sails at noon from the=20=\nnew quay.=",
    "The ferry sails at noon from the new quay=2e=  ",
    "The ferry sails at noon from the new quay.= \n",
  ])
  func softLineBreaksAreRemoved(body: String) {
    #expect(content("quoted-printable", body) == Self.text)
  }

  @Test(arguments: [
    ("1+1=2", "1+1=2"), ("a = b", "a = b"), ("a ==3D b", "a == b"), ("a=4", "a=4"),
    ("a=G4", "a=G4"),
    ("a=c3=A4", "aä"), ("a=\u{20}b", "a= b"), ("ä=3Dö", "ä=ö"), ("==\nb", "=b"),
  ])
  func anEqualsSignThatEncodesNothingIsKept(body: String, text: String) {
    #expect(content("quoted-printable", body) == text)
  }

  /// The lines are `&86)C    ` and `$86)C9 (x)`: spaces stand for zeros, and checksums may follow.
  @Test(arguments: [
    "&86)C    \n", "&86)C\n", "&86)C\r\n", "&86)C````\n", "&86)C     \n", "&86)C    7\n",
  ])
  func aUUEncodedLineMayLackItsSpaces(line: String) {
    let file = Array("Above\nbegin 644 a\n\(line)$86)C9   \n`\nend\nBelow\n".utf8)
    let decoded = file.withUnsafeBufferPointer {
      PartHeader(type: "text", subtype: "plain", encoding: .uuencode).decode($0)
    }
    #expect(decoded == Array("abc\0\0\0abcd".utf8))
    // In pieces of any length.
    for length in 1..<12 {
      var (decoder, pieces) = (UUDecoder(), [UInt8]())
      for start in stride(from: 0, to: file.count, by: length) {
        file[start...].prefix(length).withUnsafeBufferPointer { pieces += decoder.decode($0) }
      }
      #expect(pieces + decoder.finish() == decoded)
    }
  }

  @Test func signsOutsideOfBase64AreIgnored() {
    let code = Data(Self.text.utf8).base64EncodedString()
    #expect(content("base64", " \(code.prefix(11))*\n\t\(code.dropFirst(11)) !\n") == Self.text)
  }

  @Test func runsOfBase64AreAllDecoded() {
    let runs = ["The ferry sails", " at noon", " from", " the new quay."].map {
      Data($0.utf8).base64EncodedString()
    }
    #expect(runs.contains { $0.hasSuffix("=") })
    for separator in ["", "\n", "\r\n\r\n", " "] {
      #expect(content("base64", runs.joined(separator: separator)) == Self.text)
    }
    #expect(
      content("base64", Data(Self.text.utf8).base64EncodedString().replacing("=", with: ""))
        == Self.text
    )
  }

  @Test(arguments: [TransferEncoding.base64, .quotedPrintable])
  func piecesOfAnyLengthAreDecodedAlike(encoding: TransferEncoding) {
    let body = Array("VGhl=\nIGZlcnJ5=  \nIHNh=3D=\r\naWxz=4=\n=E2=9C=93=".utf8)
    func decoded(by length: Int) -> [UInt8] {
      let decoder = PartDecoder(encoding)
      var output: [UInt8] = []
      for start in stride(from: 0, to: body.count, by: length) {
        body[start..<min(body.count, start + length)].withUnsafeBufferPointer { piece in
          decoder.add(piece) { output += $0 }
        }
      }
      decoder.finish { output += $0 }
      return output
    }
    for length in 1...body.count { #expect(decoded(by: length) == decoded(by: body.count)) }
  }

  @Test func aMultipartInBase64IsDivided() {
    let parts =
      "--b\nContent-Type: text/plain\n\n\(Self.text)\n--b\nContent-Type: application/pdf\n\nx\n--b--\n"
    let mail = readMessage(
      "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n"
        + Data(parts.utf8).base64EncodedString()
    )
    #expect(mail.passages.map(\.text) == [Self.text])
    #expect(mail.attachments.map(\.type) == ["application/pdf"])
  }
}
