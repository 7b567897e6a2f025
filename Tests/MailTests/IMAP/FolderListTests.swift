import IMAP
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// The folder lists of servers.
@Suite struct FolderListTests {
  /// - Parameter lines: LIST responses without the leading `* LIST `.
  private func folders(_ lines: String...) throws -> [IMAPFolders.Folder]? {
    try list(lines)?.folders
  }

  private func list(_ lines: String...) throws -> IMAPFolders? { try list(lines) }

  private func list(_ lines: [String]) throws -> IMAPFolders? {
    IMAPFolders(try responses(lines.map { "* LIST \($0)\r\n" }.joined()))
  }

  @Test func theInboxIsThereWhereItIsNotListed() throws {
    let found = try folders(#"() "." INBOX.Sent"#, #"() "." Work"#)
    #expect(found?.map(\.name.description) == ["INBOX", "INBOX/Sent", "Work"])
    #expect(found?.map(\.encodedName) == ["INBOX", "INBOX.Sent", "Work"])
  }

  @Test(arguments: ["Inbox", "inbox", "INBOX/", "Inbox/"])
  func theInboxIsOneInAnySpelling(_ name: String) throws {
    let found = try folders(#"() "/" "\#(name)""#, #"() "/" Inbox/TTT"#, #"() "/" inbox/Sent"#)
    #expect(found?.map(\.name.description) == ["INBOX", "INBOX/Sent", "INBOX/TTT"])
    // Below INBOX, a server may distinguish capital and small letters.
    #expect(found?.map(\.encodedName) == ["INBOX", "inbox/Sent", "Inbox/TTT"])
    #expect(found?.map(\.role) == [.inbox, .sent, nil])
  }

  @Test func twoNamesAreTwoFolders() throws {
    let found = try folders(
      #"() "/" "Work/""#,
      #"() "/" Work"#,
      #"() "/" "mailwiz/""#,
      #"() "/" a//b"#,
      #"() "/" a/b"#
    )
    let names = found?.map { [$0.encodedName, $0.name.description] }
    #expect(names?.contains(["Work", "Work"]) == true)
    #expect(names?.contains(["Work/", "Work\u{2215}"]) == true)
    #expect(names?.contains(["mailwiz/", "mailwiz"]) == true)
    #expect(names?.contains(["a/b", "a/b"]) == true)
    #expect(names?.count == 6)
    #expect(Set(found?.map(\.name) ?? []).count == 6)
  }

  /// The store would cut such a name, and the rest is the name of another folder.
  @Test func aNameWithANULIsLeftOutAndSaid() throws {
    let list = try list("() \"/\" {5}\r\nWork\0", "() \"/\" Sent")
    #expect(list?.folders.map(\.encodedName) == ["INBOX", "Sent"])
    #expect(list?.tree(of: "Ann").skipped.map(\.isInPart) == [true])
  }

  @Test func aListWithoutALineIsNone() throws {
    #expect(try folders() == nil)
    #expect(try folders(#"(\Noselect) "/" """#) == nil)
  }

  @Test func ofTwoFoldersWithOneRoleTheHigherOneHasIt() throws {
    let found = try folders(#"(\Drafts) "/" "Shared/team/Drafts""#, #"(\Drafts) "/" Drafts"#)
    #expect(found?.filter { $0.role == .drafts }.map(\.encodedName) == ["Drafts"])
  }

  @Test func theLengthAndTheLevelsOfANameAreLimited() throws {
    let deep = (100..<350).map(String.init).joined(separator: "/")
    let long = String(repeating: "long/", count: 300)
    let list = try list(#"() "/" \#(deep)"#, #"() "/" \#(long)"#, #"() "/" Work"#)
    #expect(list?.folders.map(\.encodedName) == ["INBOX", deep, "Work"])
    let levels = list?.folders.map(\.name.components.count).max() ?? 0
    #expect((2...20).contains(levels))
    let reason = "folders with names of more than 1000 bytes are not listed"
    #expect(list?.tree(of: "imap.example.org").skipped.map(\.reason) == [reason])
  }

  // MARK: An account

  private func withWork() async throws -> (IMAPCase, Mailbox) {
    let this = try IMAPCase(.rich, count: 3)
    this.addFolder("Work", 10..<12)
    let mailbox = try await this.open().refreshed()
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 5)
    return (this, mailbox)
  }

  @Test func anAnswerWithoutAFolderLeavesTheStoreAlone() async throws {
    let (this, mailbox) = try await withWork()
    this.server.refuse { $0.hasPrefix("LIST") ? "OK done" : nil }
    for _ in 0..<3 {
      let summary = try await mailbox.refresh()
      #expect(summary.skipped.map(\.reason) == ["the server lists no folder"])
    }
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 5)
    #expect(try await mailbox.folders().count == 2)
  }

  @Test func theInboxOfAServerThatListsNothingIsRead() async throws {
    let this = try IMAPCase(.rich, count: 3)
    this.server.refuse { $0.hasPrefix("LIST") ? "OK done" : nil }
    let mailbox = try await this.open().refreshed()
    #expect(try await mailbox.folders().map(\.name) == [.inbox])
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 3)
  }

  @Test func aFolderGoesOnlyWhenTwoListsLackIt() async throws {
    let (this, mailbox) = try await withWork()
    let work = this.server.change { $0.folders.removeLast() }
    _ = try await mailbox.refresh()
    #expect(try await mailbox.folders().count == 2)
    this.server.change { $0.folders.append(work) }
    _ = try await mailbox.refresh()
    _ = this.server.change { $0.folders.removeLast() }
    _ = try await mailbox.refresh()
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 5)
    _ = try await mailbox.refresh()
    #expect(try await mailbox.folders().map(\.name) == [.inbox])
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 3)
  }

  @Test(arguments: [
    ("NO [NONEXISTENT] gone", true), ("NO no such folder", true), ("NO [UNAVAILABLE] gone", false),
    ("NO try again later", false),
  ])
  func aFolderThatDoesNotExistGoesAtOnce(_ refusal: String, goes: Bool) async throws {
    let (this, mailbox) = try await withWork()
    _ = this.server.change { $0.folders.removeLast() }
    this.server.refuse { $0.contains("Work") ? refusal : nil }
    _ = try await mailbox.refresh(for: FolderName("Work"))
    #expect(try await mailbox.folders().count == (goes ? 1 : 2))
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == (goes ? 3 : 5))
  }

  @Test func aFolderThatCannotBeOpenedIsNamedAndHidesNoOther() async throws {
    let this = try IMAPCase(.rich, count: 3)
    this.addFolder("Broken", 10..<11)
    this.addFolder("Work", 11..<12)
    this.server.refuse { command in
      command.hasPrefix("EXAMINE") && command.contains("Broken") ? "NO no such folder" : nil
    }
    let mailbox = try await this.open().refreshed()
    let page = try await mailbox.page(limit: 20)
    #expect(page.conversations.count == 4)
    #expect(page.failure == nil)
    #expect(page.skipped.map(\.path) == ["Broken"])
    #expect(try await mailbox.refresh().skipped.map(\.path) == ["Broken"])
    let alone = Listing(folder: FolderName("Broken"))
    let failure = try await mailbox.page(in: alone, limit: 20).failure
    #expect(failure?.description.contains("“Broken”") == true)
  }

  @Test func aFolderWhoseAnswersMakeNoSenseFailsAlone() async throws {
    let (this, mailbox) = try await withWork()
    for index in 0...1 { this.deliver(20 + index, days: 0.1, to: index) }
    // The server opens the folder without the number of messages, and refuses to send it.
    this.server.refuse { command in
      let isAboutInbox = command.hasPrefix("EXAMINE") && command.contains("INBOX")
      return isAboutInbox ? "OK done" : command.hasPrefix("STATUS") ? "NO not now" : nil
    }
    let summary = try await mailbox.refresh()
    #expect(summary.skipped.map(\.path) == ["INBOX"])
    #expect(summary.newMessages == 1)
  }

  @Test(arguments: IMAPCase.kinds)
  func aFolderThatWasNeverReadHasTheServersCount(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 3)
    this.addFolder("Work", 10..<17)
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(try await mailbox.folders().map(\.messages) == [3, 7])
    #expect(try await mailbox.folders().map(\.unread) == [3, 7])
    #expect(this.server.violations == [])
    // The list is requested once.
    let flights = this.server.flights.reduce(0, +)
    _ = try await mailbox.refresh(for: .inbox)
    #expect(this.server.flights.reduce(0, +) == flights + 1)
  }

  @Test func aFolderThatNobodyHasCountedHasNoNumber() async throws {
    let this = try IMAPCase(.poor, count: 3)
    this.addFolder("Work")
    this.server.refuse { $0.hasPrefix("STATUS") ? "NO not here" : nil }
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(try await mailbox.folders().map(\.messages) == [3, nil])
    // The next refresh asks again.
    this.server.refuse(nil)
    _ = try await mailbox.refresh(for: .inbox)
    #expect(try await mailbox.folders().map(\.messages) == [3, 0])
  }
}
