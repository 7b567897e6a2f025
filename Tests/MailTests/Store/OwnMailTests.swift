import MailTextTesting
import Testing

@testable import Mail

/// The user's own mail, in folders for sent mail and drafts: whom it is for, and who has written it.
struct OwnMailTests {
  private func letter(_ id: String, from: String = "Me <me@a.example>", _ fields: String)
    -> String
  {
    "From: \(from)\nMessage-ID: <\(id)>\nSubject: \(id)\n"
      + "Date: Mon, 02 Jan 2023 15:04:05 +0000\n\(fields)\n\nSome text.\n"
  }

  /// An inbox with Bo's answer to a sent message, and with a message to several.
  private func maildir() throws -> MaildirFixture {
    let maildir = try MaildirFixture()
    for folder in [".Sent", ".Drafts"] { try maildir.addFolder(folder) }
    try maildir.add(
      letter("1@x", "To: Bo Lund <bo@b.example>, cy@c.example\nCc: Di <di@d.example>"),
      as: ".Sent/cur/1:2,S"
    )
    try maildir.add(
      letter("2@x", from: "Bo Lund <bo@b.example>", "To: me@a.example\nReferences: <1@x>"),
      as: "cur/2:2,S"
    )
    try maildir.add(letter("3@x", "Cc: Di <di@d.example>"), as: ".Drafts/cur/3:2,S")
    let other = letter("4@x", from: "Di <di@d.example>", "To: Me <me@a.example>")
    try maildir.add(other, as: "cur/4:2,")
    return maildir
  }

  @Test func aRowHasTheRecipientsOfTheUsersOwnMessages() async throws {
    let maildir = try maildir()
    let mailbox = try await maildir.open().refreshed()
    for (name, isOwn, recipients) in [
      ("Sent", true, [["Bo Lund", "cy@c.example"]]), ("Drafts", true, [["Di"]]),
      ("INBOX", false, [["Bo Lund", "cy@c.example"], []]),
    ] {
      let page = try await mailbox.page(in: Listing(folder: FolderName(name)), limit: 9)
      #expect(page.isOfOwnMail == isOwn)
      #expect(page.conversations.map(\.recipients) == recipients)
    }
    #expect(try await mailbox.page(limit: 9).isOfOwnMail == false)
  }

  @Test func theSenderOfTheFolderForSentMailIsTheUser() async throws {
    let maildir = try maildir()
    try maildir.add(letter("5@x", from: "ME@a.example", "To: x@x.example"), as: ".Sent/cur/5:2,S")
    let strays = try await maildir.open().refreshed()
    #expect(await strays.ownAddresses() == ["me@a.example"])
    // Somebody else's message in that folder tells nothing about the user.
    try maildir.add(letter("6@x", from: "di@d.example", "To: x@x.example"), as: ".Sent/cur/6:2,S")
    _ = try await strays.refresh()
    #expect(await strays.ownAddresses() == ["me@a.example"])
  }

  @Test func ofAFolderWithManySendersNobodyIsTheUser() async throws {
    let maildir = try MaildirFixture()
    try maildir.addFolder(".Sent")
    for name in ["a", "b"] {
      let text = letter(name, from: "\(name)@x.example", "To: z@x.example")
      try maildir.add(text, as: ".Sent/cur/\(name):2,S")
    }
    #expect(await (try maildir.open().refreshed()).ownAddresses() == [])
  }

  @Test func allIdentitiesOfAThunderbirdProfileAreTheUser() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("profile/Mail/Local Folders")
    try folder.write(
      """
      user_pref("mail.identity.id1.useremail", "Ines@example.org");
      user_pref("mail.identity.id2.useremail", "i@work.example");
      user_pref("mail.server.server1.hostname", "mail.example.org");
      """,
      to: "profile/prefs.js"
    )
    let name = "profile/Mail/Local Folders/Inbox"
    try folder.write("From - Mon Jan  2 15:04:05 2023\n" + message("a@x"), to: name)
    for path in ["profile/Mail", name] {
      let mailbox = try await Mailbox.open(folder.file(path), store: folder.file("\(path.count)"))
      #expect(await mailbox.ownAddresses() == ["ines@example.org", "i@work.example"])
    }
    #expect(ThunderbirdAccounts.mailAddresses(ofMailAt: folder.path) == [])
  }
}
