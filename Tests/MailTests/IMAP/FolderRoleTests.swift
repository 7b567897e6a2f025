import MailTesting
import MailTextTesting
import Testing

@testable import IMAP
@testable import Mail

/// The role of a folder, from the server's attributes or from its name; and messages that several
/// folders show, which count once.
@Suite struct FolderRoleTests {
  /// - Parameter lines: LIST responses without the leading `* LIST `.
  private func folders(_ lines: [String]) throws -> [String] {
    let listed = try responses(lines.map { "* LIST \($0)\r\n" }.joined())
    return try #require(IMAPFolders(listed)).folders.map { folder in
      folder.name.description + (folder.role.map { " (\($0))" } ?? "")
    }
  }

  @Test func foldersWithARoleComeFirst() throws {
    let lines = [
      #"() "/" Zebra"#, #"(\Trash) "/" Abfall"#, #"(\Sent \HasNoChildren) "/" Gesendet"#,
      #"() "/" Apple"#, #"(\Junk) "/" Werbung"#, #"(\Drafts) "/" Skizzen"#,
      #"() "/" Gesendet/2019"#,
      #"() "/" INBOX"#, #"(\Archive) "/" Ablage"#,
    ]
    #expect(
      try folders(lines) == [
        "INBOX (inbox)", "Skizzen (drafts)", "Gesendet (sent)", "Gesendet/2019", "Ablage (archive)",
        "Werbung (junk)", "Abfall (trash)", "Apple", "Zebra",
      ]
    )
  }

  @Test func foldersThatHoldNoMessagesAreSeenInTheNamesOfOthers() throws {
    let lines = [
      #"() "/" INBOX"#, #"(\Noselect \HasChildren) "/" "[Gmail]""#,
      #"(\All) "/" "[Gmail]/All Mail""#,
      #"(\Flagged) "/" "[Gmail]/Starred""#, #"(\Sent) "/" "[Gmail]/Sent Mail""#,
      #"(\NonExistent) "/" Gone"#, #"() "/" Gone/Left"#,
    ]
    #expect(
      try folders(lines) == [
        "INBOX (inbox)", "[Gmail]/Starred (flagged)", "[Gmail]/Sent Mail (sent)",
        "[Gmail]/All Mail (all)", "Gone/Left",
      ]
    )
  }

  @Test func whereNothingElseTellsAFoldersNameDoes() throws {
    let lines = [
      #"() "." INBOX"#, #"() "." INBOX.Lists"#, #"() "." INBOX.Trash"#, #"() "." INBOX.Sent"#,
      #"() "." Drafts"#, #"() "." Projects.Archive"#, #"() "." "All Mail""#,
    ]
    #expect(
      try folders(lines) == [
        "INBOX (inbox)", "INBOX/Sent (sent)", "INBOX/Trash (trash)", "INBOX/Lists",
        "Drafts (drafts)", "All Mail", "Projects/Archive",
      ]
    )
  }

  @Test func aServerThatTellsMeansNoOtherFolder() throws {
    let lines = [#"() "/" INBOX"#, #"(\Sent) "/" Gesendet"#, #"() "/" Sent"#, #"() "/" Trash"#]
    #expect(try folders(lines) == ["INBOX (inbox)", "Gesendet (sent)", "Trash (trash)", "Sent"])
  }

  @Test func theStoreKeepsWhatAFolderIsFor() async throws {
    let this = try IMAPCase(.rich, count: 3)
    this.server.change { mail in
      var sent = ServerMail.Folder("Gesendet", uidValidity: 8)
      sent.attributes = ["\\Sent"]
      mail.folders += [sent, ServerMail.Folder("Apple", uidValidity: 9)]
    }
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(try await mailbox.folders().map(\.role) == [.inbox, .sent, nil])
    // A server may change the role of a folder.
    this.server.change { $0.folders[1].attributes = ["\\Archive"] }
    _ = try await mailbox.refresh(for: .inbox)
    #expect(try await mailbox.folders().map(\.role) == [.inbox, .archive, nil])
  }

  // MARK: Folders that show messages of others

  /// 30 messages in the inbox and 30 others in a folder, all of them in a folder that shows all,
  /// and some of them in another view.
  private func views(_ traits: ServerTraits = .rich) throws -> IMAPCase {
    let this = try IMAPCase(traits, count: 30)
    this.server.change { mail in
      var (lists, junk) = (
        ServerMail.Folder("Lists", uidValidity: 8), ServerMail.Folder("Spam", uidValidity: 9)
      )
      var (all, flagged) = (
        ServerMail.Folder("All Mail", uidValidity: 10),
        ServerMail.Folder("Starred", uidValidity: 11)
      )
      (all.attributes, flagged.attributes) = (["\\All"], ["\\Flagged"])
      junk.attributes = ["\\Junk"]
      for number in 100..<130 { lists.deliver(IMAPCase.message(number, days: Double(number))) }
      for number in 200..<203 { junk.deliver(IMAPCase.message(number, days: Double(number))) }
      for message in mail.folders[0].messages + lists.messages { all.deliver(message) }
      for message in lists.messages.prefix(5) { flagged.deliver(message) }
      mail.folders += [lists, junk, all, flagged]
    }
    return this
  }

  @Test func aListOfAllFoldersCountsWhatAViewShowsOnce() async throws {
    let this = try views()
    let mailbox = try await this.open().refreshed()
    let rows = try await mailbox.everything(in: .all, pageSize: 20)
    #expect(rows.count == 63)
    #expect(rows.allSatisfy { $0.messageCount == 1 && $0.unread == 1 })
    // Three of the messages are junk.
    #expect(try await mailbox.unreadCount() == 60)
    // Messages of other folders are not fetched again for a view.
    let opened = Set(this.server.commands.filter { $0.hasPrefix("EXAMINE") })
    #expect(!opened.contains { $0.contains("Lists") || $0.contains("Starred") })
    #expect(this.server.violations == [])
  }

  @Test func aViewIsListedLikeAnyFolder() async throws {
    let this = try views()
    let mailbox = try await this.open()
    let starred = Listing(folder: FolderName("Starred"))
    _ = try await mailbox.refresh(for: starred.folder)
    #expect(try await mailbox.everything(in: starred, pageSize: 20).count == 5)
  }

  @Test func newMailThatAViewShowsIsNewOnce() async throws {
    let this = try views()
    let mailbox = try await this.open().refreshed()
    _ = try await mailbox.everything(in: .all, pageSize: 20)
    for number in 300..<303 { for folder in [0, 3] { this.deliver(number, to: folder) } }
    #expect(try await mailbox.refresh().newMessages == 3)
  }
}
