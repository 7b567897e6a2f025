import Testing

@testable import Tideline

/// When the desktop is told of new mail.
@MainActor
struct MailNoticeTests {
  @Test func whoLooksAtTheWindowIsNotTold() {
    let desktop = NoticeDesktop()
    desktop.isWindowAttended = true
    let notice = desktop.notice()
    notice.refreshed(NewMail(count: 3), at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whoHasNotSwitchedItOnIsNotTold() {
    let desktop = NoticeDesktop()
    desktop.isWanted = false
    desktop.notice().refreshed(NewMail(count: 3), at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whatIsNewIsNamedByItsSendersAndSubjects() {
    let lines = ["Ines: High water", "Kai: Low water", "Ebba: Slack"]
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.refreshed(NewMail(count: 3, lines: lines), at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.bodies == ["Ines: High water\nKai: Low water\nEbba: Slack"])
    notice.refreshed(NewMail(count: 5, lines: lines), at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.bodies == ["Ines: High water\nKai: Low water\nEbba: Slack\nand 2 more"])
    notice.refreshed(NewMail(count: 5), at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.bodies == [])
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
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.refreshed(NewMail(count: 3), at: "/mail", title: "Inbox")
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
    notice.refreshed(NewMail(count: 3), at: "/mail", title: "Inbox")
    desktop.isWindowAttended = false
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aWindowThatClosesAtOnceTellsNothing() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.refreshed(NewMail(count: 3), at: "/mail", title: "Inbox")
    notice.withdraw()
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func theLatestTakesThePlaceOfWhatWasTold() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    for count in 1...3 {
      notice.refreshed(NewMail(count: count), at: "/mail", title: "Inbox")
      desktop.passMoment()
      #expect(desktop.titles == ["\(count) new in Inbox"])
    }
    notice.refreshed(NewMail(count: 0), at: "/mail", title: "Inbox")
    #expect(desktop.titles == [])
  }

  @Test func aMailboxThatIsShownNoMoreLeavesNone() {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
    notice.refreshed(NewMail(count: 1), at: "/one", title: "One")
    notice.refreshed(NewMail(count: 1), at: "/two", title: "Two")
    desktop.passMoment()
    #expect(desktop.titles == ["1 new in Two"])
  }

  @Test func aClickLeadsToTheMailbox() throws {
    let desktop = NoticeDesktop()
    let notice = desktop.notice()
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
