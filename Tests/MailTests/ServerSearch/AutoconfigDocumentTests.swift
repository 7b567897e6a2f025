import Testing

@testable import Mail

/// Settings published by a provider, and documents that only look like them.
struct AutoconfigDocumentTests {
  private let ann: AccountAddress

  init() throws { ann = try AccountAddress("ann@example.org") }

  private func document(_ servers: String, head: String = "") -> AutoconfigDocument? {
    read(
      """
      <?xml version="1.0" encoding="UTF-8"?>\(head)
      <clientConfig version="1.1">
        <emailProvider id="example.org">
          <domain>example.org</domain>
          <displayName>Example &amp; Sons</displayName>
          \(servers)
          <outgoingServer type="smtp"><hostname>smtp.example.org</hostname></outgoingServer>
        </emailProvider>
        <webMail><loginPage url="https://example.org/"/></webMail>
      </clientConfig>
      """
    )
  }

  private func read(_ text: String) -> AutoconfigDocument? {
    AutoconfigDocument(Array(text.utf8), for: ann)
  }

  private func server(
    type: String = "imap",
    host: String = "imap.example.org",
    port: String = "993",
    socket: String = "SSL",
    user: String = "%EMAILADDRESS%",
    _ ways: String...
  ) -> String {
    """
    <incomingServer type="\(type)">
      <hostname>\(host)</hostname><port>\(port)</port>
      <socketType>\(socket)</socketType>
      <username>\(user)</username>
      \(ways.map { "<authentication>\($0)</authentication>" }.joined())
    </incomingServer>
    """
  }

  @Test func theFirstServerThatCanBeUsedIsTheBest() throws {
    let found = try #require(
      document(
        server(type: "pop3") + server(host: "plain.example.org", port: "143", socket: "plain")
          + server(port: "143", socket: "STARTTLS", "password-encrypted")
          + server(host: "second.example.org")
      )
    )
    let expected = ServerAddress(
      user: "ann@example.org",
      host: "imap.example.org",
      security: .startTLS
    )
    #expect(found.best == .init(address: expected, takesPassword: true))
    #expect(found.servers.count == 2)
  }

  @Test(arguments: [
    ("%EMAILADDRESS%", "ann@example.org"), ("%EMAILLOCALPART%", "ann"),
    ("%EMAILDOMAIN%\\%EMAILLOCALPART%", "example.org\\ann"), ("shared", "shared"),
  ])
  func placeholdersAreFilled(_ user: String, expected: String) {
    let found = document(server(host: "imap.%EMAILDOMAIN%", user: user))?.best?.address
    #expect(found == ServerAddress(user: expected, host: "imap.example.org"))
  }

  @Test func whatTakesNoPasswordComesLast() {
    let modern = server(host: "oauth.example.org", "OAuth2")
    #expect(document(modern)?.best?.takesPassword == false)
    #expect(
      document(modern + server("password-cleartext"))?.best?.address.host == "imap.example.org"
    )
    #expect(document(server("OAuth2", "password-cleartext"))?.best?.takesPassword == true)
  }

  @Test(arguments: [
    ("", "993", "SSL", "ann"), ("imap example", "993", "SSL", "ann"),
    ("-.example", "993", "SSL", "ann"), ("imap.example.org", "0", "SSL", "ann"),
    ("imap.example.org", "65536", "SSL", "ann"), ("imap.example.org", "", "SSL", "ann"),
    ("imap.example.org", "993", "", "ann"), ("imap.example.org", "993", "plain", "ann"),
    ("imap.example.org", "993", "SSL", ""), ("imap.example.org", "993", "SSL", "a&#10;b"),
    ("evil.example/imap.example.org", "993", "SSL", "ann"),
  ])
  func aServerThatCannotBeUsedIsLeftOut(
    _ host: String,
    port: String,
    socket: String,
    user: String
  ) {
    #expect(document(server(host: host, port: port, socket: socket, user: user))?.servers == [])
  }

  @Test func whatIsNotWellFormedGivesNothing() {
    for text in ["", "<", "<html><p>Not found</html>", "<a>\u{0}</a>", "{}", "<a></b>", "<a>"] {
      #expect(read(text) == nil, "\(text)")
    }
    #expect(AutoconfigDocument([0xFF, 0xFE] + Array("<a/>".utf8), for: ann) == nil)
    #expect(read("<html/>")?.servers == [])
    // A document that is cut off after a complete server.
    let whole = "<clientConfig><emailProvider>" + server()
    #expect(read(whole) == nil)
  }

  @Test func entitiesAreNotExpanded() {
    let laughs = """
      <!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY file SYSTEM "file:///etc/passwd">
      <!ENTITY lots "&lol;&lol;&lol;&lol;&lol;&lol;">]>
      """
    #expect(document(server(host: "&lots;.example.org"), head: laughs) == nil)
    #expect(document(server(user: "&file;"), head: laughs) == nil)
  }

  @Test func whatIsTooLongOrTooDeepGivesNothing() {
    let padding = String(repeating: " ", count: 64 << 10)
    #expect(document(server() + padding) == nil)
    let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
    #expect(document(server() + deep) == nil)
    #expect(document(server() + "<a><b><c/></b></a>")?.servers.count == 1)
  }

  @Test func serversElsewhereInTheTreeDoNotCount() {
    #expect(read("<incomingServer>\(server())</incomingServer>")?.servers == [])
    #expect(document("<note>\(server())</note>")?.servers == [])
    // Elements nested deeper within a server are not its fields.
    let nested = server().replacing(
      "<hostname>",
      with: "<x><hostname>evil.example</hostname></x><hostname>"
    )
    #expect(document(nested)?.best?.address.host == "imap.example.org")
  }
}
