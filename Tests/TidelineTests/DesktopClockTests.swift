import Foundation
import Glibc
import Mail
import PullToRefresh
import TidelineGtk
import XCTest

@testable import Tideline

/// Rows are updated at midnight and when the desktop's clock format changes.
nonisolated final class DesktopClockTests: TidelineTestCase {
  @MainActor func testEachDayIsToldOnce() {
    var (now, days) = (1_795_000_000, 0)
    let clock = DesktopClock(now: { now }, onChange: { days += 1 })
    clock.look()
    XCTAssertEqual(days, 0)
    now += 86_400
    clock.look()
    clock.look()
    XCTAssertEqual(days, 1)
  }

  @MainActor func testAnotherTimeZoneIsToldOnce() {
    let zone = getenv("TZ").map { String(cString: $0) }
    defer {
      if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
      tzset()
    }
    setenv("TZ", "UTC", 1)
    var changes = 0
    // Noon in UTC: the day is the same in both zones.
    let clock = DesktopClock(now: { 1_795_003_200 }, onChange: { changes += 1 })
    clock.look()
    XCTAssertEqual(changes, 0)
    setenv("TZ", "UTC-3", 1)
    clock.look()
    clock.look()
    XCTAssertEqual(changes, 1)
  }

  /// Starts one second before midnight.
  @MainActor func testMidnightIsNotMissed() {
    var (now, days) = (1_795_000_000, 0)
    var midnight = tm()
    localtime_r(&now, &midnight)
    (midnight.tm_hour, midnight.tm_min, midnight.tm_sec) = (23, 59, 59)
    now = mktime(&midnight)
    let clock = DesktopClock(now: { now }, onChange: { days += 1 })
    now += 1
    XCTAssertTrue(MainLoop.run { days == 1 })
    withExtendedLifetime(clock) {}
  }

  @MainActor func testRowsFollowTheClockOfTheDesktop() throws {
    let settings = try XCTUnwrap(KeptSettings("org.gnome.desktop.interface"))
    defer { settings.reset("clock-format") }
    XCTAssertTrue(settings.set("24h", for: "clock-format"))
    let list = try ShownList()
    list.window.present()
    let date = Date()
    let place = Cursor(seconds: Int64(date.timeIntervalSince1970), id: 1)
    list.list.show([place], rows: [Conversation(id: 1, date: date, messageCount: 1)])
    let plain = RelativeDate.text(for: date, countsToTwelve: false)
    let halved = RelativeDate.text(for: date, countsToTwelve: true)
    XCTAssertNotEqual(plain, halved)
    XCTAssertTrue(MainLoop.run { list.texts.contains(plain) })
    XCTAssertTrue(settings.set("12h", for: "clock-format"))
    XCTAssertTrue(MainLoop.run { list.texts.contains(halved) })
    XCTAssertFalse(list.texts.contains(plain))
  }

  @MainActor func testTheMomentOfTheLastRefreshFollowsTheClockOfTheDesktop() throws {
    let settings = try XCTUnwrap(KeptSettings("org.gnome.desktop.interface"))
    defer { settings.reset("clock-format") }
    var now = tm()
    (now.tm_year, now.tm_mon, now.tm_mday, now.tm_hour, now.tm_isdst) = (126, 2, 10, 17, -1)
    let evening = Date(timeIntervalSince1970: Double(mktime(&now)))
    for (format, time) in [("24h", "15:00"), ("12h", "3:00 PM")] {
      XCTAssertTrue(settings.set(format, for: "clock-format"))
      let text = LastUpdated.Format.relative.text(of: evening - 7_200, now: evening)
      XCTAssertEqual(text, "Updated today at \(time)")
    }
  }
}

extension ShownList {
  /// The texts of the rows' labels.
  fileprivate var texts: [String] {
    var widgets = [list.widget.asWidget]
    var texts: [String] = []
    while let widget = widgets.popLast() {
      if widget.typeName == "GtkLabel" { texts.append(unsafeBitCast(widget, to: Label.self).text) }
      widgets += widget.children
    }
    return texts
  }
}
