import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// A name and its address in one encoded word, as careless programs write them.
struct EncodedAddressTests {
  private func base64(_ text: String) -> String {
    "=?utf-8?b?\(Data(text.utf8).base64EncodedString())?="
  }

  private func read(_ header: String) -> ReadMessage {
    let bytes = Array("\(header)\nSubject: x\n\n".utf8)
    let found = FoundMessage(bytes: bytes, isCut: false, path: "", received: 0)
    return MessageReader.read(found, now: 1_700_000_000)
  }

  @Test(arguments: [
    ("刘滨 <liu@quill.example>", "刘滨", "liu@quill.example"),
    ("\"刘滨\" <liu@quill.example>", "刘滨", "liu@quill.example"),
    ("刘滨<liu@quill.example>", "刘滨", "liu@quill.example"),
    ("Jörg, Büro <buero@quill.example>", "Jörg, Büro", "buero@quill.example"),
    ("Jörg (Büro) <buero@quill.example>", "Jörg (Büro)", "buero@quill.example"),
    ("liu@quill.example", "", "liu@quill.example"),
    ("<liu@quill.example>", "", "liu@quill.example"),
  ])
  func aWordMayHoldTheAddressToo(text: String, name: String, address: String) {
    let quoted = text.utf8.map { String(format: "=%02X", $0) }.joined()
    let halves = [text.prefix(3), text.dropFirst(3)].map { base64(String($0)) }
    for field in [base64(text), "=?UTF-8?Q?\(quoted)?=", halves.joined(separator: "\n ")] {
      let message = read("From: \(field)\nTo: \(field)")
      #expect(message.from.addresses == [MailAddress(name: name, address: address)])
      #expect(message.to.addresses == [MailAddress(name: name, address: address)])
      #expect(parse("From: \(field)\n\n").senders == [name.isEmpty ? address : name])
    }
  }

  @Test func theAddressMayBeAWordOfItsOwn() {
    let message = read("From: \(base64("Jörg")) \(base64("<joerg@quill.example>"))")
    #expect(message.from.addresses == [MailAddress(name: "Jörg", address: "joerg@quill.example")])
  }

  @Test func theAddressMayBeAWordInItsBrackets() {
    let message = read("From: \(base64("Jörg")) <\(base64("joerg@quill.example"))>")
    #expect(message.from.addresses == [MailAddress(name: "Jörg", address: "joerg@quill.example")])
    let odd = read("From: Ann <\(base64("a b"))>")
    #expect(odd.from.addresses.map(\.name) == ["Ann"])
  }

  @Test func aWordWithAnAddressMayStandInQuotes() {
    let message = read("From: \"\(base64("Jörg <joerg@quill.example>"))\"")
    #expect(message.from.addresses == [MailAddress(name: "Jörg", address: "joerg@quill.example")])
  }

  @Test func aNameThatLooksLikeAnAddressIsNoneWhereOneStandsBesideIt() {
    let field = "\(base64("Bank <info@bank.example>")) <evil@evil.example>"
    let message = read("From: \(field)")
    #expect(message.from.addresses.map(\.address) == ["evil@evil.example"])
    #expect(parse("From: \(field)\n\n").senders.first?.contains("evil@evil.example") == true)
  }

  @Test(arguments: ["刘滨", "A < B", "me @ home", "<>"])
  func aWordWithoutAnAddressIsAName(text: String) {
    let message = read("From: \(base64(text))")
    #expect(message.from.addresses.map(\.address).allSatisfy { $0.isEmpty || $0.contains("@") })
    #expect(message.from.text.contains(text.first.map(String.init) ?? ""))
  }
}
