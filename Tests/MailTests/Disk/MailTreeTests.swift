import Foundation
import Testing

@testable import Mail

struct MailTreeTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  /// The number of messages in a folder.
  private func count(_ folder: MailTree.Folder) async throws -> Int {
    let reader = try await SourceReader(reading: folder.source)
    return reader.stored.count
  }

  private func expectMail(in tree: MailTree) async throws {
    for folder in tree.folders {
      #expect(try await count(folder) == 1, "\(folder.name)")
    }
  }

  @Test func aMaildirIsItsOwnInbox() async throws {
    try layout.maildir("Maildir")
    let tree = try layout.tree("Maildir")
    #expect(tree.names == ["INBOX"])
    #expect(tree.folders.map(\.name) == [.inbox])
    #expect(tree.title == "Maildir")
    try await expectMail(in: tree)
  }

  @Test func subfoldersOfMaildirPlusPlusFollowTheInbox() async throws {
    try layout.maildir(
      "M",
      "M/.Sent",
      "M/.Lists.GTK",
      "M/.Entw&APw-rfe",
      "M/.Müll",
      "M/.R&D",
      "M/.a\\2eb"
    )
    try layout.file("M/.Sent/maildirfolder")
    try layout.file("M/dovecot-uidlist", "3 V1\n")
    try layout.file("M/subscriptions", "Sent\n")
    try layout.makeFolder("M/.notmuch/xapian")
    let tree = try layout.tree("M")
    #expect(
      tree.names == ["INBOX", "Entwürfe", "Lists/GTK", "Müll", "R&D", "Sent", "a.b"]
    )
    #expect(tree.folders[2].name.components == ["Lists", "GTK"])
    #expect(tree.skipped.isEmpty)
    #expect(tree.isComplete)
    try await expectMail(in: tree)
  }

  @Test func evolutionsEscapesAreUndone() async throws {
    try layout.maildir("local", "local/.Drafts", "local/.Kunden.A_2EB_5FC", "local/..Sub")
    try layout.file("local/..maildir++", "maildir++ 1\n")
    try layout.file("local/.Drafts.cmeta", "x")
    try layout.file("local/folders.db", "SQLite")
    let tree = try layout.tree("local")
    #expect(tree.names == ["INBOX", "INBOX/Sub", "Drafts", "Kunden/A.B_C"])
    #expect(tree.title == "Evolution")
    try await expectMail(in: tree)
  }

  @Test func nestedMaildirsAreFoldersWithinFolders() async throws {
    try layout.maildir("account/INBOX", "account/Lists/GTK", "account/Archive")
    try layout.maildir("account/Archive/2020", "account/INBOX/Sub")
    try layout.file("account/INBOX/.mbsyncstate", "x")
    try layout.file("account/INBOX/.uidvalidity", "x")
    let tree = try layout.tree("account")
    #expect(tree.names == ["INBOX", "INBOX/Sub", "Archive", "Archive/2020", "Lists/GTK"])
    try await expectMail(in: tree)
  }

  @Test func severalAccountsKeepTheirNames() async throws {
    try layout.maildir("Mail/office/INBOX", "Mail/office/Archive", "Mail/home/INBOX")
    let tree = try layout.tree("Mail")
    #expect(tree.names == ["home/INBOX", "office/INBOX", "office/Archive"])
  }

  @Test func kmailsFoldersLieBesideTheirParents() throws {
    try layout.maildir("local-mail/inbox", "local-mail/.inbox.directory/Friends")
    #expect(try layout.tree("local-mail").names == ["INBOX", "INBOX/Friends"])
  }

  @Test func aFolderOfMboxesHasOneFolderEach() async throws {
    try layout.mbox("mail/inbox", "mail/sent-mail", "mail/Lists/gtk", "mail/old.mbox", "mail/o.mbx")
    try layout.file("mail/saved-messages")
    try layout.file("mail/notes.txt", "Dear diary\n")
    try layout.file("mail/.hidden", "From x\n")
    try layout.file("mail/.imap/sent-mail/dovecot.index", "x")
    let tree = try layout.tree("mail")
    #expect(tree.names == ["INBOX", "Lists/gtk", "o", "old", "saved-messages", "sent-mail"])
    #expect(try await count(tree.folders[0]) == 1)
  }

  @Test func aSingleMboxIsAnInbox() throws {
    try layout.mbox("archive.mbox")
    let tree = try layout.tree("archive.mbox")
    #expect(tree.names == ["INBOX"])
    #expect(tree.title == "Archive")
  }

  @Test func emptyFilesCountWhereMboxesLie() throws {
    try layout.file("a/inbox")
    try layout.file("a/other")
    try layout.file("b/X.mbox")
    try layout.file("c/X")
    try layout.file("c/X.msf", "// <!-- <mdb:mork")
    #expect(try layout.tree("a").names == ["INBOX"])
    #expect(try layout.tree("b").names == ["X"])
    #expect(try layout.tree("c").names == ["X"])
  }

  private func server(_ name: String, _ folders: String...) throws {
    for folder in folders {
      try layout.mbox("\(name)/\(folder)")
      try layout.file("\(name)/\(folder).msf", "// <!-- <mdb:mork")
    }
    try layout.file("\(name)/msgFilterRules.dat", "version=\"9\"\n")
    try layout.file("\(name)/filterlog.html", "From here\n")
    try layout.file("\(name)/popstate.dat", "From here\n")
  }

  private func profile() throws {
    try layout.file("p.default/prefs.js", "user_pref();\n")
    try layout.mbox("p.default/storage/From")
    try server("p.default/ImapMail/imap.example.org", "INBOX", "Sent", "INBOX.sbd/Friends")
    try server("p.default/Mail/smart mailboxes", "Inbox")
    try layout.file("p.default/ImapMail/imap.example.org.msf", "x")
    // Folders that are only on the server have no file to read.
    try layout.file("p.default/ImapMail/imap.example.org/Junk.msf", "x")
    try layout.makeFolder("p.default/ImapMail/imap.example.org/Sent.mozmsgs")
    try layout.mbox("p.default/ImapMail/imap.example.org/Sent.mozmsgs/1")
  }

  @Test func thunderbirdsProfileWithOneServer() async throws {
    try profile()
    try layout.makeFolder("p.default/Mail/Local Folders")
    let tree = try layout.tree("p.default")
    #expect(tree.names == ["INBOX", "INBOX/Friends", "Sent"])
    #expect(tree.title == "Thunderbird")
    try await expectMail(in: tree)
  }

  @Test func thunderbirdsServersAreNamedWhereThereAreSeveral() async throws {
    try profile()
    try server("p.default/ImapMail/mail.example.com", "INBOX")
    try server("p.default/Mail/Local Folders", "Archives", "Archives.sbd/2020")
    try layout.file("p.default/Mail/Local Folders/Trash")
    try layout.file("p.default/Mail/Local Folders/Trash.msf", "x")
    let names = [
      "Local Folders/Archives", "Local Folders/Archives/2020", "Local Folders/Trash",
      "imap.example.org/INBOX", "imap.example.org/INBOX/Friends", "imap.example.org/Sent",
      "mail.example.com/INBOX",
    ]
    #expect(try layout.tree("p.default").names == names)
    #expect(try layout.tree("p.default/Mail/Local Folders").names.last == "Trash")
    #expect(try layout.tree("p.default/ImapMail/mail.example.com").names == ["INBOX"])
  }

  @Test func theOnlyInboxOfAProfileIsTheInbox() throws {
    try profile()
    try server("p.default/Mail/Local Folders", "Archives")
    let names = try layout.tree("p.default").names
    #expect(names == ["INBOX", "INBOX/Friends", "Local Folders/Archives", "imap.example.org/Sent"])
  }

  @Test func thunderbirdsMaildirsHaveNoNew() async throws {
    try layout.maildir("Local Folders/Inbox", parts: ["cur", "tmp"])
    try layout.maildir("Local Folders/Inbox.sbd/Sub", parts: ["cur", "tmp"])
    let tree = try layout.tree("Local Folders")
    #expect(tree.names == ["INBOX", "INBOX/Sub"])
    try await expectMail(in: tree)
  }

  @Test func foldersOfOneNameAreToldApart() throws {
    try layout.mbox("mail/Lists.mbox", "mail/Lists.mbx")
    #expect(try layout.tree("mail").names == ["Lists", "Lists (2)"])
  }

  @Test func aFolderIsKnownByItsPlaceHoweverItIsReached() throws {
    try layout.maildir("real", "box/own")
    try layout.link("box/linked", to: layout.path("real"))
    try layout.link("way", to: layout.path("box"))
    let direct = try layout.tree("box")
    let byLink = try layout.tree("way")
    #expect(direct.names == ["linked", "own"])
    #expect(direct.id == byLink.id)
    #expect(direct.folders.map(\.source.identifier) == byLink.folders.map(\.source.identifier))
    #expect(
      try direct.folders[0].source.identifier == layout.tree("real").folders[0].source.identifier
    )
  }
}
