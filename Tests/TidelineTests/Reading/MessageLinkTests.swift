import Testing

@testable import Tideline

/// The URL that asks a mail program for a message: RFC 2392.
struct MessageLinkTests {
  @Test func theIdIsEncodedAsAPartOfAnAddress() {
    #expect(MessageLink("a.1@x.example")?.address == "mid:a.1@x.example")
    #expect(MessageLink("a%b/c?d#e+f@[x]")?.address == "mid:a%25b%2Fc%3Fd%23e%2Bf@%5Bx%5D")
  }

  @Test(arguments: [nil, "", "a b@x", "a\nb@x", "<a@x>", "a\u{202E}@x"])
  func whatIsNoIdIsNoLink(id: String?) {
    #expect(MessageLink(id) == nil)
  }
}
