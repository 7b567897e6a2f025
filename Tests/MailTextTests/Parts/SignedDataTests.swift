import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Opaque S/MIME: the signed content is read as the message's own, and the file stays attached.
struct SignedDataTests {
  private static let entity =
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe pump is mended.\r\n"
    + "--b\r\nContent-Type: text/x; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nABC\r\n"
    + "--b--\r\n"

  /// Written by `openssl cms -sign -nodetach -nocerts -noattr`, with the entity above.
  private static let opensslData =
    "MIIBbAYJKoZIhvcNAQcCoIIBXTCCAVkCAQExDTALBglghkgBZQMEAgEwgbAGCSqGSIb3DQEHAaCBogSBn0NvbnRl"
    + "bnQtVHlwZTogbXVsdGlwYXJ0L21peGVkOyBib3VuZGFyeT1iDQoNCi0tYg0KDQpUaGUgcHVtcCBpcyBtZW5kZWQu"
    + "DQotLWINCkNvbnRlbnQtVHlwZTogdGV4dC94OyBuYW1lPWEudHh0DQpDb250ZW50LURpc3Bvc2l0aW9uOiBhdHRh"
    + "Y2htZW50DQoNCkFCQw0KLS1iLS0NCjGBkTCBjgIBATAmMA4xDDAKBgNVBAMMA0FubgIUdotw5Xsko9yiu4ZXcHjQ"
    + "fhib5m8wCwYJYIZIAWUDBAIBMAoGCCqGSM49BAMCBEgwRgIhAIuS+97q5HdC7IJoUjN/9kcsTw4/slaKxxOshPsy"
    + "hHbWAiEAxlkFdEb0gl3A+7F9U0G5VAI0Yma8KfzfNnWh1+ekQeU="

  private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    precondition(content.count < 0x8000)
    let length = [UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
    return [tag, 0x82] + length + content
  }

  private func open(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x80] + content + [0, 0]
  }

  private func identifier(_ last: UInt8) -> [UInt8] {
    [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, last]
  }

  /// Signed data whose lengths are unknown in advance, around a string of octets.
  private func data(_ octets: [UInt8]) -> [UInt8] {
    let digests = open(0x31, open(0x30, [6, 1, 0x2A, 5, 0]))
    let content = open(0x30, identifier(1) + open(0xA0, octets))
    return open(0x30, identifier(2) + open(0xA0, open(0x30, [2, 1, 1] + digests + content)))
  }

  /// The text in pieces of some bytes.
  private func pieces(_ text: String, of length: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: length).flatMap {
      element(4, Array(bytes[$0...].prefix(length)))
    }
  }

  private func message(_ data: [UInt8], _ parameter: String = "smime-type=signed-data") -> String {
    "Subject: x\nContent-Type: application/x-pkcs7-mime; \(parameter); name=smime.p7m\n"
      + "Content-Transfer-Encoding: base64\n\n"
      + Data(data).base64EncodedString(options: .lineLength76Characters) + "\n"
  }

  private func expectContent(_ message: String, _ note: String = "") {
    let read = readMessage(message)
    #expect(lines(read.passages) == ["written: The pump is mended."], "\(note)")
    #expect(read.attachments.map(\.name) == ["a.txt", "smime.p7m"], "\(note)")
    #expect(read.remarks == [.signed], "\(note)")
    #expect(parse(message).snippet == "The pump is mended.", "\(note)")
  }

  @Test func theContentOfSignedDataIsRead() throws {
    let whole = try Array(#require(Data(base64Encoded: Self.opensslData)))
    let bytes = element(4, Array(Self.entity.utf8))
    let twice = element(0x24, element(0x24, bytes))
    for data in [whole, data(bytes), data(twice)] {
      for parameter in ["smime-type=signed-data", "x=y"] {
        expectContent(message(data, parameter))
      }
    }
    for length in [1, 2, 7, 1_000] {
      let pieces = pieces(Self.entity, of: length)
      expectContent(message(data(open(0x24, pieces))), "\(length)")
      expectContent(message(data(element(0x24, pieces))), "\(length)")
    }
  }

  @Test func theFilesOfTheContentCanBeOpened() throws {
    let message = message(data(element(4, Array(Self.entity.utf8))))
    let part = try #require(readMessage(message).attachments.first?.part)
    let found = FoundMessage(bytes: Array(message.utf8), isCut: false, path: "", received: 0)
    #expect(try found.content(of: part) == Array("ABC".utf8))
  }

  @Test(arguments: ["Just words.\r\nMore: words.\r\n", "\r\nJust words.\r\nMore: words.\r\n"])
  func aTextThatIsSignedWithoutAHeaderIsRead(text: String) {
    let read = readMessage(message(data(element(4, Array(text.utf8)))))
    #expect(lines(read.passages) == ["written: Just words./More: words."])
  }

  @Test func signedDataInSignedDataIsRead() {
    let inner = message(data(element(4, Array(Self.entity.utf8))))
    let read = readMessage(message(data(element(4, Array(inner.utf8)))))
    #expect(lines(read.passages) == ["written: The pump is mended."])
    #expect(read.attachments.map(\.name) == ["a.txt", "smime.p7m", "smime.p7m"])
  }

  @Test func whatIsNotSignedDataStaysAFile() {
    let bytes = element(4, Array(Self.entity.utf8))
    let deep = (0..<20).reduce(bytes) { octets, _ in element(0x24, octets) }
    for data in [[], bytes, data([]), data(element(2, bytes)), data(deep)] {
      let read = readMessage(message(data))
      #expect(read.passages == [] && read.attachments.map(\.name) == ["smime.p7m"])
      #expect(readMessage(message(data, "x=y")).remarks == [.encrypted])
    }
  }

  @Test func cutDataLosesNeitherTheFileNorTheTextSoFar() {
    let data = data(open(0x24, pieces(Self.entity, of: 50)))
    var longest = 0
    for count in data.indices {
      let read = readMessage(message(Array(data[..<count])))
      #expect(read.attachments.last?.name == "smime.p7m")
      #expect(read.remarks.contains(.signed) && !read.remarks.contains(.encrypted))
      // The header of the content is text, too, until it is whole.
      let text = read.passages.first?.text ?? ""
      let length = text.commonPrefix(with: "The pump is mended.").count
      #expect(length >= longest)
      longest = length
    }
    let text = Array(message(data).utf8)
    let header = text.firstRange(of: Array("\n\n".utf8))?.upperBound ?? 0
    for count in header...text.count {
      #expect(readMessage(Array(text[..<count])).attachments.last?.name == "smime.p7m")
    }
  }

  @Test func randomDataEnds() {
    var random = SystemRandomNumberGenerator()
    let bytes = data(open(0x24, pieces(Self.entity, of: 20)))
    for _ in 0..<2_000 {
      var data = bytes
      for _ in 0..<3 { data[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255) }
      #expect(readMessage(message(data)).attachments.last?.name == "smime.p7m")
    }
  }
}
