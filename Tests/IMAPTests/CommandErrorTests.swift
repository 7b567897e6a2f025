import Testing

@testable import IMAP

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
