import Testing

@testable import Network

struct StallTests {
  private var stall = Stall(Timeouts())

  @Test mutating func theLimitForTheNextByteIsThatOfSilence() {
    #expect(stall.patience == .seconds(30))
    #expect(stall.waited(.seconds(10)) == nil)
    #expect(stall.patience == .seconds(20))
    #expect(stall.waited(.seconds(20)) == .silent)
  }

  @Test mutating func eachByteEndsASilence() {
    for _ in 0..<3 {
      #expect(stall.waited(.seconds(29)) == nil)
      stall.moved(1)
      #expect(stall.patience == .seconds(30))
    }
    #expect(stall.waited(.seconds(3)) == nil)
    stall.moved(1)
    #expect(stall.patience == .seconds(30))
  }

  @Test mutating func tooFewBytesInAWindowAreAStall() {
    for _ in 0..<5 {
      #expect(stall.waited(.seconds(20)) == nil)
      stall.moved(20_000)
    }
    stall.moved(19_999)
    #expect(stall.patience == .seconds(20))
    #expect(stall.waited(.seconds(20)) == .slow)
  }

  @Test mutating func enoughBytesInAWindowBeginTheNextOne() {
    for _ in 0..<5 {
      #expect(stall.waited(.seconds(20)) == nil)
      stall.moved(24_000)
    }
    #expect(stall.patience == .seconds(30))
    #expect(stall.waited(.seconds(25)) == nil)
    stall.moved(1)
    #expect(stall.waited(.seconds(29)) == nil)
    #expect(stall.patience == .seconds(1))
  }

  @Test mutating func bytesWithoutProgressDoNotCount() {
    for _ in 0..<5 {
      #expect(stall.waited(.seconds(20)) == nil)
      stall.moved(60_000)
      stall.disregard(59_000)
      #expect(stall.patience <= .seconds(30))
    }
    #expect(stall.waited(.seconds(20)) == .slow)
  }

  @Test mutating func anotherExchangeIsCountedAnew() {
    for _ in 0..<5 {
      #expect(stall.waited(.seconds(20)) == nil)
      stall.moved(1)
    }
    stall.restart()
    #expect(stall.patience == .seconds(30))
    #expect(stall.waited(.seconds(29)) == nil)
  }

  @Test mutating func whatIsTriedAfterAVerdictIsCountedAnew() {
    #expect(stall.waited(.seconds(30)) == .silent)
    #expect(stall.patience == .seconds(30))
  }
}
