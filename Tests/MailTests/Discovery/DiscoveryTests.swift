import Foundation
import MailTextTesting
import Testing

@testable import Mail

struct DiscoveryTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  private func find(_ environment: [String: String] = [:]) -> [FoundMailbox] {
    MailDiscovery.find(
      in: MailPlaces(
        home: layout.root,
        config: environment["XDG_CONFIG_HOME"] ?? layout.path(".config"),
        data: environment["XDG_DATA_HOME"] ?? layout.path(".local/share"),
        environment: environment,
        spools: [layout.path("var/mail"), layout.path("var/spool/mail")]
      )
    )
  }

  /// The mailboxes found, by their paths in the home folder.
  private func places(_ environment: [String: String] = [:]) -> [String] {
    find(environment).map { String($0.path.dropFirst(layout.root.utf8.count + 1)) }
  }

  @Test func anEmptyHomeHasNone() throws {
    try layout.makeFolder("Mail")
    try layout.makeFolder("mail/drafts")
    try layout.file("Maildir/notes", "Dear diary\n")
    #expect(find().isEmpty)
    #expect(find(["MAIL": "", "MAILDIR": "/nowhere", "USER": ""]).isEmpty)
  }

  @Test func theUsualPlacesAreLookedAt() throws {
    try layout.maildir("Maildir", "Maildir/.Sent")
    try layout.mbox("mail/inbox", "mail/sent", ".mail/archive.mbox", "var/mail/ann")
    try layout.makeFolder("var/spool")
    try layout.link("var/spool/mail", to: "../mail")
    let found = find(["USER": "ann"])
    #expect(places(["USER": "ann"]) == ["Maildir", "mail", ".mail", "var/mail/ann"])
    #expect(found.map(\.kind) == [.maildir, .mbox, .mbox, .spool])
    #expect(found.map(\.title) == ["Maildir", "Mail", "Mail", "ann"])
    #expect(found.map(\.isEmpty) == [false, false, false, false])
    for mailbox in found { #expect(throws: Never.self) { try MailTree(at: mailbox.path) } }
  }

  @Test func whatTheShellSaysComesFirstUnlessItIsTheSpool() throws {
    try layout.maildir("Maildir", "elsewhere/box")
    try layout.mbox("var/mail/ann", "own.mbox")
    let environment = [
      "MAILDIR": "elsewhere/box", "MAIL": layout.path("own.mbox"), "USER": "ann",
    ]
    #expect(places(environment) == ["elsewhere/box", "own.mbox", "Maildir", "var/mail/ann"])
    let usual = ["MAIL": layout.path("var/mail/ann"), "LOGNAME": "ann"]
    #expect(places(usual) == ["Maildir", "var/mail/ann"])
  }

  @Test func anEmptySpoolIsNoMailboxAndAnEmptyMaildirIs() throws {
    try layout.file("var/mail/ann")
    for part in ["cur", "new"] { try layout.makeFolder("Maildir/\(part)") }
    try layout.file("Maildir/cur/.hidden")
    #expect(places(["USER": "ann"]) == ["Maildir"])
    #expect(find().map(\.isEmpty) == [true])
    try layout.file("Maildir/new/1", message("a@x"))
    #expect(find().map(\.isEmpty) == [false])
  }

  @Test func accountsInOneFolderAreMailboxes() throws {
    try layout.maildir("Mail/office/INBOX", "Mail/office/Lists/GTK", "Mail/home", "Mail/home/.Sent")
    #expect(places() == ["Mail/home", "Mail/office"])
    #expect(find().map(\.title) == ["home", "office"])
    // Mail that belongs to no account is found, too.
    try layout.mbox("Mail/old.mbox")
    #expect(places() == ["Mail/home", "Mail/office", "Mail"])
    try layout.maildir("Mail/INBOX")
    #expect(places() == ["Mail"])
  }

  private func profile(_ path: String) throws {
    try layout.file("\(path)/prefs.js", "x")
    try layout.mbox("\(path)/ImapMail/imap.example.org/INBOX")
  }

  @Test func thunderbirdsProfilesAreReadFromItsList() throws {
    try profile(".thunderbird/a.default")
    try profile(".thunderbird/b.default-release")
    try profile("elsewhere/c")
    try layout.makeFolder(".thunderbird/empty/Mail")
    try layout.file(
      ".thunderbird/profiles.ini",
      """
      [Install0123456789ABCDEF]
      Default=b.default-release
      Locked=1

      [Profile2]
      Name=empty
      IsRelative=1
      Path=empty

      [Profile1]
      Name=default
      IsRelative=1
      Path=a.default
      Default=1

      [Profile0]
      Name=default-release
      IsRelative=1
      Path=b.default-release

      [Profile3]
      Name=Müll & Co
      IsRelative=0
      Path=\(layout.path("elsewhere/c"))

      [General]
      StartWithLastProfile=1
      """
    )
    #expect(
      places() == [".thunderbird/b.default-release", ".thunderbird/a.default", "elsewhere/c"]
    )
    let titles = find().map(\.title)
    #expect(titles.first == "Thunderbird (default-release)")
    #expect(titles.last == "Thunderbird (Müll & Co)")
    #expect(find().allSatisfy { $0.kind == .thunderbird })
  }

  @Test(arguments: [
    ".thunderbird", "snap/thunderbird/common/.thunderbird",
    ".var/app/org.mozilla.Thunderbird/.thunderbird",
  ])
  func thunderbirdIsFoundHoweverItWasInstalled(folder: String) throws {
    try profile("\(folder)/x.default")
    try layout.file("\(folder)/profiles.ini", "[Profile0]\nIsRelative=1\nPath=x.default\n")
    #expect(places() == ["\(folder)/x.default"])
    #expect(find().map(\.title) == ["Thunderbird"])
  }

  @Test func evolutionsOwnFoldersAreFound() throws {
    for data in [".local/share", ".var/app/org.gnome.Evolution/data"] {
      try layout.maildir("\(data)/evolution/mail/local", "\(data)/evolution/mail/local/.Drafts")
      try layout.file("\(data)/evolution/mail/local/..maildir++", "maildir++ 1\n")
    }
    #expect(find().map(\.kind) == [.evolution, .evolution])
    #expect(find(["XDG_DATA_HOME": layout.path("nowhere")]).count == 1)
  }

  @Test func settingsOfMbsyncAndOfflineIMAPAreRead() throws {
    try layout.maildir("a/INBOX", "b b/INBOX", "b b/Archive", "c/INBOX", "d/INBOX")
    try layout.file(
      ".mbsyncrc",
      """
      IMAPStore remote
      Host imap.example.org
      MaildirStore local
      Path ~/a/
      Inbox ~/a/INBOX
      MaildirStore other
      path "~/b b/" # the other one
      """
    )
    try layout.file("config/isyncrc", "Inbox \(layout.path("c"))/INBOX\n")
    try layout.file(".offlineimaprc", "[Repository x]\ntype = Maildir\nlocalfolders = ~/d\n")
    #expect(
      places(["XDG_CONFIG_HOME": layout.path("config")])
        == ["a", "b b", "c/INBOX", "d"]
    )
  }

  @Test func brokenSettingsHideNothing() throws {
    try layout.maildir("Maildir")
    try layout.file(".thunderbird/profiles.ini", "[Profile0\nPath=\u{0}\n\n=x")
    try layout.file(".mbsyncrc", "Path\nPath \"\nInbox =\nPath /nowhere\n")
    #expect(mkfifo(layout.path(".offlineimaprc"), 0o600) == 0)
    try layout.link("mail", to: "mail")
    #expect(mkfifo(layout.path("Mail"), 0o600) == 0)
    #expect(places(["MAIL": "\u{0}x", "USER": "../x"]) == ["Maildir"])
  }

  /// Pipes without a writer, files without an end, and folders.
  @Test(arguments: [
    ".thunderbird/profiles.ini", ".var/app/org.mozilla.Thunderbird/.thunderbird/profiles.ini",
    ".mbsyncrc", ".config/isyncrc", ".offlineimaprc", ".config/offlineimap/config",
  ])
  func whatIsNoFileIsReadForNoSettings(name: String) throws {
    try layout.maildir("Maildir")
    try layout.file(name)
    for make in [{ mkfifo($0, 0o600) }, { symlink("/dev/zero", $0) }, { mkdir($0, 0o700) }] {
      #expect(remove(layout.path(name)) == 0)
      #expect(make(layout.path(name)) == 0)
      #expect(places() == ["Maildir"])
    }
  }

  @Test func settingsOfMoreThanAMegabyteAreNone() throws {
    try layout.maildir("Maildir", "box")
    let padding = String(repeating: "# \n", count: 400_000)
    try layout.file(".mbsyncrc", "Path ~/box\n" + padding)
    try layout.file(".thunderbird/profiles.ini", "[Profile0]\nPath=../box\n" + padding)
    #expect(places() == ["Maildir"])
  }

  @Test func settingsThatNameFoldersWithoutEndAreReadToABound() throws {
    for index in 0..<101 { try layout.maildir("box/\(index)") }
    let paths = (0..<101).map { "Path ~/box/\($0)\n" }.joined()
    try layout.file(".mbsyncrc", String(repeating: "Path ~/box/0\n", count: 50) + paths)
    #expect(places() == (0..<50).map { "box/\($0)" })
    let profiles = (0..<101).map { "[Profile\($0)]\nIsRelative=1\nPath=../box/\($0)\n" }
    try layout.file(".mbsyncrc")
    try layout.file(".thunderbird/profiles.ini", profiles.joined())
    #expect(places().count == 100)
  }
}
