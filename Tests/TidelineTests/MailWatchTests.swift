import Foundation
import Mail
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// The events that count as arrived mail. Each test ends with a delivery that is reported; the
/// events before it have passed by then.
nonisolated final class MailWatchTests: TidelineTestCase {
  func testMailIsHeardOfInBothFolders() throws {
    try withFolder { folder in
      let ear = try Ear(folder.path)
      try folder.deliver("new/a")
      XCTAssertTrue(ear.hears(1))
      try folder.deliver("cur/b:2,S")
      XCTAssertTrue(ear.hears(2))
    }
  }

  func testReadingMarkingAndDeletingAreNoNews() throws {
    try withFolder { folder in
      for name in ["new/a", "cur/b:2,", "cur/c:2,S"] { try folder.deliver(name) }
      let ear = try Ear(folder.path)
      _ = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/new/a"))
      try folder.move("new/a", "cur/a:2,")
      try folder.move("cur/b:2,", "cur/b:2,S")
      try FileManager.default.removeItem(atPath: folder.path + "/cur/c:2,S")
      try folder.deliver("cur/.notes-of-a-program")
      try folder.deliver("cur/last:2,")
      XCTAssertTrue(ear.hears(1))
      MainLoop.runReadyEvents()
      XCTAssertEqual(ear.arrivals, 1)
    }
  }

  /// A fetch command delivers right before the mailbox is read; the system reports that later.
  func testWhatWasThereWhenTheMailboxWasReadIsNoNews() throws {
    try withFolder { folder in
      let ear = try Ear(folder.path)
      try folder.deliver("new/a", "new/b")
      try folder.letTheKernelsClockTick()
      ear.readMailbox()
      try folder.deliver("new/last")
      XCTAssertTrue(ear.hears(1))
      MainLoop.runReadyEvents()
      XCTAssertEqual(ear.arrivals, 1)
    }
  }

  func testAnMboxThatGrowsHasNewMailAndOneThatShrinksHasNone() throws {
    try withFolder { folder in
      let path = folder.path + "/mbox"
      try Data("From a\n\nfirst\n\nFrom b\n\nsecond\n".utf8).write(to: URL(fileURLWithPath: path))
      let ear = try Ear(path)
      let looks = ear.looks.count
      let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
      try file.truncate(atOffset: 14)
      try file.close()
      XCTAssertTrue(MainLoop.run { ear.looks.count > looks })
      MainLoop.runReadyEvents()
      XCTAssertEqual(ear.arrivals, 0)
      let again = try XCTUnwrap(FileHandle(forWritingAtPath: path))
      try again.seekToEnd()
      try again.write(contentsOf: Data("From c\n\nthird\n".utf8))
      try again.close()
      XCTAssertTrue(ear.hears(1))
    }
  }

  func testAMailboxThatVanishesAndComesBackIsHeardOfAgain() throws {
    try withFolder { folder in
      let ear = try Ear(folder.path)
      try FileManager.default.removeItem(atPath: folder.path)
      XCTAssertTrue(MainLoop.run { ear.watch.watchedCount == 0 })
      ear.readMailbox()
      XCTAssertEqual(ear.watch.watchedCount, 0)
      try folder.make()
      ear.readMailbox()
      XCTAssertEqual(ear.watch.watchedCount, 2)
      try folder.deliver("new/a")
      XCTAssertTrue(ear.hears(1))
    }
  }

  func testOfManyFoldersTheFirstAreWatched() throws {
    try withFolder { folder in
      let paths = [folder.path + "/new"] + Array(repeating: folder.path + "/cur", count: 500)
      let looks = Looks()
      let watch = MailWatch(paths) { path in
        looks.add()
        return FileStatus(path)
      } onArrival: {
      }
      XCTAssertTrue(MainLoop.run { watch.watchedCount == 2 })
      XCTAssertEqual(looks.count, MailWatch.limit)
    }
  }

  /// A network share that hangs may answer at any time.
  func testAShareThatHangsDoesNotKeepTheWindowWaiting() throws {
    try withFolder { folder in
      let answers = DispatchSemaphore(value: 0)
      let watch = MailWatch([folder.path + "/new"]) { path in
        answers.wait()
        return FileStatus(path)
      } onArrival: {
      }
      var isRead = false
      Task {
        await watch.beginReading()
        isRead = true
      }
      var isLater = false
      let later = Timeout(after: .milliseconds(20)) { isLater = true }
      XCTAssertTrue(MainLoop.run { isLater })
      later.cancel()
      XCTAssertFalse(isRead)
      XCTAssertEqual(watch.watchedCount, 0)
      for _ in 0..<2 { answers.signal() }
      XCTAssertTrue(MainLoop.run { isRead })
      XCTAssertEqual(watch.watchedCount, 1)
    }
  }

  private func withFolder(_ body: @MainActor (Folder) throws -> Void) throws {
    try onMainActor {
      let folder = Folder()
      try folder.make()
      defer { folder.remove() }
      try body(folder)
    }
  }
}

/// Counts the reports of a watch.
private final class Ear {
  private(set) var arrivals = 0
  /// The number of times that a file was checked.
  let looks = Looks()
  private(set) var watch = MailWatch([]) {}

  init(_ path: String) throws {
    var isFolder: ObjCBool = false
    XCTAssertTrue(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
    let paths = isFolder.boolValue ? ["\(path)/new", "\(path)/cur"] : [path]
    watch = MailWatch(paths) { [looks] path in
      let status = FileStatus(path)
      looks.add()
      return status
    } onArrival: { [unowned self] in
      arrivals += 1
    }
    XCTAssertTrue(MainLoop.run { watch.watchedCount == paths.count })
  }

  /// Calls the watch as before a refresh.
  func readMailbox() {
    var isNoted = false
    Task {
      await watch.beginReading()
      isNoted = true
    }
    XCTAssertTrue(MainLoop.run { isNoted })
  }

  func hears(_ count: Int) -> Bool {
    MainLoop.run { arrivals >= count }
  }
}

/// Counts on the thread that checks the files.
private nonisolated final class Looks: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

/// A Maildir.
private struct Folder {
  let path = NSTemporaryDirectory() + "tideline-watch-\(UUID().uuidString)"

  func make() throws { try makeMaildir(path) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func deliver(_ names: String...) throws {
    for name in names {
      let draft = path + "/tmp/draft"
      try Data("text".utf8).write(to: URL(fileURLWithPath: draft))
      try FileManager.default.moveItem(atPath: draft, toPath: "\(path)/\(name)")
    }
  }

  /// Waits for three of the longest ticks, since files are stamped by a clock that moves in steps.
  func letTheKernelsClockTick() throws {
    let probe = path + "/tmp/probe"
    func stamp() throws -> Date? {
      try Data().write(to: URL(fileURLWithPath: probe))
      return try FileManager.default.attributesOfItem(atPath: probe)[.modificationDate] as? Date
    }
    let start = try XCTUnwrap(stamp())
    while try XCTUnwrap(stamp()).timeIntervalSince(start) < 0.03 {}
  }

  func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(from)", toPath: "\(path)/\(to)")
  }
}
