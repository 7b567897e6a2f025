import CAdwaita
import Gtk
import Testing

@testable import Tideline

/// When the desktop is told of new mail.
@MainActor
struct MailNoticeTests {
  /// What stands on the desktop, by identifier.
  private final class Desktop {
    var shown: [String: DesktopNotification] = [:]
    var isWindowAttended = false
    private var waiting: (() -> Void)?

    func notice() -> MailNotice {
      MailNotice(
        MailNotice.Desktop(
          send: { self.shown[$1] = $0 },
          withdraw: { self.shown[$0] = nil },
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

    var titles: [String] { shown.values.map(\.title).sorted() }
  }

  @Test func whoLooksAtTheWindowIsNotTold() {
    let desktop = Desktop()
    desktop.isWindowAttended = true
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func whoLooksAtTheWindowAMomentLaterIsNotTold() {
    let desktop = Desktop()
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
    let desktop = Desktop()
    desktop.isWindowAttended = true
    let notice = desktop.notice()
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    desktop.isWindowAttended = false
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aWindowThatClosesAtOnceTellsNothing() {
    let desktop = Desktop()
    let notice = desktop.notice()
    notice.refreshed(newMessages: 3, at: "/mail", title: "Inbox")
    notice.withdraw()
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func theCountTakesThePlaceOfTheArrival() {
    let desktop = Desktop()
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

  @Test func mailThatWasReadElsewhereIsNoNewsAnyMore() {
    let desktop = Desktop()
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/mail", title: "Inbox")
    notice.refreshed(newMessages: 0, at: "/mail", title: "Inbox")
    desktop.passMoment()
    #expect(desktop.titles == [])
  }

  @Test func aMailboxThatIsShownNoMoreLeavesNone() {
    let desktop = Desktop()
    let notice = desktop.notice()
    notice.mailHasArrived(at: "/one", title: "One")
    notice.mailHasArrived(at: "/two", title: "Two")
    desktop.passMoment()
    #expect(desktop.titles == ["New mail in Two"])
  }

  @Test func aClickLeadsToTheMailbox() throws {
    let desktop = Desktop()
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
