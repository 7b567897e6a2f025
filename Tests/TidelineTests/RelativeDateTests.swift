import Foundation
import Testing

@testable import Tideline

/// The list's dates, in Berlin and in the C locale.
struct RelativeDateTests {
  private var berlin = Calendar(identifier: .gregorian)

  /// GLib formats in the process's time zone, which is set once, before its first use here.
  private static let processIsInBerlin: Void = { setenv("TZ", "Europe/Berlin", 1) }()

  init() throws {
    _ = Self.processIsInBerlin
    berlin.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
  }

  /// - Parameters: local times in Berlin, such as `2026-11-21 14:05`.
  private func text(_ date: String, at now: String) throws -> String {
    RelativeDate.text(for: try moment(date), now: try moment(now))
  }

  private func moment(_ text: String) throws -> Date {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(parts.count == 5)
    return try #require(
      berlin.date(
        from: DateComponents(
          year: parts[0],
          month: parts[1],
          day: parts[2],
          hour: parts[3],
          minute: parts[4]
        )
      )
    )
  }

  @Test func aWeekdayIsAWord() {
    #expect(RelativeDate.weekday("Sa", "Samstag") == "Sa")
    #expect(RelativeDate.weekday("六", "星期六") == "星期六")
    #expect(RelativeDate.weekday("س", "السبت") == "السبت")
  }

  @Test func exactlyIsWithWeekdayAndYear() throws {
    let date = try moment("2026-11-02 14:05")
    #expect(
      RelativeDate.exact(date, countsToTwelve: false) == "Monday, 2 November 2026, 14:05"
    )
    #expect(
      RelativeDate.exact(date, countsToTwelve: true) == "Monday, 2 November 2026, 2:05 PM"
    )
  }

  @Test func aMomentIsToTheMinute() throws {
    let now = try moment("2026-11-21 17:30")
    #expect(RelativeDate.moment(try moment("2026-11-21 09:05"), now: now) == "09:05")
    #expect(RelativeDate.moment(try moment("2026-11-20 23:59"), now: now) == "20 Nov 23:59")
    #expect(RelativeDate.moment(try moment("2026-01-02 00:00"), now: now) == "2 Jan 00:00")
    #expect(RelativeDate.moment(try moment("2025-12-31 08:00"), now: now) == "12/31/25 08:00")
  }

  @Test func aClockMayCountToTwelve() throws {
    let now = try moment("2026-11-21 23:30")
    for (time, text) in [("09:05", "9:05 AM"), ("00:00", "12:00 AM"), ("12:30", "12:30 PM")] {
      let date = try moment("2026-11-21 \(time)")
      #expect(RelativeDate.text(for: date, now: now, countsToTwelve: true) == text)
      #expect(RelativeDate.moment(date, now: now, countsToTwelve: true) == text)
    }
  }

  @Test func todayIsTheTime() throws {
    #expect(try text("2026-11-21 09:05", at: "2026-11-21 17:30") == "09:05")
    #expect(try text("2026-11-21 00:00", at: "2026-11-21 23:59") == "00:00")
  }

  @Test func laterTodayIsTheTimeToo() throws {
    #expect(try text("2026-11-21 18:00", at: "2026-11-21 17:30") == "18:00")
  }

  @Test func aMinuteBeforeMidnightIsYesterdayAMinuteAfter() throws {
    #expect(try text("2026-11-20 23:59", at: "2026-11-21 00:01") == "Yesterday")
    #expect(try text("2026-11-20 00:00", at: "2026-11-21 23:59") == "Yesterday")
    #expect(try text("2026-12-31 23:59", at: "2027-01-01 00:01") == "Yesterday")
  }

  @Test func twoToSixDaysAgoIsTheWeekday() throws {
    #expect(try text("2026-11-19 23:59", at: "2026-11-21 00:01") == "Thu")
    #expect(try text("2026-11-15 00:00", at: "2026-11-21 23:59") == "Sun")
    #expect(try text("2026-12-30 12:00", at: "2027-01-02 12:00") == "Wed")
  }

  @Test func aWeekAgoIsTheDayAndTheMonth() throws {
    #expect(try text("2026-11-14 23:59", at: "2026-11-21 00:01") == "14 Nov")
    #expect(try text("2026-01-01 00:00", at: "2026-11-21 12:00") == "1 Jan")
  }

  @Test func anotherYearIsTheFullDate() throws {
    #expect(try text("2025-12-31 23:59", at: "2026-11-21 12:00") == "12/31/25")
    #expect(try text("2026-12-20 12:00", at: "2027-01-02 12:00") == "12/20/26")
  }

  @Test func aDateInTheFutureIsNeitherYesterdayNorAWeekday() throws {
    #expect(try text("2026-11-22 00:00", at: "2026-11-21 23:59") == "22 Nov")
    #expect(try text("2026-11-25 12:00", at: "2026-11-21 12:00") == "25 Nov")
    #expect(try text("2027-01-01 12:00", at: "2026-12-31 12:00") == "01/01/27")
  }

  @Test(arguments: [
    // Days of 23 and of 25 hours.
    ("2026-03-29", "2026-03-28", "Sat"), ("2026-10-25", "2026-10-24", "Sat"),
  ])
  func aDayMayHaveAnHourLessOrMore(changing: String, before: String, weekday: String) throws {
    let after = changing == "2026-03-29" ? "2026-03-30" : "2026-10-26"
    for (date, now) in [("00:00", "00:00"), ("00:30", "23:30"), ("23:30", "00:30")] {
      #expect(try text("\(before) \(date)", at: "\(changing) \(now)") == "Yesterday")
      #expect(try text("\(changing) \(date)", at: "\(after) \(now)") == "Yesterday")
      #expect(try text("\(before) \(date)", at: "\(after) \(now)") == weekday)
    }
    #expect(try text("\(changing) 00:30", at: "\(changing) 23:30") == "00:30")
  }
}
