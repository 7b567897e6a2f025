import Testing

@testable import Tideline

/// When the desktop is told of new mail.
@MainActor
struct MailNoticeTests {
  @Test func whoLooksAtTheWindowIsNotTold() {
    let desktop = NoticeDesktop()
    desktop.isWindowAttended = true
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whatAFolderIsCalledIsOneShortLine() {
    let desktop = NoticeDesktop()
    let name = "\u{202E}a\nb\u{1B}\u{9B}\u{2066}<b>&" + String(repeating: "x", count: 9_000)
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/mail", title: name)
    desktop.passMoment()
    let title = desktop.titles.first ?? ""
    #expect(title.hasPrefix("New mail in a b<b>&xxx"))
    #expect(title.count == 201)
  }

  @Test func whoLooksAtTheWindowAMomentLaterIsNotTold() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
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
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    desktop.isWindowAttended = false
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aWindowThatClosesAtOnceTellsNothing() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    notice.withdraw()
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func theCountTakesThePlaceOfTheArrival() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == ["New mail in Inbox"])
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == ["3 new in Inbox"])
    notice.withdraw()
    #expect(desktop.titles == [])
  }

  @Test func whatArrivesLaterIsToldOnceTheFirstWasSeen() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    for _ in 0..<3 { notice.mailHasArrived(at: "/mail", title: "Inbox") }
    desktop.passMoment()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.sent == 1, "it stands there already")
    notice.withdraw()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.sent == 2)
  }

  @Test func mailThatWasReadElsewhereIsNoNewsAnyMore() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    notice.refreshed(newMessages: 0, at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aMailboxThatIsShownNoMoreLeavesNone() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/one", title: "One")
    notice.mailHasArrived(at: "/two", title: "Two")
    desktop.passMoment()
    #expect(desktop.titles == ["New mail in Two"])
  }

  @Test func aClickLeadsToTheMailbox() throws {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/home/ann/50 % done %s", title: "100 %s")
    desktop.passMoment()
    let shown = try #require(desktop.shown.values.first)
    #expect(shown.action == "app.show-mailbox")
    #expect(shown.target == "/home/ann/50 % done %s")
    notice.refreshed(newMessages: 2, at: "/mail", title: "100 %s")
    desktop.passMoment()
    #expect(desktop.titles == ["2 new in 100 %s"])
  }
}
