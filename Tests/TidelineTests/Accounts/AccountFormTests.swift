import Mail
import Testing
import TidelineProgram

@testable import Tideline

/// The meaning of the texts typed to add an account.
struct AccountFormTests {
  private let typed = AccountForm(address: " ann@tide.example ", password: "x")

  @Test func bothAddressAndPasswordAreNeeded() {
    #expect(!AccountForm().isComplete)
    #expect(!AccountForm(address: "a@b.example").isComplete)
    #expect(!AccountForm(password: "x").isComplete)
    #expect(typed.isComplete)
  }

  @Test func withoutAServerItIsLookedFor() throws {
    #expect(try typed.request().server == .of(AccountAddress("ann@tide.example")))
    #expect(throws: AccountAddressError.noDomain("ann")) {
      try AccountForm(address: "ann").request()
    }
  }

  @Test func theNameIsTheAddressUnlessOneIsTyped() throws {
    var form = typed
    for (name, expected) in [("", nil), ("  ", nil), (" Work ", "Work")] {
      form.name = name
      #expect(try form.request().name == expected)
    }
  }

  @Test(arguments: [
    ("imap.tide.example", "", "imap.tide.example", 993 as UInt16),
    (" Imap.Tide.Example ", " 1993 ", "imap.tide.example", 1993),
    ("imap.tide.example:143", "", "imap.tide.example", 143), ("127.0.0.1", "993", "127.0.0.1", 993),
  ])
  func aServerByHand(host: String, port: String, name: String, number: UInt16) throws {
    var form = typed
    (form.host, form.port) = (host, port)
    let expected = ServerAddress(user: "ann@tide.example", host: name, port: number)
    #expect(try form.request().server == .known(expected))
  }

  @Test func anotherUserAndStartTLS() throws {
    var form = typed
    (form.host, form.user, form.security) = ("imap.tide.example", "ann", .startTLS)
    let expected = ServerAddress(user: "ann", host: "imap.tide.example", security: .startTLS)
    #expect(try form.request().server == .known(expected))
    // A private server may have users without a domain.
    form.address = "bo"
    form.user = ""
    #expect(
      try form.request().server
        == .known(
          ServerAddress(
            user: "bo",
            host: "imap.tide.example",
            security: .startTLS
          )
        )
    )
  }

  @Test func whatCannotBeUsedIsNamed() {
    var form = typed
    form.host = "a b"
    #expect(throws: AccountForm.Problem.host("a b")) { try form.request() }
    form.host = "imap.tide.example"
    for port in ["0", "65536", "x", "-1"] {
      form.port = port
      #expect(throws: AccountForm.Problem.port(port)) { try form.request() }
    }
    (form.port, form.user) = ("", "a\u{1}")
    #expect(throws: AccountForm.Problem.user("a\u{1}")) { try form.request() }
  }

  @Test func whatWasAgreedToCountsForTheSameServerOnly() throws {
    var form = typed
    form.host = "imap.tide.example"
    var last = try form.request()
    last.pins = [try #require(.init(hexadecimal: String(repeating: "a", count: 64)))]
    #expect(try form.request(after: last) == last)
    form.port = "1993"
    #expect(try form.request(after: last).pins.isEmpty)
  }

  @Test func aServerThatWasFoundIsFilledInAndTakenOut() throws {
    var form = typed
    let server = ServerAddress(user: "ann", host: "imap.tide.example", security: .startTLS)
    form.fill(server)
    #expect(try form.request().server == .known(server))
    form.emptyServer()
    #expect(form == typed)
  }
}
