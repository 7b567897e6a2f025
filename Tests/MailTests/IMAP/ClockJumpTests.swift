import Testing

@testable import Mail

struct ClockJumpTests {
  @Test(arguments: [(0, false), (59, false), (60, true), (28_800, true), (-59, false), (-60, true)])
  func aSleepIsSeenByTheClocks(_ seconds: Int, _ isSeen: Bool) {
    let clock = PlayedClock(1_800_000_000)
    let jump = ClockJump { clock.duration }
    #expect(!jump.hasHappened)
    clock.advance(by: Int64(seconds))
    #expect(jump.hasHappened == isSeen)
  }

  @Test func theClocksOfThisComputerDoNotJump() {
    #expect(!ClockJump(ClockJump.offset).hasHappened)
    #expect(ClockJump.offset() > .zero)
  }
}
