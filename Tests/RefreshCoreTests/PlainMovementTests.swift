import RefreshCore
import Testing

/// Only plain, mostly vertical movement that nothing inside the list takes pulls.
@Suite struct ModifierTests {
  static let keys: [KeyModifiers] = [
    .shift, .control, .alt, .super, .hyper, .meta, [.control, .shift],
  ]

  @Test(arguments: keys)
  func aWheelWithAKeyNeverPulls(keys: KeyModifiers) {
    let held = InputContext(modifiers: keys)
    let notch = DeviceEvent.wheelScrolled(notches: -1, at: .top, with: held)
    #expect(pulls([notch, notch, notch, notch], every: 100).isEmpty)
  }

  @Test(arguments: keys)
  func aTouchpadWithAKeyNeverPulls(keys: KeyModifiers) {
    let held = InputContext(modifiers: keys)
    let movement = DeviceEvent.touchpadScrolled(dy: -30, at: .top, with: held)
    #expect(pulls([movement, movement, movement, .touchpadStopped]).isEmpty)
  }

  @Test(arguments: keys)
  func aFingerWithAKeyNeverPulls(keys: KeyModifiers) {
    let held = InputContext(modifiers: keys)
    #expect(
      pulls([
        .touchBegan(at: .top, with: held), .touchMoved(dy: 90, at: .top, with: held),
        .touchMoved(dy: 200, at: .top), .touchEnded,
      ]).isEmpty
    )
  }

  @Test func oneNotchWithAKeySpendsItsSeries() {
    let plain = DeviceEvent.wheelScrolled(notches: -1, at: .top)
    let zoom = DeviceEvent.wheelScrolled(
      notches: -1,
      at: .top,
      with: InputContext(modifiers: .control)
    )
    #expect(pulls([zoom, plain, plain, plain, plain], every: 100).isEmpty)
    #expect(pulls([plain, plain, zoom, plain, plain, plain], every: 100).last == .cancelled(.top))
    // And also while it is armed and waits for a change of mind.
    #expect(pulls([plain, plain, plain, zoom], every: 100).last == .cancelled(.top))
  }

  @Test func aKeyPressedDuringAPullEndsIt() {
    let zoom = InputContext(modifiers: .control)
    #expect(
      pulls([
        .touchBegan(at: .top), .touchMoved(dy: 150, at: .top),
        .touchMoved(dy: 160, at: .top, with: zoom), .touchMoved(dy: 200, at: .top), .touchEnded,
      ]) == [
        .moved(.top, distance: 135, device: .touch, deliberate: true), .cancelled(.top),
      ]
    )
  }

  @Test func afterAPauseTheNextSeriesCounts() {
    let zoom = DeviceEvent.wheelScrolled(
      notches: -1,
      at: .top,
      with: InputContext(modifiers: .control)
    )
    var tracker = PullTracker()
    #expect(tracker.handle(zoom, at: .seconds(1)).isEmpty)
    #expect(
      tracker.handle(.wheelScrolled(notches: -1, at: .top), at: .seconds(2)) == [
        .moved(.top, distance: 100.0 / 3, device: .wheel, deliberate: true)
      ]
    )
  }
}

@Suite struct MainAxisTests {
  @Test(arguments: [(180.0, 104.0), (320, 150), (150, 150), (-200, 150)])
  func aSwipeToTheSideThatDriftsNeverPulls(dx: Double, dy: Double) {
    let steps = (1...20).map { step in
      let part = Double(step) / 20
      return DeviceEvent.touchMoved(dx: dx * part, dy: dy * part, at: .top)
    }
    #expect(pulls([.touchBegan(at: .top)] + steps + [.touchEnded]).isEmpty)
  }

  @Test func theAxisIsDecidedAtTheSlopAndKept() {
    let sideways: [DeviceEvent] = [
      .touchBegan(at: .top), .touchMoved(dx: 16, dy: 10, at: .top),
      .touchMoved(dx: 20, dy: 300, at: .top), .touchEnded,
    ]
    #expect(pulls(sideways).isEmpty)
    let down: [DeviceEvent] = [
      .touchBegan(at: .top), .touchMoved(dx: 10, dy: 16, at: .top),
      .touchMoved(dx: 300, dy: 150, at: .top), .touchEnded,
    ]
    #expect(pulls(down).last == .released(.top, device: .touch))
  }

