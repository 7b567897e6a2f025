import Testing

@testable import Mail

/// An account's URL is read and written.
struct ServerAddressTests {
  @Test(arguments: [
    ("imaps://ann@a.example/", "ann", "a.example", 993, ServerAddress.Security.tls),
    ("imaps://ann@a.example", "ann", "a.example", 993, .tls),
    ("IMAPS://ann@A.Example/", "ann", "a.example", 993, .tls),
    ("imap://ann@a.example/", "ann", "a.example", 143, .startTLS),
    ("imaps://ann@a.example:994/", "ann", "a.example", 994, .tls),
    ("imaps://ann%40b.example@a.example/", "ann@b.example", "a.example", 993, .tls),
    ("imaps://a%3Ab%2F%20c@a.example/", "a:b/ c", "a.example", 993, .tls),
    ("imaps://ann@[::1]:993/", "ann", "::1", 993, .tls),
    ("imaps://ann@127.0.0.1/INBOX", "ann", "127.0.0.1", 993, .tls),
  ])
  func aURLIsReadAndWrittenAgain(
    url: String,
    user: String,
    host: String,
    port: UInt16,
    security: ServerAddress.Security
  ) throws {
    let address = try #require(ServerAddress(url: url))
    #expect(address == ServerAddress(user: user, host: host, port: port, security: security))
    #expect(ServerAddress(url: address.url) == address)
  }

  @Test(arguments: [
    "", "Ann", "/mail", "http://ann@a.example/", "imaps://a.example/", "imaps://@a.example/",
    "imaps://ann@/", "imaps://ann@a.example:0/", "imaps://ann@a.example:65536/",
    "imaps://ann:hush@a.example/", "imaps://ann:@a.example/",
  ])
  func anythingElseIsNone(_ url: String) {
    #expect(ServerAddress(url: url) == nil)
  }
}
