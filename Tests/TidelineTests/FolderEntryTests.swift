import Testing

@testable import Mail
@testable import Tideline

/// The folders of one account in the sidebar.
struct FolderEntryTests {
  @Test func severalFoldersHaveALineForAllBehindTheInbox() {
    let entries = FolderEntry.all(
      of: [folder("INBOX", unread: 2), folder("Lists", unread: 0), folder("Lists/GTK", unread: 3)],
      unread: 4
    )
    #expect(entries.map(\.title) == ["Inbox", "All Mail", "Lists", "GTK"])
    // One of the messages is in two folders.
    #expect(entries.map(\.unread) == [2, 4, 0, 3])
    #expect(entries.map(\.depth) == [0, 0, 0, 1])
    #expect(entries.map { $0.name?.description } == ["INBOX", nil, "Lists", "Lists/GTK"])
  }

  @Test func aFolderWithinWhatIsNoneIsNamedByItsWay() {
    let entries = FolderEntry.all(of: [folder("INBOX"), folder("Lists/GTK")], unread: 0)
    #expect(entries.map(\.title) == ["Inbox", "All Mail", "Lists/GTK"])
    #expect(entries.map(\.depth) == [0, 0, 0])
  }

  @Test func theOnlyFolderOfItsRoleIsNamedByItsOwnName() {
    let folders = [
      folder("INBOX", .inbox), folder("[Gmail]/Sent Mail", .sent), folder("[Gmail]/All Mail", .all),
      folder("Ann/Trash", .trash), folder("Bea/Trash", .trash),
    ]
    #expect(
      FolderEntry.all(of: folders, unread: 0).map(\.title)
        == ["Inbox", "All Mail", "Sent Mail", "[Gmail]/All Mail", "Ann/Trash", "Bea/Trash"]
    )
  }

  @Test func theOnlyFolderStandsForAll() {
    #expect(FolderEntry.all(of: [folder("INBOX")], unread: 0).map(\.title) == ["Inbox"])
    #expect(FolderEntry.all(of: [], unread: 0).isEmpty)
  }

  @Test func everyRoleHasAnIconOfItsOwn() {
    let icons = FolderRole.allCases.map {
      FolderEntry.all(of: [folder("A", $0)], unread: 0)[0].icon
    }
    #expect(Set(icons).count == FolderRole.allCases.count)
    #expect(!icons.contains("folder-symbolic"))
    let plain = FolderEntry.all(of: [folder("Harbour"), folder("Outbox")], unread: 0)
    #expect(plain.dropFirst().map(\.icon) == ["folder-symbolic", "mail-send-symbolic"])
  }

  private func folder(_ name: String, _ role: FolderRole? = nil, unread: Int = 0) -> MailFolder {
    MailFolder(name: FolderName(name) ?? .inbox, role: role, messages: 10, unread: unread)
  }
}