  @Test func aTouchpadsAxisIsDecidedByAllOfItsMovement() {
    let sideways = (0..<20).map { _ in
      DeviceEvent.touchpadScrolled(dx: 8, dy: -5, at: .top)
    }
    #expect(pulls(sideways + [.touchpadStopped]).isEmpty)
    // The first event is a trembling to the side, far within the slop of 15 px.
    let down = [DeviceEvent.touchpadScrolled(dx: 2, dy: -1, at: .top)]
    let pull = (0..<5).map { _ in DeviceEvent.touchpadScrolled(dx: 1, dy: -10, at: .top) }
    let events = pulls(down + pull + [.touchpadStopped])
    #expect(
      events.dropLast().last
        == .moved(.top, distance: 127.5, device: .touchpad, deliberate: true)
    )
    #expect(events.last == .released(.top, device: .touchpad))
  }

  @Test func aTiltOfTheWheelIsNoNotch() {
    let tilt = DeviceEvent.wheelScrolled(sideways: 1, notches: -0.5, at: .top)
    #expect(pulls([tilt, tilt, tilt, tilt, tilt, tilt], every: 100).isEmpty)
    let notch = DeviceEvent.wheelScrolled(sideways: 0.25, notches: -1, at: .top)
    #expect(pulls([notch, tilt, notch, notch], every: 100).last?.isAtThreshold == true)
  }

  @Test(arguments: [Double.nan, .infinity])
  func whatIsNoNumberDecidesNothing(dx: Double) {
    #expect(
      pulls([
        .touchBegan(at: .top), .touchMoved(dx: dx, dy: 150, at: .top), .touchEnded,
      ]).last == .released(.top, device: .touch)
    )
    #expect(
      pulls([.touchpadScrolled(dx: dx, dy: -50, at: .top), .touchpadStopped]).last
        == .released(.top, device: .touchpad)
    )
  }
}

/// Scrollers between the event's target and the list.
@Suite struct InnerScrollerTests {
  private let inner = InputContext(taken: .top)

  @Test func whatAnInnerScrollerTakesShowsNothing() {
    let notch = DeviceEvent.wheelScrolled(notches: -1, at: .top, with: inner)
    #expect(pulls([notch, notch, notch, notch], every: 100).isEmpty)
    let movement = DeviceEvent.touchpadScrolled(dy: -30, at: .top, with: inner)
    #expect(pulls([movement, movement, .touchpadStopped]).isEmpty)
    #expect(
      pulls([
        .touchBegan(at: .top, with: inner), .touchMoved(dy: 200, at: .top, with: inner),
        .touchEnded,
      ]).isEmpty
    )
  }

  @Test func whatBeganInTheInnerScrollerDoesNotPullTheOuterOne() {
    // The inner one reaches its top on the way.
    let notch = DeviceEvent.wheelScrolled(notches: -1, at: .top, with: inner)
    let rest = DeviceEvent.wheelScrolled(notches: -1, at: .top)
    #expect(pulls([notch, rest, rest, rest, rest], every: 100).isEmpty)
    #expect(
      pulls([
        .touchBegan(at: .top, with: inner), .touchMoved(dy: 50, at: .top, with: inner),
        .touchMoved(dy: 300, at: .top), .touchEnded,
      ]).isEmpty
    )
    #expect(
      pulls([
        .touchpadScrolled(dy: -10, at: .top, with: inner), .touchpadScrolled(dy: -60, at: .top),
        .touchpadStopped,
      ]).isEmpty
    )
  }

  @Test func aFingerThatScrollsTheInnerOneAwayAndBackPullsNothing() {
    #expect(
      pulls([
        .touchBegan(at: .top), .touchMoved(dy: -60, at: .top),
        .touchMoved(dy: -50, at: .top, with: inner), .touchMoved(dy: 200, at: .top), .touchEnded,
      ]).isEmpty
    )
  }

  @Test func aNewGesturePullsTheOuterOne() {
    var tracker = PullTracker()
    let taken = DeviceEvent.wheelScrolled(notches: -1, at: .top, with: inner)
    #expect(tracker.handle(taken, at: .seconds(1)).isEmpty)
    #expect(
      tracker.handle(.wheelScrolled(notches: -1, at: .top), at: .seconds(2)) == [
        .moved(.top, distance: 100.0 / 3, device: .wheel, deliberate: true)
      ]
    )
  }

  @Test func soonAfterTheInnerOneMovedTheOuterOneOnlyPeeks() {
    var tracker = PullTracker()
    let taken = DeviceEvent.touchpadScrolled(dy: -9, at: .top, with: inner)
    _ = tracker.handle(taken, at: .seconds(1))
    _ = tracker.handle(.touchBegan(at: .top), at: .milliseconds(1299))
    #expect(
      tracker.handle(.touchMoved(dy: 65, at: .top), at: .milliseconds(1299)) == [
        .moved(.top, distance: 50, device: .touch, deliberate: false)
      ]
    )
  }

  @Test func theOtherEdgeIsTheListsOwn() {
    let notch = DeviceEvent.wheelScrolled(notches: 1, at: .bottom, with: inner)
    #expect(pulls([notch, notch, notch], every: 100).last?.isAtThreshold == true)
    #expect(
      pulls([
        .touchBegan(at: .fits, with: inner), .touchMoved(dy: -150, at: .fits, with: inner),
        .touchEnded,
      ]).last == .released(.bottom, device: .touch)
    )
  }
}

/// Plays events to a list that has long rested.
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
    if case .moved(_, let distance, _, true) = self { distance >= 100 } else { false }
  }
}
