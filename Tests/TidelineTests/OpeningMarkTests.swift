import Foundation
import TidelineGtk
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

  /// A process that remembers in the test's file.
  @MainActor private struct Start {
    let memory: WindowMemory
    let mailbox: MailboxMemory

    init(_ folder: String) {
      memory = WindowMemory(MemoryFile(path: folder + "/windows.json"), delay: .zero)
      mailbox = MailboxMemory(memory, of: "/mail")
    }

    /// The mark has to be there before anything else is done.
    func waitUntilWritten() {
      memory.writeNow()
    }
  }

  func testAnOpeningThatDidNotEndIsNotRepeated() {
    let folder = folder
    onMainActor {
      let (start, mark) = (Start(folder), OpeningMark())
      start.mailbox.selected = "4@x"
      mark.begin(in: start.mailbox) { "5@x" }
      start.waitUntilWritten()

      let next = Start(folder)
      XCTAssertTrue(next.mailbox.takeUnfinished())
      XCTAssertNil(next.mailbox.selected)
      XCTAssertFalse(next.mailbox.takeUnfinished())
      next.waitUntilWritten()
      XCTAssertFalse(Start(folder).mailbox.takeUnfinished())
      XCTAssertNil(Start(folder).mailbox.selected)
    }
  }

  func testOneThatEndedWellIsOpenedAgainByTheNextStart() {
    let folder = folder
    onMainActor {
      let (start, mark) = (Start(folder), OpeningMark(settling: .zero))
      mark.begin(in: start.mailbox) { "5@x" }
      mark.shown(in: Label("Text"))
      XCTAssertTrue(MainLoop.run(timeout: 5) { Start(folder).mailbox.selected == "5@x" })
      XCTAssertFalse(Start(folder).mailbox.takeUnfinished())

      // More of it is read, and ends the program.
      mark.begin(in: start.mailbox)
      start.waitUntilWritten()
      XCTAssertTrue(Start(folder).mailbox.takeUnfinished())
    }
  }

  func testAnotherOpeningIsWaitedForInItsPlace() {
    let folder = folder
    onMainActor {
      let (start, mark) = (Start(folder), OpeningMark(settling: .zero))
      mark.begin(in: start.mailbox) { "5@x" }
      mark.shown(in: Label("Text"))
      mark.begin(in: start.mailbox) { "6@x" }
      var isLater = false
      let later = Timeout(after: .milliseconds(20)) { isLater = true }
      XCTAssertTrue(MainLoop.run(timeout: 5) { isLater })
      later.cancel()
      start.waitUntilWritten()
      XCTAssertNil(start.mailbox.selected)
      XCTAssertTrue(Start(folder).mailbox.takeUnfinished())
    }
  }

  func testAWindowThatClosesInOrderLeavesNoMark() {
    let folder = folder
    onMainActor {
      let (start, mark) = (Start(folder), OpeningMark())
      mark.begin(in: start.mailbox) { "5@x" }
      mark.end()
      start.waitUntilWritten()
      XCTAssertEqual(Start(folder).mailbox.selected, "5@x")
      XCTAssertFalse(Start(folder).mailbox.takeUnfinished())
    }
  }

  func testWhereNoneIsSelectedNoneIsRemembered() {
    let folder = folder
    onMainActor {
      let (start, mark) = (Start(folder), OpeningMark())
      mark.begin(in: start.mailbox) { "5@x" }
      mark.end()
      mark.begin(in: start.mailbox) { "6@x" }
      mark.clear(in: start.mailbox)
      start.waitUntilWritten()
      XCTAssertNil(Start(folder).mailbox.selected)
      XCTAssertFalse(Start(folder).mailbox.takeUnfinished())
    }
  }

  // MARK: Two windows on one mailbox

  func testWhatIsOpenedInOneWindowDidNotEndTheProgramForTheOther() {
    let folder = folder
    onMainActor {
      let (start, mark) = (Start(folder), OpeningMark())
      mark.begin(in: start.mailbox) { "5@x" }
      XCTAssertFalse(start.mailbox.takeUnfinished())
      let other = OpeningMark()
      other.begin(in: start.mailbox) { "6@x" }
      mark.end()
      start.waitUntilWritten()
      XCTAssertTrue(Start(folder).mailbox.takeUnfinished(), "the other one is still opening")
      other.end()
      start.waitUntilWritten()
      XCTAssertFalse(Start(folder).mailbox.takeUnfinished())
    }
  }

  func testTheWindowThatWasUsedLastSaysWhatIsOpenedAgain() {
    let folder = folder
    onMainActor {
      let start = Start(folder)
      let (one, two) = (OpeningMark(), OpeningMark())
      one.begin(in: start.mailbox) { "1@x" }
      one.end()
      two.begin(in: start.mailbox) { "2@x" }
      two.end()
      // A refresh reads it again, and then finds it gone.
      one.begin(in: start.mailbox)
      one.end()
      XCTAssertEqual(start.mailbox.selected, "2@x")
      one.clear(in: start.mailbox)
      XCTAssertEqual(start.mailbox.selected, "2@x")
      two.clear(in: start.mailbox)
      XCTAssertNil(start.mailbox.selected)
    }
  }
}
