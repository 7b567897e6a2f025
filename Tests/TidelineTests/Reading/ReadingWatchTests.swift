@testable import Mail
import MailTesting
import TidelineGtk
import XCTest

@testable import Tideline

/// What counts as read.
nonisolated final class ReadingWatchTests: TidelineTestCase {
  func testWhatStaysInSightForASecondIsReadOnce() {
    onMainActor {
      let (one, two) = (MessageStub.ID(messageID: "one"), MessageStub.ID(messageID: "two"))
      var inSight: Set<MessageStub.ID> = [one]
      var told: [Set<MessageStub.ID>] = []
      let watch = ReadingWatch { inSight }
      watch.onRead = { told.append($0) }
      watch.look()
      XCTAssertTrue(MainLoop.run(timeout: 10) { !told.isEmpty })
      inSight = [one, two]
      watch.look()
      XCTAssertTrue(MainLoop.run(timeout: 10) { told.count == 2 })
      XCTAssertEqual(told, [[one], [two]])
      // Nothing is left to look for.
      watch.look()
      XCTAssertFalse(watch.isWaiting)
    }
  }

  func testWhatLeavesSightIsNotReadAndWhatIsLeftUnreadStaysSo() {
    onMainActor {
      let (one, two) = (MessageStub.ID(messageID: "one"), MessageStub.ID(messageID: "two"))
      var inSight: Set<MessageStub.ID> = [one, two]
      var told: [Set<MessageStub.ID>] = []
      let watch = ReadingWatch { inSight }
      watch.onRead = { told.append($0) }
      watch.look()
      inSight = [two]
      // What comes into sight begins a second of its own; by then somebody has left it unread.
      watch.leave()
      XCTAssertTrue(MainLoop.run(timeout: 10) { !watch.isWaiting })
      watch.look()
      XCTAssertFalse(watch.isWaiting)
      XCTAssertEqual(told, [])
      // Another conversation begins with nothing.
      watch.begin()
      watch.look()
      XCTAssertTrue(MainLoop.run(timeout: 10) { told == [[two]] })
    }
  }
}
