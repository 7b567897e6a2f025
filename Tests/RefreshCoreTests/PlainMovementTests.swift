import RefreshCore
import Testing

/// Movement pulls if no key is held, its main axis is the list's, and no inner scroller takes it.
@Suite struct ModifierTests {
  private let held = InputContext(isKeyHeld: true)

  @Test func aWheelWithAKeyNeverPulls() {
    let notch = DeviceEvent.wheelScrolled(notches: -1, at: .start, with: held)
    #expect(pulls([notch, notch, notch, notch], every: 100).isEmpty)
  }

  @Test func aTouchpadWithAKeyNeverPulls() {
    let movement = DeviceEvent.touchpadScrolled(along: -30, at: .start, with: held)
    #expect(pulls([movement, movement, movement, .touchpadStopped]).isEmpty)
  }

  @Test func aFingerWithAKeyNeverPulls() {
    #expect(
      pulls([
        .touchBegan(at: .start, with: held), .touchMoved(along: 90, at: .start, with: held),
        .touchMoved(along: 200, at: .start), .touchEnded,
      ]).isEmpty
    )
  }

  @Test func oneNotchWithAKeySpendsItsSeries() {
    let plain = DeviceEvent.wheelScrolled(notches: -1, at: .start)
    let zoom = DeviceEvent.wheelScrolled(
      notches: -1,
      at: .start,
      with: InputContext(isKeyHeld: true)
    )
    #expect(pulls([zoom, plain, plain, plain, plain], every: 100).isEmpty)
    #expect(
      pulls([plain, plain, zoom, plain, plain, plain], every: 100).last == .cancelled(.start)
    )
    // A notch with a key also cancels an armed pull, during its dwell.
    #expect(pulls([plain, plain, plain, zoom], every: 100).last == .cancelled(.start))
  }

  @Test func aKeyPressedDuringAPullEndsIt() {
    let zoom = InputContext(isKeyHeld: true)
    #expect(
      pulls([
        .touchBegan(at: .start), .touchMoved(along: 150, at: .start),
        .touchMoved(along: 160, at: .start, with: zoom), .touchMoved(along: 200, at: .start),
        .touchEnded,
      ]) == [
        .moved(.start, distance: 135, deliberate: true), .cancelled(.start),
      ]
    )
  }

  @Test func afterAPauseTheNextSeriesCounts() {
    let zoom = DeviceEvent.wheelScrolled(
      notches: -1,
      at: .start,
      with: InputContext(isKeyHeld: true)
    )
    var tracker = PullTracker()
    #expect(tracker.handle(zoom, at: .seconds(1)).isEmpty)
    #expect(
      tracker.handle(.wheelScrolled(notches: -1, at: .start), at: .seconds(2)) == [
        .moved(.start, distance: 100.0 / 3, deliberate: true)
      ]
    )
  }
}

@Suite struct MainAxisTests {
  @Test(arguments: [(180.0, 104.0), (320, 150), (150, 150), (-200, 150)])
  func aSwipeToTheSideThatDriftsNeverPulls(across: Double, along: Double) {
    let steps = (1...20).map { step in
      let part = Double(step) / 20
      return DeviceEvent.touchMoved(across: across * part, along: along * part, at: .start)
    }
    #expect(pulls([.touchBegan(at: .start)] + steps + [.touchEnded]).isEmpty)
  }

  @Test func theAxisIsDecidedAtTheSlopAndKept() {
    let across: [DeviceEvent] = [
      .touchBegan(at: .start), .touchMoved(across: 16, along: 10, at: .start),
      .touchMoved(across: 20, along: 300, at: .start), .touchEnded,
    ]
    #expect(pulls(across).isEmpty)
    let down: [DeviceEvent] = [
      .touchBegan(at: .start), .touchMoved(across: 10, along: 16, at: .start),
      .touchMoved(across: 300, along: 150, at: .start), .touchEnded,
    ]
    #expect(pulls(down).last == .released(.start, device: .touch))
  }

  @Test func aTouchpadsAxisIsDecidedByAllOfItsMovement() {
    let sideways = (0..<20).map { _ in
      DeviceEvent.touchpadScrolled(across: 8, along: -5, at: .start)
    }
    #expect(pulls(sideways + [.touchpadStopped]).isEmpty)
    // The first event is a small movement to the side, far within the slop of 15 px.
    let down = [DeviceEvent.touchpadScrolled(across: 2, along: -1, at: .start)]
    let pull = (0..<5).map { _ in DeviceEvent.touchpadScrolled(across: 1, along: -10, at: .start) }
    let events = pulls(down + pull + [.touchpadStopped])
    #expect(
      events.dropLast().last
        == .moved(.start, distance: 127.5, deliberate: true)
    )
    #expect(events.last == .released(.start, device: .touchpad))
  }

  @Test func aTiltOfTheWheelIsNoNotch() {
    let tilt = DeviceEvent.wheelScrolled(across: 1, notches: -0.5, at: .start)
    #expect(pulls([tilt, tilt, tilt, tilt, tilt, tilt], every: 100).isEmpty)
    let notch = DeviceEvent.wheelScrolled(across: 0.25, notches: -1, at: .start)
    #expect(pulls([notch, tilt, notch, notch], every: 100).last?.isAtThreshold == true)
  }

  @Test(arguments: [Double.nan, .infinity])
  func whatIsNoNumberDecidesNothing(across: Double) {
    #expect(
      pulls([
        .touchBegan(at: .start), .touchMoved(across: across, along: 150, at: .start), .touchEnded,
      ]).last == .released(.start, device: .touch)
    )
    #expect(
      pulls([.touchpadScrolled(across: across, along: -50, at: .start), .touchpadStopped]).last
        == .released(.start, device: .touchpad)
    )
  }
}

