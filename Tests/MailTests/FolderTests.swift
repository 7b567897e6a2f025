import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Several folders of one mailbox: conversations span folders, and each folder lists its own.
struct FolderTests {
  /// A Maildir with a subfolder for sent mail.
  private func withSent() throws -> MaildirFixture {
    let maildir = try MaildirFixture()
    try maildir.addFolder(".Sent")
    try maildir.add(message("question@x", "Boat"), as: "cur/1:2,S")
    try maildir.add(message("other@x", "Car"), as: "cur/2:2,S")
    return maildir
  }

  private let sent = FolderName(components: ["Sent"])

  private func reply() -> String {
    message(
      "answer@x",
      "Re: Boat",
      from: "Bob <bob@b.example>",
      references: ["question@x"],
      date: "Tue, 03 Jan 2023 15:04:05 +0000"
    )
  }

  @Test func onesOwnRepliesJoinTheConversation() async throws {
    let maildir = try withSent()
    try maildir.add(reply(), as: ".Sent/cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    let inbox = try await mailbox.page(in: Listing(folder: .inbox), limit: 50).conversations
    #expect(inbox.map(\.subject) == ["Boat", "Car"])
    #expect(inbox.first?.messageCount == 2)
    #expect(inbox.first?.participants == ["Ann", "Bob"])
    let page = try await mailbox.page(in: Listing(folder: sent), limit: 50)
    #expect(page.conversations == [inbox[0]])
    #expect(try await mailbox.folders().map(\.name) == [.inbox, sent])
    #expect(try await mailbox.folders().map(\.messages) == [2, 1])
    #expect(try await mailbox.groups() == [["answer@x", "question@x"], ["other@x"]])
  }

  /// A read conversation in the inbox and in the trash, an unread one in each folder of the mailbox.
  private func withJunk() throws -> MaildirFixture {
    let maildir = try withSent()
    for folder in ["Junk", "Trash"] {
      try maildir.addFolder(".\(folder)")
      try maildir.add(message("\(folder)@x", "Only \(folder)"), as: ".\(folder)/cur/1:2,")
    }
    try maildir.add(reply(), as: ".Trash/cur/2:2,S")
    try maildir.add(message("sent@x", "Sent"), as: ".Sent/cur/1:2,")
    return maildir
  }

  @Test func junkAndTrashDoNotCountAsUnread() async throws {
    let maildir = try withJunk()
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.folders().map(\.unread) == [0, 1, 1, 1])
    #expect(try await mailbox.unreadCount() == 1)
  }

  @Test func mailThatArrivesInJunkOrTrashIsNotNewInAListOfAllFolders() async throws {
    let maildir = try withJunk()
    let mailbox = try await maildir.open().refreshed()
    for place in [".Junk/cur/7:2,", ".Trash/cur/8:2,", "cur/9:2,"] {
      try maildir.add(message("\(place.hashValue)@new.example", "New"), as: place)
    }
    #expect(try await mailbox.refresh().newMessages == 1)
    func arrivals(_ listing: Listing) async throws -> [Int] {
      try await mailbox.places(in: listing, downTo: nil).arrivals.values.map(\.messages)
    }
    #expect(try await arrivals(Listing(withoutJunk: true)) == [1])
    #expect(try await arrivals(Listing(folder: FolderName(components: ["Junk"]))) == [1])
  }

  @Test(arguments: ["", "a.example"])
  func aListOfAllFoldersLeavesOutJunkAndTrash(search: String) async throws {
    let maildir = try withJunk()
    let mailbox = try await maildir.open().refreshed()
    var listing = Listing(withoutJunk: true, search: search)
    func subjects() async throws -> Set<String> {
      Set(try await mailbox.everything(in: listing, pageSize: 1).map(\.subject))
    }
    #expect(try await subjects() == ["Boat", "Car", "Sent"])
    #expect(try await mailbox.places(in: listing, downTo: nil).places.count == 3)
    listing.unreadOnly = true
    #expect(try await subjects() == ["Sent"])
    // The folder itself lists its mail.
    listing.folder = FolderName(components: ["Trash"])
    #expect(try await subjects() == ["Only Trash"])
    listing = Listing(search: search)
    #expect(try await subjects().count == 5)
  }

