import RefreshCore
import Testing

/// Draws the pull events that a tracker derives from device events. Time runs to the right, 50 ms a
/// column. The first event comes at one second, when the list has rested long enough for a pull.
///
/// The device events:
///
///     ^ v    a notch up, down, at the top      [ ]      a finger touches the top, is lifted
///     m      a notch up in the middle          ( )      … in the middle
///     w      a notch down at the bottom        { }      … at the bottom
///     y      a notch up at a tall page's top   0…9      the finger is n × 25 px below its start
///     a c    ⅓ notch up, ⅛ down, at the top    A…F      … n × 25 px above its start; A is 1
///     t r    50 px up, 25 px back, by touchpad x        the touch is cancelled
///     n      50 px up in the middle            !        GTK's `edge-overshot` at the top
///     b      50 px down at the bottom          = M      the content came to the top, the middle
///     s      the fingers left the touchpad     -        nothing
///
/// The pull events: `p` pulled, `P` pulled by 100 px or more, `?` peeked, `R` released,
/// `x` cancelled, `-` none; several at once in brackets.
func expectPulls(
  _ input: String,
  _ expected: String,
  metrics: PullMetrics = PullMetrics(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var tracker = PullTracker(metrics: metrics)
  var drawn = ""
  for (column, symbol) in input.enumerated() {
    let now = Duration.seconds(1) + .milliseconds(50) * column
    var events: [PullEvent] = []
    while let deadline = tracker.deadline, deadline <= now {
      events += tracker.advance(to: deadline)
    }
    if let event = deviceEvent(symbol) {
      events += tracker.handle(event, at: now)
    } else {
      #expect(symbol == "-", "no such symbol: \(symbol)", sourceLocation: sourceLocation)
    }
    let symbols = String(events.map(symbol(for:)))
    drawn += symbols.isEmpty ? "-" : symbols.count == 1 ? symbols : "[\(symbols)]"
  }
  #expect(drawn == expected, "\n  \(input)", sourceLocation: sourceLocation)
}

/// Draws each input of a case, and compares what the file has below it.
func expectPulls(_ diagram: Diagram) {
  for (input, expected) in diagram.drawings { expectPulls(input, expected["pulls"] ?? "") }
}

private func deviceEvent(_ symbol: Character) -> DeviceEvent? {
  switch symbol {
  case "^": .wheelScrolled(notches: -1, at: .start)
  case "v": .wheelScrolled(notches: 1, at: .start)
  case "m": .wheelScrolled(notches: -1, at: .middle)
  case "w": .wheelScrolled(notches: 1, at: .end)
  case "y": .wheelScrolled(notches: -1, at: .tallTop)
  case "a": .wheelScrolled(notches: -1.0 / 3, at: .start)
  case "c": .wheelScrolled(notches: 1.0 / 8, at: .start)
  case "t": .touchpadScrolled(along: -20, at: .start)
  case "r": .touchpadScrolled(along: 10, at: .start)
  case "n": .touchpadScrolled(along: -20, at: .middle)
  case "b": .touchpadScrolled(along: 20, at: .end)
  case "s": .touchpadStopped
  case "[": .touchBegan(at: .start)
  case "(": .touchBegan(at: .middle)
  case "{": .touchBegan(at: .end)
  case "]", ")", "}": .touchEnded
  case "x": .touchCancelled
  case "!": .overshot(.start)
  case "=": .scrolled(to: .start)
  case "M": .scrolled(to: .middle)
  case "0"..."9": .touchMoved(along: 25 * offset(of: symbol, from: "0"), at: .start)
  case "A"..."F": .touchMoved(along: -25 * (1 + offset(of: symbol, from: "A")), at: .end)
  default: nil
  }
}

private func offset(of symbol: Character, from first: Character) -> Double {
  Double((symbol.asciiValue ?? 0) - (first.asciiValue ?? 0))
}

private func symbol(for event: PullEvent) -> Character {
  switch event {
  case .moved(_, _, deliberate: false): "?"
  case .moved(_, let distance, _): distance >= 100 ? "P" : "p"
  case .released: "R"
  case .cancelled: "x"
  }
}
