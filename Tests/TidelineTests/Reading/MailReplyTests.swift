import Testing

@testable import Mail
@testable import MailText
@testable import Tideline

/// The URL that starts a reply in the mail program: as in RFC 6068, without text that could be
/// taken for further fields.
struct MailReplyTests {
  private func message(
    from: [String] = ["ann@a.example"],
    replyTo: [String] = [],
    to: [String] = [],
    cc: [String] = [],
    subject: String = "Tides",
    id: String? = nil
  ) -> ReadMessage {
    func list(_ addresses: [String]) -> AddressList {
      var list = AddressList()
      list.addresses = addresses.map { MailAddress(name: "Some Name", address: $0) }
      return list
    }
    var message = ReadMessage()
    (message.from, message.replyTo) = (list(from), list(replyTo))
    (message.to, message.cc) = (list(to), list(cc))
    (message.subject, message.messageID) = (subject, id)
    return message
  }

  private func reply(
    _ message: ReadMessage,
    own: String? = nil,
    _ scope: MailReply.Scope = .sender
  ) -> String? {
    MailReply(to: message, from: Set([own].compactMap { $0?.lowercased() }), scope)?.address
  }

  @Test func theWriterSubjectAndIdAreHandedOver() {
    #expect(
      reply(message(id: "a.1@x.example"))
        == "mailto:ann@a.example?subject=Re%3A%20Tides&in-reply-to=%3Ca.1@x.example%3E"
    )
  }

  @Test func theOthersGetCopies() {
    let everyone = message(
      to: ["me@a.example", "bob@b.example", "BOB@b.example"],
      cc: ["cy@c.example", "ann@a.example"]
    )
    #expect(
      reply(everyone, own: "Me@A.example", .all)
        == "mailto:ann@a.example?cc=bob@b.example,cy@c.example&subject=Re%3A%20Tides"
    )
  }

  @Test func anAnswerToTheSenderIsForNobodyElse() {
    let everyone = message(to: ["me@a.example", "bob@b.example"], cc: ["cy@c.example"])
    #expect(reply(everyone) == "mailto:ann@a.example?subject=Re%3A%20Tides")
    #expect(reply(message(to: ["me@a.example"]), own: "me@a.example", .all) == nil)
  }

  @Test func onesOwnMessageIsAnsweredToThoseWhoGotIt() {
    let sent = message(from: ["me@a.example"], to: ["bob@b.example"], cc: ["cy@c.example"])
    #expect(reply(sent, own: "Me@a.example") == "mailto:bob@b.example?subject=Re%3A%20Tides")
    #expect(
      reply(sent, own: "Me@a.example", .all)
        == "mailto:bob@b.example?cc=cy@c.example&subject=Re%3A%20Tides"
    )
    // A message to oneself has no other recipients.
    let note = message(from: ["me@a.example"], to: ["me@a.example"])
    #expect(reply(note, own: "me@a.example") == "mailto:me@a.example?subject=Re%3A%20Tides")
  }

  @Test func anAnswerGoesWhereItIsAskedFor() {
    #expect(
      reply(message(replyTo: ["list@l.example"])) == "mailto:list@l.example?subject=Re%3A%20Tides"
    )
  }

  @Test(arguments: [
    ("Re: Tides", "Re%3A%20Tides"), ("RE: Tides", "RE%3A%20Tides"), ("", "Re%3A%20"),
    ("a&b=c?d#e%f", "Re%3A%20a%26b%3Dc%3Fd%23e%25f"), ("Fähre", "Re%3A%20F%C3%A4hre"),
  ])
  func aSubjectStaysOne(subject: String, encoded: String) {
    #expect(
      reply(message(subject: subject)) == "mailto:ann@a.example?subject=\(encoded)"
    )
  }

  @Test(arguments: [
    "", "nobody", "@", "a@", "@b", "a@b@c", "a b@c.example", "a@b.example,c@d.example",
    "a@b.example\n", "a@b.example\u{202E}", "<a@b.example>", "\"a\"@b.example",
  ])
  func whatIsNoAddressIsLeftOut(address: String) {
    #expect(reply(message(from: [address])) == nil)
    #expect(
      reply(message(to: ["bob@b.example"], cc: [address]), .all)
        == "mailto:ann@a.example?cc=bob@b.example&subject=Re%3A%20Tides"
    )
  }

  @Test(arguments: ["a b@x", "a>@x", "a\u{0}@x", "a,b@x"])
  func anIdThatIsNoneIsLeftOut(id: String) {
    #expect(reply(message(id: id)) == "mailto:ann@a.example?subject=Re%3A%20Tides")
  }

  @Test func aLinkStaysShort() throws {
    let many = (0..<100).map { "\($0)@example.org" }
    let link = try #require(reply(message(to: many), .all))
    #expect(link.matches(of: /@example\.org/).count == 50)
  }
}
