import RefreshCore
import Testing

/// Timestamps of the display server, in ms, converted to times of the coordinator's clock.
@Suite struct EventClockTests {
  @Test func whatWaitedKeepsItsDistances() {
    var clock = EventClock()
    // The program reads all three events after a stall of more than a second.
    #expect(clock.time(of: 5_000, now: .milliseconds(6300)) == .seconds(5))
    #expect(clock.time(of: 5_600, now: .milliseconds(6300)) == .milliseconds(5600))
    #expect(clock.time(of: 5_700, now: .milliseconds(6300)) == .milliseconds(5700))
  }

  @Test func anotherMachinesClockKeepsItsDistancesToo() {
    var clock = EventClock()
    #expect(clock.time(of: 4_000_000, now: .seconds(60)) == .seconds(60))
    #expect(clock.time(of: 4_001_000, now: .seconds(62)) == .seconds(61))
    #expect(clock.time(of: 4_001_600, now: .seconds(62)) == .milliseconds(61600))
  }

  @Test func theShortestWayIsTheTrueOne() {
    var clock = EventClock()
    #expect(clock.time(of: 4_000_000, now: .seconds(60)) == .seconds(60))
    // The first event had waited for 400 ms, which only the second one shows.
    #expect(clock.time(of: 4_001_000, now: .milliseconds(60600)) == .milliseconds(60600))
    #expect(clock.time(of: 4_002_000, now: .seconds(62)) == .milliseconds(61600))
  }

  /// After a pause of a virtual machine, the clocks of its processors may differ for a moment.
  @Test func aStampFromTheFutureDoesNotMakeLaterOnesOld() {
    var clock = EventClock()
    #expect(clock.time(of: 10_000, now: .seconds(10)) == .seconds(10))
    #expect(clock.time(of: 11_700, now: .seconds(11)) == .seconds(11))
    #expect(clock.time(of: 12_000, now: .seconds(12)) == .seconds(12))
    #expect(clock.time(of: 40_000, now: .seconds(40)) == .seconds(40))
  }

  /// A remote server whose clock runs slower, by a second a day.
  @Test func aClockThatDriftsIsFollowed() {
    var clock = EventClock()
    for hour in 0..<200 {
      for second in 0..<2 {
        let now = Duration.seconds(hour * 3_600 + second * 15)
        let milliseconds: Double = now / .milliseconds(1)
        let stamp = UInt32(4_000_000 + milliseconds * (1 - 1 / 86_400))
        let time = clock.time(of: stamp, now: now)
        #expect(now - time < .milliseconds(45), "after \(hour) hours")
      }
    }
  }

  @Test func aStampThatWrapsGoesOn() {
    var clock = EventClock()
    let end = Duration.milliseconds(Int64(UInt32.max) - 99)
    #expect(clock.time(of: .max - 99, now: end + .milliseconds(5)) == end)
    #expect(clock.time(of: 500, now: end + .seconds(1)) == end + .milliseconds(600))
  }

  @Test func afterYearsAnEventStillHasItsOwnTime() {
    var clock = EventClock()
    let years = Duration.milliseconds(7 * (Int64(UInt32.max) + 1))
    #expect(clock.time(of: 300, now: years + .milliseconds(900)) == years + .milliseconds(300))
  }

  @Test func noTimeIsThePresent() {
    var clock = EventClock()
    #expect(clock.time(of: 0, now: .seconds(3)) == .seconds(3))
    #expect(clock.time(of: 4_000, now: .milliseconds(4200)) == .seconds(4))
    #expect(clock.time(of: 0, now: .milliseconds(4500)) == .milliseconds(4500))
    #expect(clock.time(of: 4_400, now: .milliseconds(4600)) == .milliseconds(4500))
  }

  @Test func aSleepOfTheMachineIsNoWait() {
    var clock = EventClock()
    _ = clock.time(of: 4_000_000, now: .seconds(60))
    // The server's clock stood still for an hour, ours went on.
    #expect(clock.time(of: 4_001_000, now: .seconds(3661)) == .seconds(3661))
    #expect(clock.time(of: 4_001_600, now: .seconds(3662)) == .milliseconds(3661600))
    // The other way round: our clock stood still, the server's went on.
    #expect(clock.time(of: 9_000_000, now: .seconds(3670)) == .seconds(3670))
    #expect(clock.time(of: 9_000_100, now: .milliseconds(3670300)) == .milliseconds(3670100))
  }

  @Test func aDeviceWithAClockOfItsOwnIsRead() {
    var clock = EventClock()
    #expect(clock.time(of: 10_000, now: .seconds(10)) == .seconds(10))
    #expect(clock.time(of: 70_000, now: .seconds(11)) == .seconds(11))
    #expect(clock.time(of: 12_000, now: .milliseconds(12100)) == .seconds(12))
    #expect(clock.time(of: 12_600, now: .seconds(13)) == .milliseconds(12600))
  }

  /// All notches are read at one moment, after a stall.
  @Test(arguments: [(600, false), (401, false), (400, true), (100, true)])
  func aStallNeitherJoinsNotchesNorPartsThem(pause: Int, fires: Bool) {
    var list = RefreshCoordinator()
    var clock = EventClock()
    let now = Duration.seconds(9)
    for notch in 0..<3 {
      let time = clock.time(of: UInt32(5_000 + pause * notch), now: now)
      _ = list.handle(.device(.wheelScrolled(notches: -1, at: .start)), at: time)
    }
    _ = list.advance(to: now)
    #expect((list.unfinishedRun(of: .refresh) != nil) == fires)
  }

  @Test func whateverComesTimeNeitherRunsBackwardsNorAhead() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      var clock = EventClock()
      var now = Duration.milliseconds(random.below(1 << 40))
      var last = Duration.zero
      var stamp = UInt32(truncatingIfNeeded: random.next())
      for _ in 0..<20 {
        now += .microseconds(random.below(2_000_000))
        switch random.below(4) {
        case 0: stamp = UInt32(truncatingIfNeeded: random.next())
        case 1: stamp = random.pick([0, 1, .max])
        default: stamp &+= UInt32(random.below(3_000))
        }
        let time = clock.time(of: stamp, now: now)
        #expect(time >= last && time <= now)
        last = time
      }
    }
  }
}
