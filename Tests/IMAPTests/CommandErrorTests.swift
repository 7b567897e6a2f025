import Testing

@testable import IMAP

/// A value that cannot be encoded in a command is refused.
struct CommandErrorTests {
  @Test(arguments: ["a\rb", "a\nb", "a\0b", "\r\n", "a\r\nb LOGOUT"])
  func noArgumentEndsALine(text: String) {
    let refused: [() throws -> Command] = [
      { try .login(user: text, password: "b") }, { try .login(user: "a", password: text) },
      { try .id([(text, "b")]) }, { try .id([("a", text)]) }, { try .examine(text) },
      { try .status(text, [.messages]) }, { try .list(reference: text) },
      { try .list(pattern: text) }, { try .uidSearch([.header("a", text)]) },
      { try .uidSearch([.or(.all, .header("a", text))]) },
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

  @Test(arguments: ["", "a b", "a(", "a)", "a{1}", "a]", "a\"", "a\r\nb", "é", "a\\", "*", "%"])
  func aNameMustBeAnAtom(name: String) {
    let set = NumberSet(1...1)
    #expect(throws: CommandError.invalidAtom) { try Command.enable(["A", name]) }
    #expect(throws: CommandError.invalidAtom) { try Command.fetch(set, [.headerFields([name])]) }
    #expect(throws: CommandError.invalidAtom) { try Command.uidSearch([.header(name, "a")]) }
    #expect(throws: CommandError.invalidAtom) { try SASLResponse(mechanism: name, bytes: []) }
  }

  @Test func somethingMustBeAskedFor() {
    let set = NumberSet(1...1)
    #expect(throws: CommandError.emptySet) { try Command.fetch(NumberSet(), [.uid]) }
    #expect(throws: CommandError.emptySet) { try Command.uidFetch(NumberSet(), [.uid]) }
    #expect(throws: CommandError.emptySet) { try Command.uidSearch([.uid(NumberSet())]) }
    #expect(throws: CommandError.emptySet) {
      try Command.examine("x", .qresync(uidValidity: 1, modSeq: 1, known: NumberSet()))
    }
    #expect(throws: CommandError.noItems) { try Command.fetch(set, []) }
    #expect(throws: CommandError.noItems) { try Command.fetch(set, [.headerFields([])]) }
    #expect(throws: CommandError.noItems) { try Command.status("x", []) }
    #expect(throws: CommandError.noItems) { try Command.enable([]) }
  }

  @Test(arguments: [0..<0, -1..<5, 5..<5_000_000_000])
  func aRangeOfBytesHasALengthAndThirtyTwoBits(range: Range<Int>) {
    #expect(throws: CommandError.invalidRange) {
      try Command.fetch(NumberSet(1...1), [.section(Section(.text), range: range)])
    }
  }

  @Test(arguments: [
    Section(.headerFields), Section(.mime), Section(part: [0], .whole), Section(part: [-1], .mime),
    Section(part: [1, .max], .whole),
  ])
  func aSectionMustBeOne(section: Section) {
    #expect(throws: CommandError.invalidSection) {
      try Command.fetch(NumberSet(1...1), [.section(section)])
    }
  }
}
