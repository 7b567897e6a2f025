import Testing

@testable import Mail
@testable import Tideline

/// The lines of the sidebar.
@MainActor
struct SidebarLineTests {
  private let home = OpenAccounts.Account(
    path: "/home",
    title: "Home",
    folders: [folder("INBOX"), folder("Sent", unread: 1)],
    unread: 1
  )
  private let work = OpenAccounts.Account(
    path: "imaps://ann@work/",
    title: "Work",
    folders: [folder("INBOX", unread: 3)],
    unread: 3,
    trouble: AccountTrouble(MailError.server(ServerFailure(.connectionLost, host: "work")))
  )

  @Test func oneAccountIsItsFolders() {
    let lines = SidebarLine.all(of: [home], folded: [], hasAllInboxes: false)
    #expect(lines.map(\.spoken) == ["Inbox", "All Mail, 1 unread", "Sent, 1 unread"])
    #expect(lines.map(\.depth) == [0, 0, 0])
    #expect(lines[0].target == .folder(.inbox, of: "/home"))
  }

  @Test func severalHaveALineForAllInboxesAndForEachAccount() {
    let lines = SidebarLine.all(of: [home, work], folded: [], hasAllInboxes: true)
    #expect(
      lines.map(\.spoken) == [
        "All Inboxes, 3 unread", "Home, account", "Inbox", "All Mail, 1 unread", "Sent, 1 unread",
        "Work, account, offline", "Inbox, 3 unread",
      ]
    )
    #expect(lines.map(\.depth) == [0, 0, 1, 1, 1, 0, 1])
    #expect(lines[0].target == .allInboxes)
    // The colors of the dots in All Inboxes.
    #expect(lines.map { $0.account?.color } == [nil, 0, nil, nil, nil, 1, nil])
    #expect(lines[5].tooltip == "The server is not reached.")
  }

  @Test func aFoldedAccountHasOneLineWithAllThatIsUnread() {
    let lines = SidebarLine.all(of: [home, work], folded: ["/home"], hasAllInboxes: true)
    #expect(
      lines.map(\.spoken) == [
        "All Inboxes, 3 unread", "Home, account, folded, 1 unread", "Work, account, offline",
        "Inbox, 3 unread",
      ]
    )
  }

  @Test func anAccountThatIsRefreshedSaysSo() {
    var work = work
    work.isRefreshing = true
    let lines = SidebarLine.all(of: [home, work], folded: [], hasAllInboxes: true)
    #expect(lines.filter { $0.account?.isRefreshing == true } == [lines[5]])
    #expect(lines[5].spoken == "Work, account, refreshing, offline")
  }

  @Test func anAccountThatHasRefusedMarksSaysSo() {
    var state = MailboxState()
    let id = MessageStub.ID(messageID: "a", fingerprint: 1)
    state.marks.refused = [id: .notKept(host: "a.example")]
    var home = home
    home.show(state)
    let lines = SidebarLine.all(of: [home, work], folded: [], hasAllInboxes: false)
    #expect(lines[0].tooltip?.hasPrefix("1 message is marked in Tideline only.") == true)
  }

  @Test func oneThatIsOnlyVisitedMakesNoUnifiedInbox() {
    let lines = SidebarLine.all(of: [home, work], folded: [], hasAllInboxes: false)
    #expect(lines.first?.target == .account("/home"))
  }

  /// An account's line as long as its folders are not known.
  @Test func anAccountWithoutFoldersCanBeChosen() {
    let new = OpenAccounts.Account(path: "/new", title: "New")
    let lines = SidebarLine.all(of: [home, new], folded: [], hasAllInboxes: true)
    #expect(lines.last?.target == .folder(nil, of: "/new"))
  }

  private nonisolated static func folder(_ name: String, unread: Int = 0) -> MailFolder {
    MailFolder(name: FolderName(name) ?? .inbox, messages: 10, unread: unread)
  }
}

/// The folders of one account in the sidebar.
@MainActor
struct FolderEntryTests {
  @Test func severalFoldersHaveALineForAllBehindTheInbox() {
    let entries = lines(
      of: [folder("INBOX", unread: 2), folder("Lists", unread: 0), folder("Lists/GTK", unread: 3)],
      unread: 4
    )
    #expect(entries.map(\.title) == ["Inbox", "All Mail", "Lists", "GTK"])
    // One of the messages is in two folders.
    #expect(entries.map(\.unread) == [2, 4, 0, 3])
    #expect(entries.map(\.depth) == [0, 0, 0, 1])
    let targets = [.inbox, nil, FolderName("Lists"), FolderName("Lists/GTK")]
    #expect(entries.map(\.target) == targets.map { .folder($0, of: "/home") })
  }

  @Test func aFolderWithinWhatIsNoneIsNamedByItsWay() {
    let entries = lines(of: [folder("INBOX"), folder("Lists/GTK")])
    #expect(entries.map(\.title) == ["Inbox", "All Mail", "Lists/GTK"])
    #expect(entries.map(\.depth) == [0, 0, 0])
  }

  @Test func theOnlyFolderOfItsRoleIsNamedByItsOwnName() {
    let folders = [
      folder("INBOX", .inbox), folder("[Gmail]/Sent Mail", .sent), folder("[Gmail]/All Mail", .all),
      folder("Ann/Trash", .trash), folder("Bea/Trash", .trash),
    ]
    #expect(
      lines(of: folders).map(\.title)
        == ["Inbox", "All Mail", "Sent Mail", "[Gmail]/All Mail", "Ann/Trash", "Bea/Trash"]
    )
  }

  @Test func theOnlyFolderStandsForAll() {
    #expect(lines(of: [folder("INBOX")]).map(\.title) == ["Inbox"])
    #expect(lines(of: []).isEmpty)
  }

  @Test func everyRoleHasAnIconOfItsOwn() {
    let icons = FolderRole.allCases.map { lines(of: [folder("A", $0)])[0].icon }
    #expect(Set(icons).count == FolderRole.allCases.count)
    #expect(!icons.contains("folder-symbolic"))
    let plain = lines(of: [folder("Harbour"), folder("Outbox")])
    #expect(plain.dropFirst().map(\.icon) == ["folder-symbolic", "mail-send-symbolic"])
  }

  private func folder(_ name: String, _ role: FolderRole? = nil, unread: Int = 0) -> MailFolder {
    MailFolder(name: FolderName(name) ?? .inbox, role: role, messages: 10, unread: unread)
  }

  private func lines(of folders: [MailFolder], unread: Int = 0) -> [SidebarLine] {
    var account = OpenAccounts.Account(path: "/home", title: "Home")
    (account.folders, account.unread) = (folders, unread)
    return SidebarLine.folders(of: account, depth: 0)
  }
}