/// Scrollers between the event's target and the list.
@Suite struct InnerScrollerTests {
  private let inner = InputContext(taken: [.start])

  @Test func whatAnInnerScrollerTakesShowsNothing() {
    let notch = DeviceEvent.wheelScrolled(notches: -1, at: .start, with: inner)
    #expect(pulls([notch, notch, notch, notch], every: 100).isEmpty)
    let movement = DeviceEvent.touchpadScrolled(along: -30, at: .start, with: inner)
    #expect(pulls([movement, movement, .touchpadStopped]).isEmpty)
    #expect(
      pulls([
        .touchBegan(at: .start, with: inner), .touchMoved(along: 200, at: .start, with: inner),
        .touchEnded,
      ]).isEmpty
    )
  }

  @Test func whatBeganInTheInnerScrollerDoesNotPullTheOuterOne() {
    // The inner scroller reaches its top during the gesture.
    let notch = DeviceEvent.wheelScrolled(notches: -1, at: .start, with: inner)
    let rest = DeviceEvent.wheelScrolled(notches: -1, at: .start)
    #expect(pulls([notch, rest, rest, rest, rest], every: 100).isEmpty)
    #expect(
      pulls([
        .touchBegan(at: .start, with: inner), .touchMoved(along: 50, at: .start, with: inner),
        .touchMoved(along: 300, at: .start), .touchEnded,
      ]).isEmpty
    )
    #expect(
      pulls([
        .touchpadScrolled(along: -10, at: .start, with: inner),
        .touchpadScrolled(along: -60, at: .start),
        .touchpadStopped,
      ]).isEmpty
    )
  }

  @Test func aFingerThatScrollsTheInnerOneAwayAndBackPullsNothing() {
    #expect(
      pulls([
        .touchBegan(at: .start), .touchMoved(along: -60, at: .start),
        .touchMoved(along: -50, at: .start, with: inner), .touchMoved(along: 200, at: .start),
        .touchEnded,
      ]).isEmpty
    )
  }

  @Test func aNewGesturePullsTheOuterOne() {
    var tracker = PullTracker()
    let taken = DeviceEvent.wheelScrolled(notches: -1, at: .start, with: inner)
    #expect(tracker.handle(taken, at: .seconds(1)).isEmpty)
    #expect(
      tracker.handle(.wheelScrolled(notches: -1, at: .start), at: .seconds(2)) == [
        .moved(.start, distance: 100.0 / 3, deliberate: true)
      ]
    )
  }

  @Test func soonAfterTheInnerOneMovedTheOuterOneOnlyPeeks() {
    var tracker = PullTracker()
    let taken = DeviceEvent.touchpadScrolled(along: -9, at: .start, with: inner)
    _ = tracker.handle(taken, at: .seconds(1))
    _ = tracker.handle(.touchBegan(at: .start), at: .milliseconds(1299))
    #expect(
      tracker.handle(.touchMoved(along: 65, at: .start), at: .milliseconds(1299)) == [
        .moved(.start, distance: 50, deliberate: false)
      ]
    )
  }

  @Test func theOtherEdgeIsTheListsOwn() {
    let notch = DeviceEvent.wheelScrolled(notches: 1, at: .end, with: inner)
    #expect(pulls([notch, notch, notch], every: 100).last?.isAtThreshold == true)
    #expect(
      pulls([
        .touchBegan(at: .fits, with: inner), .touchMoved(along: -150, at: .fits, with: inner),
        .touchEnded,
      ]).last == .released(.end, device: .touch)
    )
  }
}

/// Sends events to a tracker whose list has rested long enough for a pull.
///
/// - Parameter pause: ms from one event to the next.
private func pulls(_ events: [DeviceEvent], every pause: Int = 16) -> [PullEvent] {
  var tracker = PullTracker()
  return events.enumerated().flatMap { index, event in
    tracker.handle(event, at: .seconds(1) + .milliseconds(pause * index))
  }
}

extension PullEvent {
  fileprivate var isAtThreshold: Bool {
    if case .moved(_, let distance, true) = self { distance >= 100 } else { false }
  }
}
