import TidelineGtk
import XCTest

@testable import Tideline

/// The times at which a list is read because of a change.
nonisolated final class ArrivalWatchTests: TidelineTestCase {
  @MainActor func testHoweverMuchArrivesItIsReadAtOnceAndOnceMoreAtTheEnd() {
    let reads = Reads()
    reads.watch.isHeld = false
    for _ in 0..<1_000 { reads.watch.changed() }
    XCTAssertTrue(MainLoop.run { reads.count == 2 })
    XCTAssertFalse(MainLoop.run(timeout: 1.2) { reads.count > 2 })
  }

  @MainActor func testWhileARefreshRunsItWaits() {
    let reads = Reads()
    reads.watch.changed()
    XCTAssertFalse(MainLoop.run(timeout: 0.2) { reads.count > 0 })
    reads.watch.isHeld = false
    XCTAssertTrue(MainLoop.run { reads.count == 1 })
  }

  @MainActor func testItIsReadTwiceASecondAtMost() {
    let reads = Reads()
    reads.watch.isHeld = false
    let began = MainLoop.now
    XCTAssertTrue(
      MainLoop.run {
        reads.watch.changed()
        return reads.count == 4
      }
    )
    XCTAssertGreaterThan(MainLoop.now - began, .milliseconds(1_450))
    reads.watch.stop()
  }

  @MainActor func testARefreshThatSomebodyAskedForFollowsTheReading() {
    let reads = Reads(taking: .milliseconds(100))
    reads.watch.isHeld = false
    reads.watch.changed()
    var hasEnded: Bool?
    Task {
      await reads.watch.rest()
      hasEnded = reads.ended == 1
    }
    XCTAssertTrue(MainLoop.run { hasEnded != nil })
    XCTAssertEqual(hasEnded, true)
    reads.watch.stop()
  }

  @MainActor func testNothingOfOneMailboxIsReadOfTheNext() {
    let reads = Reads()
    reads.watch.changed()
    reads.watch.stop()
    reads.watch.isHeld = false
    XCTAssertFalse(MainLoop.run(timeout: 0.2) { reads.count > 0 })
  }
}

private final class Reads {
  private(set) var count = 0
  private(set) var ended = 0
  private let length: Duration
  private(set) lazy var watch = ArrivalWatch { [weak self, length] in
    self?.count += 1
    try? await Task.sleep(for: length)
    self?.ended += 1
  }

  init(taking length: Duration = .zero) { self.length = length }
}
