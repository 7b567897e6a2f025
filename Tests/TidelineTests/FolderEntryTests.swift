import Mail
import Testing

@testable import Tideline

/// The lines of the sidebar.
struct FolderEntryTests {
  @Test func severalFoldersHaveALineForAllAboveThem() {
    let entries = FolderEntry.all(
      of: [folder("INBOX", unread: 2), folder("Lists", unread: 0), folder("Lists/GTK", unread: 3)]
    )
    #expect(entries.map(\.title) == ["All Mail", "Inbox", "Lists", "GTK"])
    #expect(entries.map(\.unread) == [5, 2, 0, 3])
    #expect(entries.map(\.depth) == [0, 0, 0, 1])
    #expect(entries.map { $0.name?.description } == [nil, "INBOX", "Lists", "Lists/GTK"])
  }

  @Test func aFolderWithinWhatIsNoneIsNamedByItsWay() {
    let entries = FolderEntry.all(of: [folder("INBOX", unread: 0), folder("Lists/GTK", unread: 0)])
    #expect(entries.map(\.title) == ["All Mail", "Inbox", "Lists/GTK"])
    #expect(entries.map(\.depth) == [0, 0, 0])
  }

  @Test func theOnlyFolderStandsForAll() {
    #expect(FolderEntry.all(of: [folder("INBOX", unread: 0)]).map(\.title) == ["Inbox"])
    #expect(FolderEntry.all(of: []).isEmpty)
  }

  @Test func whatIsUnreadIsSpoken() {
    let entries = FolderEntry.all(of: [folder("INBOX", unread: 0), folder("Sent", unread: 1)])
    #expect(entries.map(\.spoken) == ["All Mail, 1 unread", "Inbox", "Sent, 1 unread"])
  }

  @Test(arguments: [
    ("Sent Mail", "mail-send-symbolic"), ("TRASH", "user-trash-symbolic"),
    ("Harbour", "folder-symbolic"),
  ])
  func wellKnownFoldersHaveIcons(_ name: String, _ icon: String) {
    #expect(FolderEntry.all(of: [folder(name, unread: 0)])[0].icon == icon)
  }

  private func folder(_ name: String, unread: Int) -> MailFolder {
    MailFolder(name: FolderName(name) ?? .inbox, messages: 10, unread: unread)
  }
}
