import Testing

@testable import Mail

/// A mail address as a user types it.
struct AccountAddressTests {
  @Test(arguments: [
    ("ann@example.org", "ann", "example.org"),
    ("  Ann.B+c@Example.ORG \n", "Ann.B+c", "example.org"),
    ("ann@bücher.example", "ann", "xn--bcher-kva.example"),
    ("ann@xn--bcher-kva.example", "ann", "xn--bcher-kva.example"),
    ("ann@example.org.", "ann", "example.org"),
    ("ännchen@localhost", "ännchen", "localhost"),
  ])
  func anAddressIsRead(_ typed: String, name: String, domain: String) throws {
    let address = try AccountAddress(typed)
    #expect(address.localPart == name)
    #expect(address.domain == domain)
    #expect(address.text == "\(name)@\(domain)")
  }

  @Test(arguments: [
    ("ann", AccountAddressError.noDomain("ann")), ("", .noDomain("")), ("ann@", .noDomain("ann@")),
    ("@example.org", .noName("@example.org")),
    ("ann b@example.org", .notOnlyAnAddress("ann b@example.org")),
    ("\"ann b\"@example.org", .notOnlyAnAddress("\"ann b\"@example.org")),
    ("Ann <ann@example.org>", .notOnlyAnAddress("Ann <ann@example.org>")),
    ("a@example.org, b@example.org", .notOnlyAnAddress("a@example.org, b@example.org")),
    ("a\r\nb@example.org", .notOnlyAnAddress("a\r\nb@example.org")),
    ("a@b@example.org", .notOnlyAnAddress("a@b@example.org")),
    ("ann@exa mple.org", .badDomain("exa mple.org")), ("ann@a..b", .badDomain("a..b")),
    ("ann@-a.example", .badDomain("-a.example")), ("ann@[127.0.0.1]", .badDomain("[127.0.0.1]")),
    ("ann@127.0.0.1", .badDomain("127.0.0.1")), ("ann@a/b", .badDomain("a/b")),
    ("ann@a?b=c", .badDomain("a?b=c")), ("ann@a:993", .badDomain("a:993")),
  ])
  func whatIsNoneIsRefusedForItsReason(_ typed: String, error: AccountAddressError) {
    #expect(throws: error) { try AccountAddress(typed) }
  }

  @Test func aDomainOfTooManyLettersIsNone() {
    let label = String(repeating: "a", count: 64)
    #expect(throws: AccountAddressError.badDomain(label)) { try AccountAddress("ann@\(label)") }
    let long = Array(repeating: "abcdefg", count: 40).joined(separator: ".")
    #expect(throws: AccountAddressError.badDomain(long)) { try AccountAddress("ann@\(long)") }
  }
}