  @Test func aFolderListsWhatHasAMessageInIt() async throws {
    let maildir = try withSent()
    let mailbox = try await maildir.open()
    func listed(_ folder: FolderName) async throws -> [Int] {
      try await mailbox.everything(in: Listing(folder: folder)).map(\.messageCount)
    }
    _ = try await mailbox.refresh()
    #expect(try await listed(sent) == [])
    try maildir.add(reply(), as: ".Sent/cur/1:2,S")
    _ = try await mailbox.refresh()
    #expect(try await listed(sent) == [2])
    try maildir.delete(".Sent/cur/1:2,S")
    _ = try await mailbox.refresh()
    #expect(try await listed(sent) == [])
    #expect(try await listed(.inbox) == [1, 1])
  }

  @Test func aMessageThatMovesStaysOneMessage() async throws {
    let maildir = try withSent()
    let mailbox = try await maildir.open().refreshed()
    try maildir.move("cur/2:2,S", to: ".Sent/cur/2:2,S")
    let summary = try await mailbox.refresh()
    #expect(summary.messages == 2)
    #expect(try await mailbox.everything().map(\.subject).sorted() == ["Boat", "Car"])
    let page = try await mailbox.page(in: Listing(folder: .inbox), limit: 9)
    #expect(page.conversations.map(\.subject) == ["Boat"])
  }

  /// A message moves into a folder that is read before its old one, or after it.
  @Test(arguments: [".Sent/cur/2:2,S", "cur/3:2,S"])
  func mailThatMovesIsNotNew(place: String) async throws {
    let maildir = try withSent()
    try maildir.add(reply(), as: ".Sent/cur/1:2,S")
    for folder in [nil, .inbox, sent] {
      let mailbox = try await maildir.open()
      _ = try await mailbox.refresh(for: folder)
      let from = place == "cur/3:2,S" ? ".Sent/cur/1:2,S" : "cur/2:2,S"
      try maildir.move(from, to: place)
      #expect(try await mailbox.refresh(for: folder).newMessages == 0)
      try maildir.move(place, to: from)
      #expect(try await mailbox.refresh(for: folder).newMessages == 0)
    }
  }

  @Test func mailInAFolderThatIsRenamedIsNotNew() async throws {
    let maildir = try withSent()
    try maildir.add(reply(), as: ".Sent/cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    try maildir.move(".Sent", to: ".Archive")
    try maildir.add(message("new@x", "New"), as: ".Archive/cur/2:2,S")
    let summary = try await mailbox.refresh()
    #expect(summary.newMessages == 1)
    #expect(summary.messages == 4)
  }

  @Test func aFolderThatIsGoneTakesItsMessagesAlong() async throws {
    let maildir = try withSent()
    try maildir.add(reply(), as: ".Sent/cur/1:2,")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.folders().map(\.unread) == [0, 1])
    try maildir.delete(".Sent")
    let summary = try await mailbox.refresh(for: .inbox)
    #expect(summary.messages == 2)
    #expect(summary.updated == 1)
    #expect(try await mailbox.folders().map(\.name) == [.inbox])
    #expect(
      try await mailbox.page(in: Listing(folder: sent), limit: 9).conversations
        .isEmpty
    )
  }

  @Test func aFolderThatAppearsIsReadAndListed() async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("question@x", "Boat"), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    try maildir.addFolder(".Sent")
    try maildir.add(reply(), as: ".Sent/new/1")
    #expect(try await mailbox.refresh(for: .inbox).updated == 1)
    #expect(try await mailbox.folders().map(\.messages) == [1, 1])
  }

  @Test func namesSurviveTheirTextForm() {
    for components in [["INBOX"], ["Lists", "GTK"], ["a/b", "c"]] {
      let name = FolderName(components: components)
      #expect(FolderName(name.description)?.description == name.description)
    }
    #expect(FolderName("") == nil)
    #expect(FolderName("/") == nil)
  }
}
