import Mail
import Testing
import TidelineProgram

/// Online accounts are read from any properties.
struct OnlineAccountTests {
  private static let mail: [String: BusValue] = [
    "EmailAddress": .text("ann@example.org"), "ImapSupported": .flag(true),
    "ImapHost": .text("imap.example.org"), "ImapUserName": .text("ann"), "ImapUseSsl": .flag(true),
    "ImapUseTls": .flag(false),
  ]
  private static let about: [String: BusValue] = [
    "Id": .text("account_1"), "PresentationIdentity": .text("Ann at sea"),
    "ProviderName": .text("Sea"), "AttentionNeeded": .flag(false), "MailDisabled": .flag(false),
  ]

  private func made(
    _ changes: [String: BusValue] = [:],
    kinds: [String] = ["PasswordBased"]
  ) -> OnlineAccount? {
    var objects: [String: [String: BusValue]] = ["Mail": Self.mail, "Account": Self.about]
    for (name, value) in changes {
      objects[Self.mail[name] == nil ? "Account" : "Mail"]?[name] = value
    }
    for kind in kinds { objects[kind] = [:] }
    let interfaces = objects.map { ("org.gnome.OnlineAccounts.\($0)", $1) }
    return OnlineAccount(path: "/one", Dictionary(uniqueKeysWithValues: interfaces))
  }

  @Test func whatThePropertiesMean() throws {
    let account = try #require(made())
    #expect(account.address == ServerAddress(user: "ann", host: "imap.example.org"))
    #expect(account.kind == .password)
    #expect(!account.needsAttention)
    #expect(["Ann at sea", "ann@example.org", "account_1"].allSatisfy(account.isNamed))
    #expect(!account.isNamed("ann") && !account.isNamed(""))
  }

  @Test func aTokenComesBeforeAPassword() {
    #expect(made(kinds: ["OAuth2Based"])?.kind == .token)
    #expect(made(kinds: ["PasswordBased", "OAuth2Based"])?.kind == .token)
    #expect(made(kinds: ["TicketBased"]) == nil)
  }

  @Test(arguments: [
    ("imap.example.org:1993", "imap.example.org", 1993 as UInt16),
    ("Imap.Example.org", "imap.example.org", 993),
    ("imap.bücher.example", "imap.xn--bcher-kva.example", 993), ("127.0.0.1:993", "127.0.0.1", 993),
  ])
  func aHostMayHaveAPort(_ text: String, host: String, port: UInt16) {
    let address = made(["ImapHost": .text(text)])?.address
    #expect(address == ServerAddress(user: "ann", host: host, port: port))
  }

  @Test func startTLSHasAPortOfItsOwn() {
    let changes: [String: BusValue] = ["ImapUseSsl": .flag(false), "ImapUseTls": .flag(true)]
    let expected = ServerAddress(user: "ann", host: "imap.example.org", security: .startTLS)
    #expect(made(changes)?.address == expected)
    #expect(expected.port == 143)
  }

  @Test(arguments: [
    ["MailDisabled": BusValue.flag(true)], ["ImapSupported": .flag(false)],
    ["ImapUseSsl": .flag(false)], ["ImapUseSsl": .text("true")], ["ImapHost": .other],
    ["ImapHost": .text("")], ["ImapHost": .text("a b")], ["ImapHost": .text("a:")],
    ["ImapHost": .text("a:65536")], ["ImapHost": .text("::1")], ["ImapUserName": .text("a\nb")],
    ["ImapUserName": .other, "EmailAddress": .other],
  ])
  func whatCannotBeUsedIsNone(_ changes: [String: BusValue]) {
    #expect(made(changes) == nil)
  }

  @Test func whatIsMissingHasAStandIn() throws {
    let bare = try #require(
      made(["ImapUserName": .text(""), "PresentationIdentity": .other, "Id": .flag(true)])
    )
    #expect(bare.address.user == "ann@example.org")
    #expect(bare.name == "ann@example.org")
    #expect(bare.id == "/one")
    #expect(OnlineAccount(path: "/", [:]) == nil)
  }
}
