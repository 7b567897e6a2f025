import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Messages that are marked for deletion, but still there.
@Suite struct DeletedTests {
  /// Three conversations: a read one, an unread one, and one marked for deletion.
  private func maildir() throws -> MaildirFixture {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", "Read", date: date(1)), as: "cur/1:2,S")
    try maildir.add(message("b@x", "Unread", date: date(2)), as: "cur/2:2,")
    try maildir.add(message("c@x", "Marked", date: date(3)), as: "cur/3:2,T")
    return maildir
  }

  private func date(_ day: Int) -> String { "Mon, 0\(day) Jan 2023 15:04:05 +0000" }

  @Test func aMessageThatIsMarkedIsListedAndNotUnread() async throws {
    let maildir = try maildir()
    let mailbox = try await maildir.open().refreshed()
    let rows = try await mailbox.everything()
    #expect(rows.map(\.subject) == ["Marked", "Unread", "Read"])
    #expect(rows.map(\.deleted) == [true, false, false])
    #expect(rows.map(\.unread) == [0, 1, 0])
    #expect(try await mailbox.unreadCount() == 1)
    #expect(try await mailbox.folders().map(\.unread) == [1])
    let stub = try #require(try await mailbox.messages(in: rows[0].id).first)
    #expect(stub.isDeleted && !stub.isUnread)
  }

  @Test(arguments: [nil, FolderName.inbox], ["", "ann"])
  func aFilterHidesWhatIsMarked(_ folder: FolderName?, _ search: String) async throws {
    let maildir = try maildir()
    let mailbox = try await maildir.open().refreshed()
    var listing = Listing(folder: folder, withoutDeleted: true, search: search)
    #expect(
      try await mailbox.everything(in: listing, pageSize: 1).map(\.subject) == ["Unread", "Read"]
    )
    listing.unreadOnly = true
    #expect(try await mailbox.everything(in: listing, pageSize: 1).map(\.subject) == ["Unread"])
  }

  @Test func theMarkComesAndGoesWithTheFlag() async throws {
    let maildir = try maildir()
    let mailbox = try await maildir.open().refreshed()
    try maildir.move("cur/3:2,T", to: "cur/3:2,")
    try maildir.move("cur/2:2,", to: "cur/2:2,T")
    _ = try await mailbox.refresh()
    let listing = Listing(folder: .inbox, withoutDeleted: true)
    #expect(
      try await mailbox.everything(in: listing, pageSize: 9).map(\.subject) == ["Marked", "Read"]
    )
    #expect(try await mailbox.everything().map(\.unread) == [1, 0, 0])
  }

  /// A thread of a living message and a later one that is marked for deletion; another folder has
  /// the answer to a message of the inbox that is marked.
  private func threads() throws -> MaildirFixture {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", "Thread", date: date(1), body: "alive\n"), as: "cur/1:2,S")
    let hidden = message(
      "b@x",
      "Re: Thread",
      from: "Bo <bo@x>",
      references: ["a@x"],
      date: date(4),
      body: "hidden\n"
    )
    try maildir.add(hidden, as: "cur/2:2,FT")
    try maildir.add(message("c@x", "Asked", date: date(2), body: "question\n"), as: "cur/3:2,T")
    try maildir.addFolder(".Answers")
    try maildir.add(
      message("d@x", "Re: Asked", references: ["c@x"], date: date(3), body: "answer\n"),
      as: ".Answers/cur/4:2,S"
    )
    return maildir
  }

  @Test func aMarkedMessageCountsForNothingInARow() async throws {
    let maildir = try threads()
    let mailbox = try await maildir.open().refreshed()
    let rows = try await mailbox.everything()
    #expect(rows.map(\.subject) == ["Asked", "Thread"])
    #expect(rows.map(\.snippet) == ["answer", "alive"])
    #expect(rows.map(\.messageCount) == [1, 1])
    #expect(rows.map(\.flagged) == [false, false])
    #expect(rows.map(\.deleted) == [false, false])
    #expect(rows[1].participants == ["Ann"])
    let stubs = try await mailbox.messages(in: rows[1].id, withoutDeleted: true)
    #expect(stubs.map(\.snippet) == ["alive"])
    #expect(try await mailbox.messages(in: rows[1].id).count == 2)
  }

  @Test func aFolderHidesAConversationThatLivesElsewhere() async throws {
    let maildir = try threads()
    let mailbox = try await maildir.open().refreshed()
    func subjects(_ folder: FolderName?, _ search: String = "") async throws -> [String] {
      let listing = Listing(folder: folder, withoutDeleted: true, search: search)
      return try await mailbox.everything(in: listing, pageSize: 1).map(\.subject)
    }
    #expect(try await subjects(.inbox) == ["Thread"])
    #expect(try await subjects(.inbox, "ann") == ["Thread"])
    #expect(try await subjects(.inbox, "in:inbox") == ["Thread"])
    #expect(try await subjects(FolderName("Answers")) == ["Asked"])
    #expect(try await subjects(nil) == ["Asked", "Thread"])
  }

  @Test(arguments: ["hidden", "from:bo", "is:starred", "question"])
  func aSearchFindsNoHiddenMessage(_ search: String) async throws {
    let maildir = try threads()
    let mailbox = try await maildir.open().refreshed()
    var listing = Listing(withoutDeleted: true, search: search)
    #expect(try await mailbox.everything(in: listing, pageSize: 9).isEmpty)
    listing.search = "alive"
    #expect(try await mailbox.everything(in: listing, pageSize: 9).count == 1)
  }

  @Test func whatComesMarkedDoesNotArrive() async throws {
    let maildir = try maildir()
    let mailbox = try await maildir.open().refreshed()
    try maildir.add(message("n@x", "New", date: date(4)), as: "cur/5:2,")
    try maildir.add(message("m@x", "Gone", date: date(5)), as: "cur/6:2,T")
    #expect(try await mailbox.refresh().newMessages == 1)
  }

  @Test func aServersFlagIsTheSame() async throws {
    let this = try IMAPCase(.rich, count: 3)
    this.server.change { $0.folders[0].setFlags(["\\Deleted"], at: 2) }
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(try await mailbox.everything().map(\.deleted) == [true, false, false])
    #expect(try await mailbox.everything().map(\.unread) == [0, 1, 1])
    this.server.change { $0.folders[0].setFlags([], at: 2) }
    _ = try await mailbox.refresh(for: .inbox)
    #expect(try await mailbox.everything().map(\.unread) == [1, 1, 1])
  }

  /// Moving a message leaves a copy that is marked for deletion.
  @Test func aMarkedCopyDecidesNothingBesideAnother() throws {
    func row(_ copies: [(folder: Int64, flags: MessageFlags)]) throws -> Conversation {
      var digest = ConversationDigest()
      for copy in copies {
        digest.add(PagedMail.head("a", date: 0), folder: copy.folder, flags: copy.flags)
      }
      return try #require(digest.conversation(id: 1)).row
    }
    #expect(try row([(1, .trashed), (2, [])]).unread == 1)
    #expect(try row([(1, [.trashed, .seen]), (2, [])]).unread == 1)
    #expect(try row([(1, .trashed), (2, .seen)]).unread == 0)
    #expect(try !row([(1, .trashed), (2, [])]).deleted)
    #expect(try row([(1, .trashed), (2, .trashed)]).deleted)
  }
}
