import Mail
import MailTesting
import Testing
import TidelineGtk
import XCTest

@testable import Tideline

/// The times at which the desktop is notified of new mail.
@MainActor
struct MailNoticeTests {
  @Test func whoLooksAtTheWindowIsNotTold() {
    let desktop = NoticeDesktop()
    desktop.isWindowAttended = true
    let notice = desktop.notice()
    notice.hears(NewMail(count: 3))
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whoHasNotSwitchedItOnIsNotTold() {
    let desktop = NoticeDesktop()
    desktop.isWanted = false
    desktop.notice().hears(NewMail(count: 3))
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  /// As in All Inboxes beside the window of an account.
  @Test func mailOfTwoWindowsIsToldOnce() {
    let news = { revision in
      var news = NewMail(count: 1)
      news.arrivals = [.init(store: "/store", conversation: 7, revision: revision)]
      return news
    }
    let (inboxes, account) = (NoticeDesktop(), NoticeDesktop())
    let (one, other) = (inboxes.notice(), account.notice())
    account.isWindowAttended = true
    for notice in [one, other] { notice.hears(news(1)) }
    for desktop in [inboxes, account] { desktop.passMoment() }
    #expect(inboxes.titles + account.titles == [])
    account.isWindowAttended = false
    for notice in [one, other] { notice.hears(news(2)) }
    for desktop in [inboxes, account] { desktop.passMoment() }
    #expect(inboxes.titles + account.titles == ["1 new in Inbox"])
    one.hears(news(3))
    inboxes.passMoment()
    #expect(inboxes.titles == ["2 new in Inbox"])
    // What the other window has told of is not lost from the count, nor added to it.
    for notice in [other, one] { notice.hears(news(4)) }
    for desktop in [account, inboxes] { desktop.passMoment() }
    one.hears(news(5))
    inboxes.passMoment()
    #expect((inboxes.titles, account.titles) == (["3 new in Inbox"], ["1 new in Inbox"]))
  }

  @Test func refusedMarksAreToldUntilAWindowShowsTheMailbox() {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.show(refused: "2 messages are marked in Tideline only.", at: "/mail", title: "Work")
    #expect(desktop.titles == ["Work"])
    #expect(desktop.bodies == ["2 messages are marked in Tideline only."])
    notice.withdraw()
    #expect(desktop.titles == [])
    desktop.isWanted = false
    notice.show(refused: "1 message is marked in Tideline only.", at: "/mail", title: "Work")
    #expect(desktop.titles == [])
  }

  @Test func whatIsNewIsNamedByItsSendersAndSubjects() {
    let lines = ["Ines: High water", "Kai: Low water", "Ebba: Slack"]
    #expect(NewMail(count: 3, lines: lines).body == "Ines: High water\nKai: Low water\nEbba: Slack")
    #expect(
      NewMail(count: 5, lines: lines).body
        == "Ines: High water\nKai: Low water\nEbba: Slack\nand 2 more"
    )
    #expect(NewMail(count: 5).body == nil)
  }

  @Test func whatAFolderIsCalledIsOneShortLine() {
    let desktop = NoticeDesktop()
    let name = "\u{202E}a\nb\u{1B}\u{9B}\u{2066}<b>&" + String(repeating: "x", count: 9_000)
    let notice = desktop.notice()
    notice.refreshed(NewMail(count: 1), at: "/mail", title: name)
    desktop.passMoment()
    let title = desktop.titles.first ?? ""
    #expect(title.hasPrefix("1 new in a b<b>&xxx"))
    #expect(title.count == 201)
  }

  @Test func whoLooksAtTheWindowAMomentLaterIsNotTold() {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.hears(NewMail(count: 3))
    #expect(desktop.titles == [])
    desktop.isWindowAttended = true
    desktop.passMoment()
    #expect(desktop.titles == [])
    desktop.isWindowAttended = false
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whoSawItComeAndLeavesIsNotTold() {
    let desktop = NoticeDesktop()
    desktop.isWindowAttended = true
    let notice = desktop.notice()
    notice.hears(NewMail(count: 3))
    desktop.isWindowAttended = false
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aWindowThatClosesAtOnceTellsNothing() {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.hears(NewMail(count: 3))
    notice.withdraw()
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whatComesBeforeTheFirstWasSeenIsAddedToIt() {
    let (desktop, notice) = NoticeDesktop.noticed()
    for news in [
      NewMail(count: 2, lines: ["Ines: High", "Kai: Low"]),
      NewMail(count: 3, lines: ["Ebba: Slack"]),
    ] {
      notice.hears(news)
    }
    desktop.passMoment()
    #expect(desktop.titles == ["5 new in Inbox"])
    #expect(desktop.bodies == ["Ebba: Slack\nInes: High\nKai: Low\nand 2 more"])
    #expect(desktop.sent == 1)
    notice.withdraw()
    #expect(desktop.titles == [])
    notice.hears(NewMail(count: 1))
    desktop.passMoment()
    #expect(desktop.titles == ["1 new in Inbox"])
    #expect(desktop.sent == 2)
  }

  @Test func whereNothingElseCameItStays() {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.hears(NewMail(count: 3))
    desktop.passMoment()
    notice.hears(NewMail(count: 0))
    desktop.passMoment()
    #expect(desktop.titles == ["3 new in Inbox"])
    #expect(desktop.sent == 1, "it stands there already")
  }

  @Test func mailThatWasReadElsewhereIsNoNewsAnyMore() {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.hears(NewMail(count: 3))
    notice.hears(NewMail(count: 0, hasUnread: false))
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aMailboxThatIsShownNoMoreLeavesNone() {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.refreshed(NewMail(count: 1), at: "/one", title: "One")
    notice.refreshed(NewMail(count: 1), at: "/two", title: "Two")
    desktop.passMoment()
    #expect(desktop.titles == ["1 new in Two"])
  }

  @Test func whatIsNamedCanBeMarkedAsRead() throws {
    let (desktop, notice) = NoticeDesktop.noticed()
    var marked: [[Int64]] = []
    notice.onMarkRead = { marked.append($0.conversations) }
    notice.hears(NewMail(count: 1, lines: ["Ines: High"], conversations: [7]), at: "/named")
    desktop.passMoment()
    notice.hears(NewMail(count: 1, lines: ["Kai: Low"], conversations: [9]), at: "/named")
    desktop.passMoment()
    let shown = try #require(desktop.shown.values.first)
    #expect(shown.buttons.map(\.label) == ["Open", "Mark as Read"])
    #expect(shown.buttons.map(\.action) == ["app.show-mailbox", "app.mark-new-mail-read"])
    MailNotice.markRead(at: "/other")
    #expect(marked == [])
    MailNotice.markRead(at: "/named")
    #expect(marked == [[9, 7]])
    #expect(desktop.titles == [])
    // The mail of a notification that is gone is not marked again.
    MailNotice.markRead(at: "/named")
    #expect(marked.count == 1)
  }

  @Test func mailThatIsNotNamedIsNotMarked() throws {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.onMarkRead = { _ in Issue.record("mail was marked that the user has not seen named") }
    notice.hears(NewMail(count: 5, lines: ["Ines: High"], conversations: [7]), at: "/unnamed")
    desktop.passMoment()
    #expect(desktop.shown.values.first?.buttons.map(\.label) == ["Open"])
    MailNotice.markRead(at: "/unnamed")
    notice.withdraw()
  }

  @Test func aClickLeadsToTheMailbox() throws {
    let (desktop, notice) = NoticeDesktop.noticed()
    notice.refreshed(NewMail(count: 1), at: "/home/ann/50 % done %s", title: "100 %s")
    desktop.passMoment()
    let shown = try #require(desktop.shown.values.first)
    #expect(shown.action == "app.show-mailbox")
    #expect(shown.target == "/home/ann/50 % done %s")
    notice.refreshed(NewMail(count: 2), at: "/mail", title: "100 %s")
    desktop.passMoment()
    #expect(desktop.titles == ["2 new in 100 %s"])
  }
}

/// The mail that a notification names.
nonisolated final class NewMailTests: StoreTestCase {
  func testTheNamedMailIsMarkedAndNoOther() throws {
    var mail = PagedAccount.Mail()
    mail.add(FolderID("inbox"), (1000..<1003).map { MessageHead(at: $0) })
    let account = PagedAccount(mail)
    try withFeed(of: account) { feed, _ in
      _ = try await feed.source.refresh(for: .inbox, progress: nil)
      var arrived = await ArrivedMail(in: feed.source, .inbox)
      account.mail.withLock { $0.deliver(MessageHead(at: 1010), to: 0) }
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
}

extension MailNotice {
  /// The inbox at a path was refreshed.
  fileprivate func hears(_ news: NewMail, at path: String = "/mail") {
    refreshed(news, at: path, title: "Inbox")
  }
}

/// A desktop that receives notifications.
private final class NoticeDesktop {
  /// The notifications that are shown, by identifier.
  private(set) var shown: [String: DesktopNotification] = [:]
  var isWanted = true
  var isWindowAttended = false
  /// The number of notifications sent.
  private(set) var sent = 0
  private var waiting: (() -> Void)?

  static func noticed() -> (NoticeDesktop, MailNotice) {
    let desktop = NoticeDesktop()
    return (desktop, desktop.notice())
  }

  func notice() -> MailNotice {
    MailNotice(
      MailNotice.Desktop(
        send: {
          self.shown[$1] = $0
          self.sent += 1
        },
        withdraw: { self.shown[$0] = nil },
        isWanted: { self.isWanted },
        isWindowAttended: { self.isWindowAttended },
        afterMoment: {
          self.waiting = $0
          return { self.waiting = nil }
        }
      )
    )
  }

  func passMoment() {
    waiting?()
    waiting = nil
  }

  var bodies: [String] { shown.values.compactMap(\.body).sorted() }
  var titles: [String] { shown.values.map(\.title).sorted() }
}
