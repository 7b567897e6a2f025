import Testing

@testable import IMAP

/// The bytes of each command.
struct CommandTests {
  /// The sent text, with `|` where the client waits for the server.
  private static func sent(_ command: Command, _ capabilities: Capabilities.Name...) -> String {
    let known = Capabilities(capabilities.map(\.rawValue))
    return command.encoded(tag: "a1", capabilities: known)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
  }

  @Test(arguments: [
    (Command.capability, "a1 CAPABILITY\r\n"), (.noop, "a1 NOOP\r\n"),
    (.startTLS, "a1 STARTTLS\r\n"), (.idle, "a1 IDLE\r\n"), (.done, "DONE\r\n"),
    (.emptyResponse, "\r\n"), (.enable(.qresync), "a1 ENABLE QRESYNC\r\n"),
  ])
  func aPlainCommandIsItsName(command: Command, sent: String) {
    #expect(Self.sent(command) == sent)
  }

  @Test func aSessionIsAskedFor() throws {
    #expect(Self.sent(try .id(name: "a \"b\"")) == "a1 ID (\"name\" \"a \\\"b\\\"\")\r\n")
    #expect(
      Self.sent(try .login(user: "a", password: "b\\c")) == "a1 LOGIN \"a\" \"b\\\\c\"\r\n"
    )
  }

  @Test func aLogInTakesATurnWithoutSASLIR() throws {
    let plain = Command.authenticate(try .plain(user: "tim", password: "tanstaaftanstaaf"))
    let encoded = "AHRpbQB0YW5zdGFhZnRhbnN0YWFm"
    #expect(Self.sent(plain, .saslIR) == "a1 AUTHENTICATE PLAIN \(encoded)\r\n")
    #expect(Self.sent(plain) == "a1 AUTHENTICATE PLAIN\r\n|\(encoded)\r\n")
  }

  @Test func literalsWaitWhereTheyMust() throws {
    let command = try Command.login(user: "é", password: "ü")
    #expect(Self.sent(command) == "a1 LOGIN {2}\r\n|é {2}\r\n|ü\r\n")
    #expect(Self.sent(command, .literalPlus) == "a1 LOGIN {2+}\r\né {2+}\r\nü\r\n")
    #expect(Self.sent(command, .literalMinus) == "a1 LOGIN {2+}\r\né {2+}\r\nü\r\n")
    let short = try Command.examine(String(repeating: "é", count: 2048))
    #expect(Self.sent(short, .literalMinus).hasPrefix("a1 EXAMINE {4096+}\r\né"))
    let long = try Command.examine(String(repeating: "é", count: 2048) + "x")
    #expect(Self.sent(long, .literalMinus).hasPrefix("a1 EXAMINE {4097}\r\n|é"))
    #expect(Self.sent(long, .literalPlus).hasPrefix("a1 EXAMINE {4097+}\r\né"))
    #expect(Self.sent(try .examine("a\tb")) == "a1 EXAMINE {3}\r\n|a\tb\r\n")
  }

  @Test func mailboxesAreListedAndOpened() throws {
    #expect(Self.sent(.list()) == "a1 LIST \"\" \"*\"\r\n")
    #expect(Self.sent(.list(specialUse: true)) == "a1 LIST \"\" \"*\" RETURN (SPECIAL-USE)\r\n")
    let all: [Command.StatusItem] = [.messages, .uidNext, .uidValidity, .unseen, .highestModSeq]
    let items = "(MESSAGES UIDNEXT UIDVALIDITY UNSEEN HIGHESTMODSEQ)"
    #expect(
      Self.sent(.list(specialUse: true, status: all))
        == "a1 LIST \"\" \"*\" RETURN (SPECIAL-USE STATUS \(items))\r\n"
    )
    #expect(
      Self.sent(try .status("Entw&APw-rfe", all)) == "a1 STATUS \"Entw&APw-rfe\" \(items)\r\n"
    )
    #expect(Self.sent(try .examine("a \"b\"")) == "a1 EXAMINE \"a \\\"b\\\"\"\r\n")
    #expect(Self.sent(try .examine("x", .condstore)) == "a1 EXAMINE \"x\" (CONDSTORE)\r\n")
    let known = Command.ExamineOption.qresync(uidValidity: 7, modSeq: 9, known: NumberSet(3...5))
    #expect(Self.sent(try .examine("x", known)) == "a1 EXAMINE \"x\" (QRESYNC (7 9 3:5))\r\n")
  }

  @Test func messagesAreFetchedWithoutMarkingThemAsRead() throws {
    let items: [FetchItem] = [
      .uid, .flags, .internalDate, .size, .bodyStructure, .headerFields(["DATE", "X-A"]),
      .section(Section(.whole)), .section(Section(.header)),
      .section(Section(part: [1, 2], .mime)),
      .section(Section(part: [1], .whole)), .section(Section(part: [3], .header)),
      .section(Section(.text), range: 0..<4096),
    ]
    #expect(
      Self.sent(try .fetch(NumberSet([9, 3, 4]), items))
        == "a1 FETCH 3:4,9 (UID FLAGS INTERNALDATE "
        + "RFC822.SIZE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (DATE X-A)] BODY.PEEK[] "
        + "BODY.PEEK[HEADER] BODY.PEEK[1.2.MIME] BODY.PEEK[1] BODY.PEEK[3.HEADER] "
        + "BODY.PEEK[TEXT]<0.4096>)\r\n"
    )
    #expect(Self.sent(try .uidFetch(NumberSet(from: 8), [.uid])) == "a1 UID FETCH 8:* (UID)\r\n")
    #expect(
      Self.sent(try .uidFetch(NumberSet([8]), [.flags], changedSince: 5))
        == "a1 UID FETCH 8 (FLAGS) (CHANGEDSINCE 5)\r\n"
    )
  }

  @Test func messagesAreSearchedFor() throws {
    #expect(Self.sent(try .uidSearch([])) == "a1 UID SEARCH ALL\r\n")
    let criteria: [SearchCriterion] = [
      .uid(NumberSet(1...9)), .since(1_769_904_000), .before(1_770_508_799),
    ]
    #expect(
      Self.sent(try .uidSearch(criteria, returning: [.all, .min]))
        == "a1 UID SEARCH RETURN (ALL MIN) UID 1:9 SINCE 1-Feb-2026 BEFORE 7-Feb-2026\r\n"
    )
    #expect(
      Self.sent(try .search([.uid(NumberSet(3...9))], returning: [.min]))
        == "a1 SEARCH RETURN (MIN) UID 3:9\r\n"
    )
  }

  @Test(
    arguments: [
      (0, "1-Jan-1970"), (-1, "31-Dec-1969"), (951_782_400, "29-Feb-2000"),
      (4_107_542_400, "1-Mar-2100"), (-62_135_596_800, "1-Jan-0001"), (.min, "1-Jan-0001"),
      (.max, "31-Dec-9999"),
    ] as [(Int64, String)]
  )
  func aDayIsThatOfUTC(seconds: Int64, day: String) {
    #expect(InternalDate.day(seconds) == day)
  }

  @Test func eachDayIsReadAsItIsWritten() {
    for day in stride(from: Int64(-62_135_596_800), to: 253_402_300_800, by: 86_400 * 31 + 3600) {
      let start = (day + 62_135_596_800) / 86_400 * 86_400 - 62_135_596_800
      #expect(InternalDate.seconds("\(InternalDate.day(day)) 00:00:00 +0000") == start)
    }
  }
}

