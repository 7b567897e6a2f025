import Foundation
import XCTest

@testable import Tideline

/// The conversation that the next start opens again, whatever ended this run.
nonisolated final class ProcessMarkTests: FolderTestCase {
  /// The memory of a process that uses the test's file.
  @MainActor private static func start(_ folder: String) -> WindowMemory {
    let memory = WindowMemory(MemoryFile(path: folder + "/windows.json"), delay: .zero)
    memory.beginRun()
    return memory
  }

  func testAfterARunThatWasCutShortNoneIsOpenedAgain() {
    let folder = folder
    onMainActor {
      do {
        let first = Self.start(folder)
        first[\.[mailbox: "/mail"].selected] = "5@x"
        first[\.[mailbox: "/other"].selected] = "6@x"
        first.writeNow()
      }
      let next = Self.start(folder)
      XCTAssertTrue(next.takeUnfinished(in: "/mail"))
      XCTAssertNil(next[\.[mailbox: "/mail"].selected])
      // A conversation that is selected after the start has ended no run.
      next[\.[mailbox: "/mail"].selected] = "7@x"
      XCTAssertFalse(next.takeUnfinished(in: "/mail"))
      XCTAssertTrue(next.takeUnfinished(in: "/other"))
      XCTAssertFalse(next.takeUnfinished(in: "/third"), "nothing was read there")
    }
  }

  func testAfterOneThatEndedInOrderItIs() {
    let folder = folder
    onMainActor {
      do {
        let first = Self.start(folder)
        first[\.[mailbox: "/mail"].selected] = "5@x"
        first.writeNow()
        first.endRun()
      }
      for _ in 0..<2 {
        let next = Self.start(folder)
        XCTAssertFalse(next.takeUnfinished(in: "/mail"))
        XCTAssertEqual(next[\.[mailbox: "/mail"].selected], "5@x")
        next.endRun()
      }
    }
  }

  func testARunBesideThisOneIsNotCutShort() {
    let folder = folder
    onMainActor {
      let first = Self.start(folder)
      first[\.[mailbox: "/mail"].selected] = "5@x"
      first.writeNow()
      let second = Self.start(folder)
      XCTAssertFalse(second.takeUnfinished(in: "/mail"))
      second.endRun()
      first.endRun()
      XCTAssertFalse(Self.start(folder).takeUnfinished(in: "/mail"))
    }
  }

  func testOnlyTheUserMayReadItAndNoLinkIsFollowed() throws {
    let path = folder + "/windows.json.running"
    do {
      let mark = ProcessMark(path: path)
      XCTAssertFalse(mark.wasCutShort)
      XCTAssertEqual(try permissions(path), 0o600)
    }
    try FileManager.default.removeItem(atPath: path)
    let other = folder + "/other"
    try "kept".write(toFile: other, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    let mark = ProcessMark(path: path)
    XCTAssertFalse(mark.wasCutShort)
    mark.end()
    XCTAssertEqual(try String(contentsOfFile: other, encoding: .utf8), "kept")
  }
}
