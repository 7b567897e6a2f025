import Testing

@testable import Mail
@testable import Tideline

/// The welcome page's texts about a mailbox, and the mailbox that is opened without asking.
struct WelcomeTests {
  private func found(
    _ path: String,
    _ kind: FoundMailbox.Kind = .maildir,
    title: String = "Post",
    isEmpty: Bool = false
  ) -> FoundMailbox {
    FoundMailbox(path: path, kind: kind, title: title, isEmpty: isEmpty)
  }

  @Test func aPlaceBelowHomeIsShort() {
    #expect(MailboxLine.place("/home/ann/Mail", home: "/home/ann") == "~/Mail")
    #expect(MailboxLine.place("/home/ann/Mail", home: "/home/ann/") == "~/Mail")
    #expect(MailboxLine.place("/home/ann", home: "/home/ann") == "~")
    #expect(MailboxLine.place("/home/anna/Mail", home: "/home/ann") == "/home/anna/Mail")
    #expect(MailboxLine.place("/var/mail/ann", home: "") == "/var/mail/ann")
    #expect(MailboxLine.place("/var/mail/ann", home: "/") == "/var/mail/ann")
  }

  @Test(arguments: [
    (FoundMailbox.Kind.thunderbird, "Thunderbird (work)", false, "~/m"),
    (.evolution, "Evolution", true, "~/m · empty"),
    (.maildir, "Post", false, "~/m · Maildir"),
    (.mbox, "Post", true, "~/m · mbox · empty"),
    (.spool, "ann", false, "~/m · system mail"),
  ])
  func aLineSaysWhereAndWhat(
    kind: FoundMailbox.Kind,
    title: String,
    isEmpty: Bool,
    details: String
  ) {
    let line = MailboxLine(
      found("/home/ann/m", kind, title: title, isEmpty: isEmpty),
      home: "/home/ann"
    )
    #expect(line.title == title)
    #expect(line.details == details)
  }

  @Test func aRecentOneThatIsGoneSaysSo() {
    let line = MailboxLine("/mnt/m", RecentMailbox(title: "M"), home: "/home/ann", isMissing: true)
    #expect(line.details == "/mnt/m · not there at present")
    #expect(line.isMissing)
  }

  @Test func theOnlyOneWithMailIsOpened() {
    #expect(FirstMailbox.choice(among: []) == nil)
    #expect(FirstMailbox.choice(among: [found("/a")]) == "/a")
    #expect(FirstMailbox.choice(among: [found("/a", isEmpty: true)]) == "/a")
    #expect(FirstMailbox.choice(among: [found("/a", isEmpty: true), found("/b")]) == "/b")
  }

  @Test func anAccountCountsAsFilled() {
    let empty = found("/a", isEmpty: true)
    #expect(FirstMailbox.choice(among: [], accounts: ["imaps://a/"]) == "imaps://a/")
    #expect(FirstMailbox.choice(among: [empty], accounts: ["imaps://a/"]) == "imaps://a/")
    #expect(FirstMailbox.choice(among: [found("/b")], accounts: ["imaps://a/"]) == nil)
    #expect(FirstMailbox.choice(among: [], accounts: ["imaps://a/", "imaps://b/"]) == nil)
  }

  @Test func ofSeveralNoneIsChosen() {
    #expect(FirstMailbox.choice(among: [found("/a"), found("/b")]) == nil)
    let empty = [found("/a", isEmpty: true), found("/b", isEmpty: true)]
    #expect(FirstMailbox.choice(among: empty) == nil)
  }
}
