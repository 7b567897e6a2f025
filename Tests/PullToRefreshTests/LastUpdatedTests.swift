import Dispatch
import Foundation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// "Updated 5 minutes ago": the text, and the file that keeps the time.
final class LastUpdatedTests: WidgetTestCase {
  /// The folder of the times.
  private let path = NSTemporaryDirectory() + UUID().uuidString

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: path)
    super.tearDown()
  }

  @MainActor func testTheWordsFollowTheClockAndTheCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let now = try XCTUnwrap(
      calendar.date(from: DateComponents(year: 2026, month: 3, day: 10, hour: 0, minute: 30))
    )
    @MainActor func words(_ seconds: Double) -> String {
      LastUpdatedText.relative(to: now.addingTimeInterval(-seconds), now: now)
    }
    XCTAssertEqual(words(0), "Updated just now")
    XCTAssertEqual(words(59), "Updated just now")
    XCTAssertEqual(words(60), "Updated 1 minute ago")
    // A time less than an hour ago is shown in minutes, also across midnight.
    XCTAssertEqual(words(59 * 60), "Updated 59 minutes ago")
    XCTAssertEqual(words(3600), "Updated yesterday at 23:30")
    XCTAssertEqual(words(24 * 3600), "Updated yesterday at 00:30")
    XCTAssertEqual(words(25 * 3600), "Updated 03/08/26")
    // The clock was set back: a time just ahead counts as now; a later one is shown as a date.
    XCTAssertEqual(words(-30), "Updated just now")
    XCTAssertEqual(words(-7200), "Updated 03/10/26 02:30")
    let noon = now.addingTimeInterval(12 * 3600)
    XCTAssertEqual(LastUpdatedText.relative(to: now, now: noon), "Updated today at 00:30")
    for absurd in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan)] {
      _ = LastUpdatedText.relative(to: absurd, now: now)
    }
  }

  @MainActor func testTheFileRemembersAcrossStarts() throws {
    let path = "\(self.path)/folder/last-updated"
    let inbox = "\(path)/\(PrivateFile.name(for: "inbox"))"
    let date = Date(timeIntervalSince1970: 1_750_000_000)
    XCTAssertNil(LastUpdatedFolder.loaded(path).lastUpdated(for: "inbox"))
    LastUpdatedFolder.loaded(path).set(date, for: "inbox")
    let attributes = try FileManager.default.attributesOfItem(atPath: inbox)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    let second = LastUpdatedFolder.loaded(path)
    XCTAssertEqual(second.lastUpdated(for: "inbox"), date)
    XCTAssertNil(second.lastUpdated(for: "sent"))
    LastUpdatedFolder.loaded(path).set(date, for: "drafts")
    second.set(date, for: "sent")
    let third = LastUpdatedFolder.loaded(path)
    for key in ["inbox", "drafts", "sent"] { XCTAssertEqual(third.lastUpdated(for: key), date) }
    third.removeLastUpdated(for: "drafts")
    third.set(date, for: "inbox")
    XCTAssertNil(LastUpdatedFolder.loaded(path).lastUpdated(for: "drafts"))
    try "no number".write(toFile: inbox, atomically: true, encoding: .utf8)
    XCTAssertNil(LastUpdatedFolder.loaded(path).lastUpdated(for: "inbox"))
    // A file that cannot be written leads to a warning; the time counts until the program ends.
    let nowhere = LastUpdatedFolder.loaded("/proc/nowhere/last-updated")
    XCTAssertEqual(warnings { nowhere.set(date, for: "inbox") }.count, 1)
    XCTAssertEqual(nowhere.lastUpdated(for: "inbox"), date)
  }

  @MainActor func testADiskThatHangsHoldsNothingUp() throws {
    try write("50", for: ["inbox", "sent"], to: path)
    try "Somebody's".write(toFile: "\(path)/notes.txt", atomically: false, encoding: .utf8)
    let answers = DispatchSemaphore(value: 0)
    let file = LastUpdatedFolder(path: path) { path in
      XCTAssertFalse(path.hasSuffix("notes.txt"), "this is no file of ours")
      answers.wait()
      return FileManager.default.contents(atPath: path).map { Array($0) }
    }
    XCTAssertNil(file.lastUpdated(for: "inbox"))
    file.setLastUpdated(Date(timeIntervalSince1970: 100), for: "sent")
    file.setLastUpdated(Date(timeIntervalSince1970: 200), for: "drafts")
    XCTAssertEqual(file.lastUpdated(for: "sent"), Date(timeIntervalSince1970: 100))
    MainLoop.runReadyEvents()
    for _ in 0..<3 { answers.signal() }
    file.waitUntilLoaded()
    for (key, seconds) in [("inbox", 50.0), ("sent", 100), ("drafts", 200)] {
      XCTAssertEqual(file.lastUpdated(for: key), Date(timeIntervalSince1970: seconds), key)
      let kept = LastUpdatedFolder.loaded(path).lastUpdated(for: key)
      XCTAssertEqual(kept, Date(timeIntervalSince1970: seconds), key)
    }
  }

  @MainActor func testWhatIsSetIsWrittenBeforeAProgramEnds() throws {
    let file = LastUpdatedFolder(path: path)
    for second in 1...20 {
      file.setLastUpdated(Date(timeIntervalSince1970: Double(second)), for: "inbox")
    }
    DiskQueue.waitBeforeExit()
    let kept = LastUpdatedFolder.loaded(path).lastUpdated(for: "inbox")
    XCTAssertEqual(kept, Date(timeIntervalSince1970: 20))
  }

  @MainActor func testWhatIsSetStaysWhileTheFileIsRead() {
    LastUpdatedFolder.loaded(path).set(Date(timeIntervalSince1970: 300), for: "inbox")
    // The clock was set back meanwhile: the time that was set last counts, though it is earlier.
    let file = LastUpdatedFolder(path: path)
    file.setLastUpdated(Date(timeIntervalSince1970: 200), for: "inbox")
    file.waitUntilLoaded()
    XCTAssertEqual(file.lastUpdated(for: "inbox"), Date(timeIntervalSince1970: 200))
  }

  @MainActor func testTwoUsersOfOneFileSetNoMomentBack() {
    let first = LastUpdatedFolder.loaded(path)
    first.set(Date(timeIntervalSince1970: 100), for: "inbox")
    let second = LastUpdatedFolder.loaded(path)
    second.set(Date(timeIntervalSince1970: 200), for: "inbox")
    first.set(Date(timeIntervalSince1970: 300), for: "sent")
    let kept = LastUpdatedFolder.loaded(path)
    XCTAssertEqual(kept.lastUpdated(for: "inbox"), Date(timeIntervalSince1970: 200))
    XCTAssertEqual(kept.lastUpdated(for: "sent"), Date(timeIntervalSince1970: 300))
    second.removeLastUpdated(for: "inbox")
    second.waitUntilLoaded()
    first.set(Date(timeIntervalSince1970: 400), for: "sent")
    XCTAssertNil(LastUpdatedFolder.loaded(path).lastUpdated(for: "inbox"), "it stays removed")
  }

  /// Two programs that write at the same time lose nothing.
  @MainActor func testTwoUsersThatWriteAtOnceKeepAllKeys() {
    let users = [LastUpdatedFolder.loaded(path), LastUpdatedFolder.loaded(path)]
    for key in 0..<50 {
      for (index, user) in users.enumerated() {
        user.setLastUpdated(Date(timeIntervalSince1970: 100), for: "\(index) \(key)")
      }
    }
    for user in users { user.waitUntilLoaded() }
    let kept = LastUpdatedFolder.loaded(path)
    for key in 0..<50 {
      for index in 0..<2 { XCTAssertNotNil(kept.lastUpdated(for: "\(index) \(key)")) }
    }
  }

  @MainActor func testAMomentOutsideTheCalendarCountsAsNever() throws {
    try write("-1e300", for: ["inbox"], to: path)
    try write("1e300", for: ["sent"], to: path)
    try write("100", for: ["drafts"], to: path)
    let file = LastUpdatedFolder.loaded(path)
    XCTAssertNil(file.lastUpdated(for: "inbox"))
    XCTAssertNil(file.lastUpdated(for: "sent"))
    XCTAssertEqual(file.lastUpdated(for: "drafts"), Date(timeIntervalSince1970: 100))
    // An invalid time does not keep the others from being written.
    file.set(Date(timeIntervalSince1970: .nan), for: "inbox")
    XCTAssertNil(file.lastUpdated(for: "inbox"))
    file.set(Date(timeIntervalSince1970: 200), for: "drafts")
    XCTAssertEqual(
      LastUpdatedFolder.loaded(path).lastUpdated(for: "drafts"),
      Date(timeIntervalSince1970: 200)
    )
    let memory = Memory(Date(timeIntervalSince1970: -1e300))
    let idle = RefreshState(edge: .top, moment: .idle)
    XCTAssertEqual(LastUpdated(key: "inbox", store: memory).text(in: idle, now: Date()), "")
  }

  @MainActor func testTheDayIsTheUsersAndNotGreenwichs() {
    let before = getenv("TZ").map { String(cString: $0) }
    defer { if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") } }
    // 11:00 and 09:30 in Greenwich, on 10 March 2026.
    let now = Date(timeIntervalSince1970: 1_773_140_400)
    let date = now.addingTimeInterval(-5400)
    for (zone, words) in [
      ("UTC", "Updated today at 09:30"), ("+14:00", "Updated yesterday at 23:30"),
      ("-12:00", "Updated today at 21:30"), ("+10:30", "Updated today at 20:00"),
    ] {
      setenv("TZ", zone, 1)
      XCTAssertEqual(LastUpdatedText.relative(to: date, now: now), words, zone)
    }
  }

  /// In Santiago the clocks go from midnight to one: Sunday, 6 September 2026, begins at 01:00.
  @MainActor func testADayThatDoesNotBeginAtMidnightIsADayToo() {
    let before = getenv("TZ").map { String(cString: $0) }
    defer { if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") } }
    setenv("TZ", "America/Santiago", 1)
    // Noon of the day before, of that day and of the day after.
    let noons = [1_788_624_000, 1_788_706_800, 1_788_793_200]
      .map(Date.init(timeIntervalSince1970:))
    for (date, now) in zip(noons, noons.dropFirst()) {
      XCTAssertEqual(LastUpdatedText.relative(to: date, now: now), "Updated yesterday at 12:00")
    }
  }

  @MainActor func testAnotherFormatIsSeenWhileTheRowIsPulled() throws {
    let memory = Memory(Date(timeIntervalSinceNow: -301))
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    controller.refresh.lastUpdated = LastUpdated(key: "inbox", store: memory)
    list.pull(by: 50)
    XCTAssertEqual(list.titles, ["Pull to refresh", "Updated 5 minutes ago"])
    controller.refresh.lastUpdated?.format = .pattern("at some time")
    XCTAssertEqual(list.titles, ["Pull to refresh", "at some time"])
    controller.refresh.lastUpdated = nil
    XCTAssertEqual(list.titles, ["Pull to refresh"])
  }

  @MainActor func testAProgramWritesTheTimeInItsOwnWords() throws {
    let memory = Memory(Date(timeIntervalSinceNow: -301))
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    controller.refresh.lastUpdated = LastUpdated(
      key: "inbox",
      store: memory,
      format: .custom { "\(Int($1.timeIntervalSince($0)) / 60) 分钟前" }
    )
    list.pull(by: 50)
    XCTAssertEqual(list.titles, ["Pull to refresh", "5 分钟前"])
    controller.refresh.lastUpdated?.format = .custom { _, _ in "" }
    XCTAssertEqual(list.titles, ["Pull to refresh"])
  }

  @MainActor func testAFormatTellsWhatItSaysAndWhetherItSaysAnything() {
    let date = Date(timeIntervalSince1970: 1_750_000_000)
    XCTAssertEqual(LastUpdated.Format.pattern("%Y").text(of: date), "2025")
    XCTAssertEqual(
      LastUpdated.Format.relative.text(of: date, now: date.addingTimeInterval(120)),
      "Updated 2 minutes ago"
    )
    for wrong in ["%Q", "%", "", "  ", "%R %!"] {
      XCTAssertNil(LastUpdated.Format.pattern(wrong).text(of: date), wrong)
    }
    XCTAssertNil(LastUpdated.Format.relative.text(of: Date(timeIntervalSince1970: .nan)))
  }

  @MainActor func testTheSecondLineStaysSoThatTheTitleDoesNotJump() throws {
    let memory = Memory(Date(timeIntervalSinceNow: -301))
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.metrics.minimumRunning = .zero
    controller.refresh.lastUpdated = LastUpdated(key: "inbox", store: memory)
    list.pull(by: 150)
    XCTAssertEqual(list.titles, ["Release to refresh", "Updated 5 minutes ago"])
    list.release()
    XCTAssertEqual(list.titles, ["Refreshing…", "Updated 5 minutes ago"])
    controller.refresh.isRunning = false
    XCTAssertEqual(list.titles, ["Up to date", "Updated just now"])
  }
}

extension LastUpdatedFolder {
  /// A `LastUpdatedFolder` that has read its file.
  fileprivate static func loaded(_ path: String) -> LastUpdatedFolder {
    let file = LastUpdatedFolder(path: path)
    file.waitUntilLoaded()
    return file
  }

  /// Sets a time, and waits until it is written.
  fileprivate func set(_ date: Date, for key: String) {
    setLastUpdated(date, for: key)
    waitUntilLoaded()
  }

  fileprivate func waitUntilLoaded() { finish { await self.loaded() } }
}

/// Writes the files of keys as they may be found on a disk.
private func write(_ text: String, for keys: [String], to folder: String) throws {
  for key in keys {
    try PrivateFile.write(Array(text.utf8), to: "\(folder)/\(PrivateFile.name(for: key))")
  }
}

/// A store with one time for all keys.
final class Memory: LastUpdatedStore {
  var last: Date?
  init(_ last: Date? = nil) { self.last = last }
  func lastUpdated(for key: String) -> Date? { last }
  func setLastUpdated(_ date: Date, for key: String) { last = date }
}
