import Testing

@testable import IMAP

struct CapabilitiesTests {
  @Test func namesHaveNoCase() {
    let capabilities = Capabilities(["imap4rev1", "Idle", "LITERAL+", "AUTH=plain", "AUTH=XOAUTH2"])
    #expect(capabilities.has(.idle))
    #expect(capabilities.has("idle"))
    #expect(capabilities.has(.literalPlus))
    #expect(!capabilities.has(.literalMinus))
    #expect(capabilities.has(.authPlain))
    #expect(capabilities.saslMechanisms == ["PLAIN", "XOAUTH2"])
    #expect(!capabilities.isEmpty)
    #expect(Capabilities().isEmpty)
  }

  @Test func orderAndRepetitionDoNotMatter() {
    #expect(Capabilities(["A", "b", "a"]) == Capabilities(["B", "A"]))
  }
}
