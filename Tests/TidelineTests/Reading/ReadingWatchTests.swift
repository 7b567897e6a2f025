@testable import Mail
import MailTesting
import TidelineGtk
import XCTest

@testable import Tideline

/// The messages that count as read.
nonisolated final class ReadingWatchTests: TidelineTestCase {
  @MainActor func testWhatStaysInSightForASecondIsReadOnce() {
    let (one, two) = (MessageStub.ID(messageID: "one"), MessageStub.ID(messageID: "two"))
    var inSight: Set<MessageStub.ID> = [one]
    var told: [Set<MessageStub.ID>] = []
    let watch = ReadingWatch { inSight }
    watch.onRead = { told.append($0) }
    watch.look()
    XCTAssertTrue(MainLoop.run { !told.isEmpty })
    inSight = [one, two]
    watch.look()
    XCTAssertTrue(MainLoop.run { told.count == 2 })
    XCTAssertEqual(told, [[one], [two]])
    // No message is left to look for.
    watch.look()
    XCTAssertFalse(watch.isWaiting)
  }

  @MainActor func testWhatLeavesSightIsNotReadAndWhatIsLeftUnreadStaysSo() {
    let (one, two) = (MessageStub.ID(messageID: "one"), MessageStub.ID(messageID: "two"))
    var inSight: Set<MessageStub.ID> = [one, two]
    var told: [Set<MessageStub.ID>] = []
    let watch = ReadingWatch { inSight }
    watch.onRead = { told.append($0) }
    watch.look()
    inSight = [two]
    // A message is marked as unread before its own second in sight has passed, and it stays in
    // sight.
    watch.leave()
    XCTAssertTrue(MainLoop.run { !watch.isWaiting })
    watch.look()
    XCTAssertFalse(watch.isWaiting)
    XCTAssertEqual(told, [])
    // The watch starts anew with another conversation.
    watch.begin()
    watch.look()
    XCTAssertTrue(MainLoop.run { told == [[two]] })
  }

  @MainActor func testAConversationSkippedInPassingIsNotReadByTheTimerOfTheOneBefore() {
    let two = MessageStub.ID(messageID: "two")
    var inSight: Set<MessageStub.ID> = [MessageStub.ID(messageID: "one")]
    var told: [Set<MessageStub.ID>] = []
    let watch = ReadingWatch { inSight }
    watch.onRead = { told.append($0) }
    watch.look()
    XCTAssertFalse(MainLoop.run(timeout: 0.6) { !told.isEmpty })
    watch.begin()
    inSight = [two]
    let shown = MainLoop.now
    watch.look()
    XCTAssertTrue(MainLoop.run { told == [[two]] })
    XCTAssertGreaterThanOrEqual(MainLoop.now - shown, .seconds(1))
  }
}
