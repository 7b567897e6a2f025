import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Ids as encoded words, which some servers write if a line is too long for them.
struct EncodedIdentifierTests {
  private static let long =
    "a-rather-long-identifier-0123456789-0123456789-0123456789-0123456789@harbour.example"
  private static let forms: [@Sendable (ArraySlice<UInt8>) -> String] = [
    { "=?utf-8?B?\(Data($0).base64EncodedString())?=" },
    { "=?us-ascii?q?\($0.map(quoted).joined())?=" },
  ]

  private static func quoted(_ byte: UInt8) -> String {
    let isPlain = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    return isPlain ? String(UnicodeScalar(byte)) : String(format: "=%02X", byte)
  }

  /// Texts as encoded words of at most this many bytes, one on each line.
  private func words(
    _ text: String,
    _ length: Int,
    _ form: (ArraySlice<UInt8>) -> String
  ) -> String {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: length).map {
      form(bytes[$0..<min(bytes.count, $0 + length)])
    }.joined(separator: "\n ")
  }

  @Test func idsInEncodedWordsAreThoseThatTheyStandFor() {
    for form in Self.forms {
      for length in [20, 45, 200] {
        let id = words("<\(Self.long)>", length, form)
        let head = parse("Message-ID: \(id)\nIn-Reply-To: \(id)\nReferences: <a@x>\n\(id)\n\n")
        #expect(head.messageID == Self.long)
        let answer = parse("Message-ID: <b@x>\nIn-Reply-To: \(id)\n\n")
        #expect(answer.references == [Self.long])
        let all = words("<a@x> <\(Self.long)> <c@x>", length, form)
        #expect(parse("References: \(all)\n\n").references == ["a@x", Self.long, "c@x"])
        let mixed = parse("References: <0@x>\n \(id)\n <c@x>\n\n")
        #expect(mixed.references == ["0@x", Self.long, "c@x"])
      }
    }
  }

  @Test func eachIDMayBeAWordOfItsOwn() {
    for form in Self.forms {
      let each = ["<a@x>", "<b@x>", "<c@x>"].map { form(Array($0.utf8)[...]) }
      for separator in [" ", "\n\t"] {
        let head = parse("References: \(each.joined(separator: separator))\n\n")
        #expect(head.references == ["a@x", "b@x", "c@x"])
      }
    }
  }

  @Test func anAnswerThatNamesItsParentInWordsIsInItsConversation() async throws {
    let maildir = try MaildirFixture()
    let id = words("<\(Self.long)>", 40, Self.forms[1])
    try maildir.add(message(Self.long), as: "cur/1:2,S")
    try maildir.add(message("b@x", extra: "In-Reply-To: \(id)\n"), as: "cur/2:2,S")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.groups() == [[Self.long, "b@x"]])
  }

  @Test(arguments: ["<=?@x>", "<a=?b?=c@x>", "<=?utf-8?X?abc?=@x>", "<=?utf-8?B?@x>"])
  func whatIsNoWordIsLeftAsItIs(id: String) {
    #expect(parse("Message-ID: \(id)\n\n").messageID == String(id.dropFirst().dropLast()))
  }

  @Test func aReadMessageHasTheSameID() {
    let id = words("<\(Self.long)>", 30, Self.forms[0])
    let bytes = Array("Message-ID: \(id)\nSubject: x\n\n".utf8)
    let found = FoundMessage(bytes: bytes, isCut: false, path: "", received: 0)
    #expect(MessageReader.read(found, now: 1_700_000_000).messageID == Self.long)
  }

  @Test(arguments: [
    ("a@x", ["a@x"]), ("a@x b@x", ["a@x", "b@x"]), ("a@x,\n b@x", ["a@x", "b@x"]),
    ("a@x (of Monday)", ["a@x"]), ("\"a@x\"", ["a@x"]), ("a@x\n\tb@x;", ["a@x", "b@x"]),
    ("Ann's letter from ann@a.example", []), ("yesterday", []), ("@x a@", []),
    ("b@x <a@x>", ["a@x"]),
  ])
  func idsWithoutBracketsStandAlone(field: String, ids: [String]) {
    #expect(parse("Message-ID: <c@x>\nReferences: \(field)\n\n").references == ids)
    #expect(
      parse("Message-ID: <c@x>\nIn-Reply-To: \(field)\n\n").references == Array(ids.suffix(1))
    )
  }

  @Test(arguments: [
    "<0123456789\n abcdef@quay.example>", "<0123456789abcdef@\r\n\tquay.example>",
    "<0123456789abcdef@quay.\n example>", "< 0123456789abcdef@quay.example >",
    "<\n 0123456789abcdef@quay.example>", "<0123456789abcdef @ quay.example>",
    "<0123456789abcdef@quay.exam\n ple>", "0123456789abcdef@quay.example",
  ])
  func whiteSpaceIsNoPartOfAnID(id: String) {
    let whole = "0123456789abcdef@quay.example"
    #expect(parse("Message-ID: \(id)\n\n").messageID == whole)
    #expect(parse("In-Reply-To: \(id)\n\n").references == [whole])
    #expect(
      parse("References: <a@x> \(id) <b@x>\n\n").references.contains(whole) == id.contains("<")
    )
  }
}
