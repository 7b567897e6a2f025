import ArgumentParser
import Testing
import TidelineProgram

/// The names by which a user can open a mailbox.
struct MailboxNameTests {
  @Test(arguments: ["/var/mail/ann", "Ann", "ann@a.example", "imaps", "imaps:ann", "http://a/", ""])
  func whatIsNoURLOfAnAccountIsAPathOrAName(_ name: String) throws {
    #expect(try MailboxName.address(name) == nil)
  }

  @Test(arguments: [
    "imaps://a.example/", "imaps://ann:hush@a.example/", "IMAP://:hush@a.example", "imaps://ann@",
    "imaps://ann@a.example:0/", "imap://ann@a.example:99999/",
  ])
  func oneThatCannotBeUsedIsNotRepeated(_ url: String) throws {
    #expect {
      try MailboxName.address(url)
    } throws: { error in
      error is ValidationError && !"\(error)".contains("hush")
    }
  }

  @Test func aPathIsAPath() async throws {
    guard case .path("/nowhere/at/all") = try await MailboxName.resolve("/nowhere/at/all") else {
      Issue.record("not a path")
      return
    }
  }
}
