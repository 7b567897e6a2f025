import Mail
import MailTesting
import TidelineGtk
import XCTest

@testable import Tideline

/// The mail that a notification names.
nonisolated final class NewMailTests: StoreTestCase {
  func testTheNamedMailIsMarkedAndNoOther() throws {
    var mail = PagedAccount.Mail()
    mail.add(FolderID("inbox"), (1000..<1003).map(Self.head))
    let account = PagedAccount(mail)
    try withFeed(of: account) { feed, _ in
      _ = try await feed.source.refresh(for: .inbox, progress: nil)
      var arrived = await ArrivedMail(in: feed.source, .inbox)
      account.mail.withLock { $0.deliver(Self.head(at: 1010), to: 0) }
      _ = try await feed.source.refresh(for: .inbox, progress: nil)
      let found = await arrived.next(in: feed.source, .inbox)
      let news = try XCTUnwrap(found)
      XCTAssertEqual(news.lines, ["Ann: 1010"])
      XCTAssertTrue(news.isNamed)
      news.markRead(in: feed.source, writes: false) { XCTFail("\($0)") }
      let unread = Listing(folder: .inbox, unreadOnly: true)
      while try await feed.source.places(in: unread, downTo: nil).places.map(\.seconds)
        != [1002, 1001, 1000]
      { await Task.yield() }
    }
  }

  private static func head(at date: Int) -> MessageHead {
    MessageHead(
      messageID: "\(date)",
      references: [],
      date: Int64(date),
      senders: ["Ann"],
      subject: "\(date)",
      snippet: "",
      hasAttachments: false
    )
  }
}
