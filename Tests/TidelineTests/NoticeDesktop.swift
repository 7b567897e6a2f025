import TidelineGtk

@testable import Tideline

/// A desktop that receives notifications.
final class NoticeDesktop {
  /// The shown notifications, by identifier.
  private(set) var shown: [String: DesktopNotification] = [:]
  var isWanted = true
  var isWindowAttended = false
  /// The number of notifications so far.
  private(set) var sent = 0
  private var waiting: (() -> Void)?

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
