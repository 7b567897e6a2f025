import CPullToRefreshGtk
import Foundation
import TidelineGtk
import XCTest

@testable import Tideline

/// The times at which changes are written, and their content.
nonisolated final class WindowMemoryTests: FolderTestCase {
  private var file: MemoryFile { MemoryFile(path: folder + "/memory/windows.json") }

  func testAChangeIsWrittenByItselfAndOnce() {
    let file = file
    onMainActor {
      let memory = WindowMemory(file, delay: .milliseconds(20))
      memory[\.window.isMaximized] = true
      memory[\.last] = "/a"
      memory[\.last] = "/b"
      XCTAssertNil(file.read().last, "it was written at once")
      XCTAssertTrue(MainLoop.run { file.read().last == "/b" })
      XCTAssertTrue(file.read().window.isMaximized)
      XCTAssertEqual(WindowMemory(file)[\.last], "/b")
    }
  }

  func testWhatDoesNotChangeIsNotWritten() {
    let file = file
    onMainActor {
      let memory = WindowMemory(file)
      memory[\.window.isMaximized] = false
      memory.writeNow()
      XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    }
  }

  func testTwoProcessesKeepEachOthersValues() {
    let file = file
    onMainActor {
      let (one, two) = (WindowMemory(file), WindowMemory(file))
      one[\.window.size.width] = 500
      one[\.[mailbox: "/a"].selected] = "1@x"
      two[\.[mailbox: "/a"].folder] = "Sent"
      two[\.window.isMaximized] = true
      one[\.last] = "/a"
      two[\.last] = "/b"
      one.writeNow()
      two.writeNow()
      let all = file.read()
      XCTAssertEqual(all.window.size.width, 500)
      XCTAssertTrue(all.window.isMaximized)
      XCTAssertEqual(all[mailbox: "/a"].selected, "1@x")
      XCTAssertEqual(all[mailbox: "/a"].folder, "Sent")
      XCTAssertEqual(all.last, "/b", "the last writer wins")
      XCTAssertEqual(two[\.window.size.width], 500, "it learns of the other's by writing")
    }
  }

  func testTheRecentMailboxesAreInTheOrderOfTheirOpening() {
    let file = file
    onMainActor {
      let memory = WindowMemory(file)
      for path in ["/a", "/b", "/c", "/a"] {
        memory.opened(path, title: String(path.dropFirst()))
        // Two mailboxes opened within one millisecond would have no order.
        let end = Date().addingTimeInterval(0.002)
        XCTAssertTrue(MainLoop.run { Date() > end })
      }
      XCTAssertEqual(memory.remembered.recent.map(\.path), ["/a", "/c", "/b"])
      XCTAssertEqual(memory[\.last], "/a")
      memory[\.[mailbox: "/a"].selected] = "3@x"
      memory.forget("/a")
      XCTAssertEqual(memory.remembered.recent.map(\.path), ["/c", "/b"])
      XCTAssertNil(memory[\.last])
      memory.writeNow()
      XCTAssertEqual(file.read(), memory.remembered)
      XCTAssertEqual(file.read().mailboxes, [:])
    }
  }

  /// Many writers change one value each. In the end all values are stored, and no reader ever sees
  /// an incomplete file.
  func testWritersTakeTurns() throws {
    let file = file
    _ = try file.update { $0.last = "/mail" }
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      for round in 0..<20 {
        let written = try? file.update { $0[mailbox: "/\(writer)"].selected = "\(round)" }
        XCTAssertNotNil(written)
        XCTAssertEqual(file.read().last, "/mail")
      }
    }
    let all = file.read()
    XCTAssertTrue((0..<8).allSatisfy { all[mailbox: "/\($0)"].selected == "19" })
  }

  func testAPlaceThatCannotBeWrittenCostsNothingElse() throws {
    // A file is in the place of the folder.
    try Data().write(to: URL(fileURLWithPath: folder + "/memory"))
    let file = file
    onMainActor {
      let memory = WindowMemory(file)
      let said = warnings {
        memory[\.last] = "/a"
        memory.writeNow()
        memory[\.window.isMaximized] = true
        memory.writeNow()
      }
      XCTAssertEqual(said.count, 1, "\(said)")
      XCTAssertEqual(memory[\.last], "/a")
    }
    try FileManager.default.removeItem(atPath: folder + "/memory")
    onMainActor {
      let memory = WindowMemory(file)
      memory[\.last] = "/b"
      memory.writeNow()
      XCTAssertEqual(file.read().last, "/b")
    }
  }

  func testADiskThatHangsKeepsNoWindowWaiting() throws {
    var file = file
    let answers = DispatchSemaphore(value: 0)
    _ = try file.update { $0.last = "/kept" }
    file.contents = { path in
      answers.wait()
      return PrivateFile.contents(path)
    }
    onMainActor {
      // The memory waits a moment for its first values.
      let memory = WindowMemory(file, delay: .zero)
      XCTAssertNil(memory[\.last])
      memory[\.window.isMaximized] = true
      var isLater = false
      let later = Timeout(after: .milliseconds(20)) { isLater = true }
      XCTAssertTrue(MainLoop.run { isLater }, "the main loop waits")
      later.cancel()
      XCTAssertFalse(memory.isWritten)
      memory[\.window.size.width] = 567
      memory.write()
      for _ in 0..<3 { answers.signal() }
      XCTAssertTrue(MainLoop.run { memory.isWritten })
      XCTAssertEqual(memory[\.last], "/kept")
      XCTAssertTrue(memory[\.window.isMaximized])
      XCTAssertEqual(memory[\.window.size.width], 567)
    }
  }

  func testWhatChangesIsWrittenBeforeAProgramEnds() {
    let file = file
    onMainActor {
      let memory = WindowMemory(file)
      for number in 0..<20 {
        memory[\.last] = "/\(number)"
        memory.write()
      }
      DiskQueue.waitBeforeExit()
      XCTAssertEqual(file.read().last, "/19")
    }
  }

  func testAWindowHasTheSizeOfTheLastOne() {
    let file = file
    onMainActor {
      let memory = WindowMemory(file)
      let window = Window()
      WindowSize.keep(window, in: memory)
      window.setDefaultSize(width: 432, height: 543)
      XCTAssertEqual(memory[\.window.size], RememberedWindow.Size(width: 432, height: 543))
      window.setDefaultSize(width: 1, height: 1)
      XCTAssertEqual(memory[\.window.size], RememberedWindow.Size(width: 432, height: 543))
      window.maximize()
      window.destroy()
      let next = Window()
      WindowSize.keep(next, in: memory)
      XCTAssertEqual(next.defaultSize.width, 432)
      XCTAssertEqual(next.defaultSize.height, 543)
      next.destroy()
    }
  }
}

extension WindowMemory {
  /// Writes the changes, and waits for the end.
  func writeNow() {
    write()
    XCTAssertTrue(MainLoop.run { isWritten })
  }
}
