import Foundation
import XCTest

@testable import TidelineGtk

/// The events that a file monitor reports for real files.
nonisolated final class FileMonitorTests: WidgetTestCase {
  func testAFileThatIsMovedInArrives() throws {
    try withFolder { folder in
      try folder.write("/tmp/a")
      let heard = try Listener(folder.path + "/new")
      try folder.move("/tmp/a", "/new/a")
      XCTAssertTrue(heard.hears(.arrived(folder.path + "/new/a", from: nil)), "\(heard.events)")
    }
  }

  func testAMoveBetweenWatchedFoldersSaysFromWhere() throws {
    try withFolder { folder in
      try folder.write("/new/a")
      let new = try Listener(folder.path + "/new")
      let cur = try Listener(folder.path + "/cur")
      try folder.move("/new/a", "/cur/a:2,S")
      let arrival = FileMonitor.Event.arrived(
        folder.path + "/cur/a:2,S",
        from: folder.path + "/new/a"
      )
      XCTAssertTrue(cur.hears(arrival), "\(cur.events)")
      XCTAssertTrue(new.hears(.left(folder.path + "/new/a")), "\(new.events)")
    }
  }

  func testANewNameIsNoArrival() throws {
    try withFolder { folder in
      try folder.write("/cur/a:2,")
      let heard = try Listener(folder.path + "/cur")
      try folder.move("/cur/a:2,", "/cur/a:2,S")
      XCTAssertTrue(
        heard.hears(.renamed(folder.path + "/cur/a:2,", to: folder.path + "/cur/a:2,S")),
        "\(heard.events)"
      )
      XCTAssertEqual(heard.events.count, 1)
    }
  }

  func testReadingAndTimesAreNoEvents() throws {
    try withFolder { folder in
      try folder.write("/cur/a")
      let heard = try Listener(folder.path + "/cur")
      _ = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/cur/a"))
      _ = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cur")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)],
        ofItemAtPath: folder.path + "/cur/a"
      )
      // The next file's event shows that all earlier events have been delivered.
      try folder.write("/cur/b")
      XCTAssertTrue(heard.hears(.arrived(folder.path + "/cur/b", from: nil)), "\(heard.events)")
      XCTAssertFalse(heard.events.contains { "\($0)".contains("cur/a") }, "\(heard.events)")
    }
  }

  func testAFileThatGrowsChanges() throws {
    try withFolder { folder in
      try folder.write("/mbox")
      let heard = try Listener(folder.path + "/mbox")
      let file = try XCTUnwrap(FileHandle(forWritingAtPath: folder.path + "/mbox"))
      try file.seekToEnd()
      try file.write(contentsOf: Data("more".utf8))
      try file.close()
      XCTAssertTrue(heard.hears(.changed(folder.path + "/mbox")), "\(heard.events)")
    }
  }

  func testAFolderThatVanishesLeaves() throws {
    try withFolder { folder in
      let heard = try Listener(folder.path + "/new")
      try FileManager.default.removeItem(atPath: folder.path)
      XCTAssertTrue(heard.hears(.left(folder.path + "/new")), "\(heard.events)")
    }
  }

  func testItMayBeLetGoOfWhileItTells() throws {
    try withFolder { folder in
      let before = Signal.liveBoxes
      var monitor: FileMonitor?
      var events = 0
      monitor = FileMonitor(path: folder.path + "/new") { _ in
        events += 1
        monitor = nil
      }
      XCTAssertNotNil(monitor)
      try folder.write("/new/a")
      try folder.write("/new/b")
      XCTAssertTrue(MainLoop.run { events > 0 })
      MainLoop.runReadyEvents()
      XCTAssertNil(monitor)
      XCTAssertEqual(events, 1)
      XCTAssertEqual(Signal.liveBoxes, before)
    }
  }

  private func withFolder(_ body: @MainActor (Folder) throws -> Void) throws {
    try onMainActor {
      let folder = try Folder()
      defer { folder.remove() }
      try body(folder)
    }
  }
}

/// Keeps a monitor, and records its events.
private final class Listener {
  private(set) var events: [FileMonitor.Event] = []
  private var monitor: FileMonitor?

  init(_ path: String) throws {
    monitor = FileMonitor(path: path) { [unowned self] in events.append($0) }
    XCTAssertNotNil(monitor)
  }

  func hears(_ event: FileMonitor.Event) -> Bool {
    MainLoop.run { events.contains(event) }
  }
}

/// A Maildir with its three folders.
private struct Folder {
  let path = NSTemporaryDirectory() + "tideline-monitor-\(UUID().uuidString)"

  init() throws {
    for name in ["/tmp", "/new", "/cur"] {
      try FileManager.default.createDirectory(
        atPath: path + name,
        withIntermediateDirectories: true
      )
    }
  }

  func write(_ name: String) throws {
    try Data("text".utf8).write(to: URL(fileURLWithPath: path + name))
  }

  func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: path + from, toPath: path + to)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