struct SASLTests {
  private static func text(_ response: SASLResponse) -> String {
    String(decoding: response.bytes, as: UTF8.self)
  }

  @Test func eachMechanismHasItsForm() throws {
    let plain = try SASLResponse.plain(user: "tim", password: "pass")
    #expect(plain.mechanism == "PLAIN")
    #expect(Self.text(plain) == "\0tim\0pass")
    let xoauth2 = try SASLResponse.xoauth2(user: "a@b.example", token: "t0k.en=")
    #expect(xoauth2.mechanism == "XOAUTH2")
    #expect(Self.text(xoauth2) == "user=a@b.example\u{1}auth=Bearer t0k.en=\u{1}\u{1}")
    let bearer = try SASLResponse.oauthBearer(user: "a,b=c", host: "h", port: 993, token: "t")
    #expect(bearer.mechanism == "OAUTHBEARER")
    #expect(
      Self.text(bearer)
        == "n,a=a=2Cb=3Dc,\u{1}host=h\u{1}port=993\u{1}auth=Bearer t\u{1}\u{1}"
    )
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{7FF}\u{7FF}?>", "37/fvz8+"),
  ])
  func base64IsThatOfItsStandard(text: String, encoded: String) {
    #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == encoded)
  }
}

/// A value that cannot be encoded in a command is refused.
struct CommandErrorTests {
  @Test(arguments: ["a\rb", "a\nb", "a\0b", "\r\n", "a\r\nb LOGOUT"])
  func noArgumentEndsALine(text: String) {
    let refused: [() throws -> Command] = [
      { try .login(user: text, password: "b") }, { try .login(user: "a", password: text) },
      { try .id(name: text) }, { try .examine(text) }, { try .status(text, [.messages]) },
      { .authenticate(try .plain(user: text, password: "b")) },
      { .authenticate(try .plain(user: "a", password: text)) },
      { .authenticate(try .xoauth2(user: text, token: "b")) },
      { .authenticate(try .xoauth2(user: "a", token: text)) },
      { .authenticate(try .oauthBearer(user: text, host: "b", port: 1, token: "c")) },
      { .authenticate(try .oauthBearer(user: "a", host: text, port: 1, token: "c")) },
      { .authenticate(try .oauthBearer(user: "a", host: "b", port: 1, token: text)) },
    ]
    for command in refused { #expect(throws: CommandError.controlCharacter) { try command() } }
  }

  @Test func somethingMustBeAskedFor() {
    #expect(throws: CommandError.emptySet) { try Command.fetch(NumberSet(), [.uid]) }
    #expect(throws: CommandError.emptySet) { try Command.uidFetch(NumberSet(), [.uid]) }
    #expect(throws: CommandError.emptySet) { try Command.uidSearch([.uid(NumberSet())]) }
    #expect(throws: CommandError.emptySet) {
      try Command.examine("x", .qresync(uidValidity: 1, modSeq: 1, known: NumberSet()))
    }
  }
}
