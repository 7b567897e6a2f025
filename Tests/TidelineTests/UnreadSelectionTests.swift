import Mail
import MailTesting
import TidelineGtk
import XCTest

@testable import Tideline

/// The keys to the next and the previous unread conversation.
nonisolated final class UnreadSelectionTests: StoreTestCase {
  /// Nine conversations of the seconds 1000 to 1008, of which three are unread.
  private static func account() -> PagedAccount {
    var mail = PagedAccount.Mail()
    mail.add(
      FolderID("inbox"),
      (1000..<1009).map { MessageHead(at: $0) }
    )
    for position in 0..<9 where ![1, 4, 8].contains(position) {
      mail.flag(position, of: 0, .seen)
    }
    return PagedAccount(mail)
  }

  func testTheNearestUnreadConversationIsSelected() throws {
    try withFeed(of: Self.account()) { feed, list in
      _ = try await feed.source.mailboxes[0].refresh()
      await feed.listAndWait(Listing(folder: .inbox))
      let reading = SelectedConversation(of: list.list)
      reading.source = feed.source
      var shown: [Int64?] = []
      reading.onSelect = { shown.append($0) }
      /// The second of the conversation that is selected by a key; nil if there is none.
      @MainActor func press(below: Bool) async throws -> Int? {
        let before = shown.count
        var isNone = false
        reading.selectUnread(of: feed.listing, below: below) {
          try await feed.load(downTo: $0)
        } none: {
          isNone = true
        }
        while !isNone, shown.count == before { await Task.yield() }
        guard !isNone, let id = list.list.selected else { return nil }
        return try await feed.source.conversations([id]).first
          .map { Int($0.date.timeIntervalSince1970) }
      }
      // Without a selection, the whole list is below.
      var found = try await press(below: false)
      XCTAssertNil(found)
      for second in [1007, 1004] {
        found = try await press(below: true)
        XCTAssertEqual(found, second)
      }
      // A conversation on a page that is not loaded yet is loaded, with the pages above it.
      XCTAssertEqual(list.list.model.count, 5)
      found = try await press(below: true)
      XCTAssertEqual(found, 1000)
      XCTAssertEqual(list.list.model.count, 9)
      found = try await press(below: true)
      XCTAssertNil(found)
      for second in [1004, 1007] {
        found = try await press(below: false)
        XCTAssertEqual(found, second)
      }
      found = try await press(below: false)
      XCTAssertNil(found)
      reading.source = nil
    }
  }
}
