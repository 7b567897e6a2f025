import Testing

@testable import IMAP

/// Passwords and tokens are sent, but never shown.
struct SecretTests {
  private static let secret = "tan\"staaf-é"

  private static func commands() throws -> [Command] {
    [
      try .login(user: "tim", password: secret),
      .authenticate(try .plain(user: "tim", password: secret)),
      .authenticate(try .xoauth2(user: "tim", token: secret)),
      .authenticate(try .oauthBearer(user: "tim", host: "h", port: 993, token: secret)),
    ]
  }

  private static func texts(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [dumped, String(describing: value), String(reflecting: value)]
  }

  @Test func areInNoDescription() throws {
    for command in try Self.commands() {
      let texts =
        Self.texts(of: command) + Self.texts(of: [command])
        + Self.texts(of: Optional(command) as Any)
        + [command.logLine(tag: "a1")]
      for text in texts { Self.expectNoSecret(in: text) }
    }
    let response = try SASLResponse.plain(user: "tim", password: Self.secret)
    for text in Self.texts(of: response) { Self.expectNoSecret(in: text) }
  }

  private static func expectNoSecret(in text: String) {
    for secret in ["tan", "staaf", "dGFu", "116", "AHRpbQ", "tim\\0"] {
      #expect(!text.contains(secret), "\(text)")
    }
  }

  @Test func areAllThatTheLogLeavesOut() throws {
    let lines = try Self.commands().map { $0.logLine(tag: "a1") }
    #expect(
      lines == [
        "a1 LOGIN \"tim\" …", "a1 AUTHENTICATE PLAIN …", "a1 AUTHENTICATE XOAUTH2 …",
        "a1 AUTHENTICATE OAUTHBEARER …",
      ]
    )
    let examine = try Command.examine("a", .condstore)
    #expect(examine.logLine(tag: "a1") == "a1 EXAMINE \"a\" (CONDSTORE)")
    #expect(Command.done.logLine(tag: "a1") == "DONE")
  }

  @Test func errorsDoNotHaveThem() {
    // The text of a server that echoes its input.
    let echo = "a1 LOGIN \"tim\" \"\(Self.secret)\"\n"
    do {
      _ = try parse(echo)
      Issue.record("no error")
    } catch {
      Self.expectNoSecret(in: "\(error)")
      Self.expectNoSecret(in: String(reflecting: error))
    }
  }
}
