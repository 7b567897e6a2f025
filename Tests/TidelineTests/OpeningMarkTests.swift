import Foundation
import Gtk
import XCTest

@testable import Tideline

/// What the next start finds, whatever ended this one.
nonisolated final class OpeningMarkTests: TidelineTestCase {
  private var folder = ""

  override func setUp() {
    super.setUp()
    folder = NSTemporaryDirectory() + "tideline-mark-\(UUID().uuidString)"
  }

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: folder)
    super.tearDown()
  }

  private var file: MemoryFile { MemoryFile(path: folder + "/windows.json") }

  @MainActor private static func start(_ file: MemoryFile) -> MailboxMemory {
    MailboxMemory(WindowMemory(file, delay: .zero), of: "/mail")
  }

  func testAnOpeningThatDidNotEndIsNotRepeated() {
    let file = file
    onMainActor {
      let (memory, mark) = (Self.start(file), OpeningMark())
      memory.selected = 4
      mark.begin(5, in: memory)

      let next = Self.start(file)
      XCTAssertNil(next.selected)
      XCTAssertTrue(next.takeUnfinished())
      XCTAssertFalse(next.takeUnfinished())
      XCTAssertFalse(Self.start(file).takeUnfinished())
      XCTAssertNil(Self.start(file).selected)
    }
  }

  func testOneThatEndedWellIsOpenedAgainByTheNextStart() {
    let file = file
    onMainActor {
      let (memory, mark) = (Self.start(file), OpeningMark(settling: .zero))
      mark.begin(5, in: memory)
      mark.shown(in: Label("Text"))
      XCTAssertTrue(MainLoop.run(timeout: 5) { Self.start(file).selected == 5 })
      XCTAssertFalse(Self.start(file).takeUnfinished())

      // More of it is read, and ends the program.
      mark.begin(5, in: memory)
      XCTAssertNil(Self.start(file).selected)
      XCTAssertTrue(Self.start(file).takeUnfinished())
    }
  }

  func testAnotherOpeningIsWaitedForInItsPlace() {
    let file = file
    onMainActor {
      let (memory, mark) = (Self.start(file), OpeningMark(settling: .zero))
      mark.begin(5, in: memory)
      mark.shown(in: Label("Text"))
      mark.begin(6, in: memory)
      var isLater = false
      let later = Timeout(after: .milliseconds(20)) { isLater = true }
      XCTAssertTrue(MainLoop.run(timeout: 5) { isLater })
      later.cancel()
      XCTAssertEqual(Self.start(file).opening, 6)
    }
  }

  func testAWindowThatClosesInOrderLeavesNoMark() {
    let file = file
    onMainActor {
      let (memory, mark) = (Self.start(file), OpeningMark())
      mark.begin(5, in: memory)
      mark.end()
      XCTAssertTrue(MainLoop.run(timeout: 5) { Self.start(file).selected == 5 })
      XCTAssertNil(Self.start(file).opening)
    }
  }

  func testWhereNoneIsSelectedNoneIsRemembered() {
    let file = file
    onMainActor {
      let (memory, mark) = (Self.start(file), OpeningMark())
      mark.begin(5, in: memory)
      mark.begin(nil, in: memory)
      XCTAssertTrue(MainLoop.run(timeout: 5) { Self.start(file).opening == nil })
      XCTAssertNil(Self.start(file).selected)
    }
  }
}
