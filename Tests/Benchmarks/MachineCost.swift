import RefreshCore

/// What one event costs on its way through tracker and machines, beside a closure that does
/// nothing.
enum MachineCost {
  private typealias Sink = (DeviceEvent, Duration) -> Int

  private static let batches = 400
  private static let eventsInABatch = 1_000

  static func measure() {
    let lines = streams.map { name, events in
      var list = RefreshCoordinator(header: true, footer: true)
      var taken = 0
      let subject: Sink = { event, now in list.handle(.device(event), at: now).count }
      let bare: Sink = { _, _ in
        taken += 1
        return taken
      }
      var costs: (bare: [Double], subject: [Double]) = ([], [])
      var now = Duration.seconds(1)
      // Turn by turn, so that what slows the machine down slows both.
      for _ in 0..<batches {
        costs.bare.append(cost(of: bare, events, from: now))
        costs.subject.append(cost(of: subject, events, from: now))
        now += .milliseconds(8 * eventsInABatch)
      }
      return "\"\(name)\": {\"bare\": \(costs.bare), \"library\": \(costs.subject)}"
    }
    print("{\(lines.joined(separator: ", "))}")
  }

  /// In nanoseconds an event.
  @inline(never)
  private static func cost(of sink: Sink, _ events: [DeviceEvent], from time: Duration) -> Double {
    var now = time
    var sum = 0
    let start = Clock.cpu
    for index in 0..<eventsInABatch {
      sum &+= sink(events[index % events.count], now)
      now += .milliseconds(8)
    }
    let cost = Double(Clock.cpu - start) / Double(eventsInABatch)
    // The sum depends on each call, so that none can be left out.
    return sum == .min ? .nan : cost
  }

  /// What the devices say, over and over.
  private static let streams: [(name: String, events: [DeviceEvent])] = {
    let top = ScrollPosition(distanceToStart: 0, distanceToEnd: 9000, page: 600)
    let middle = (0..<60).map {
      ScrollPosition(distanceToStart: 4000 + 10.0 * Double($0), distanceToEnd: 4000, page: 600)
    }
    let down = (1...60).map { DeviceEvent.touchMoved(along: 3 * Double($0), at: top) }
    return [
      ("content moves", middle.map { .scrolled(to: $0) }),
      ("touchpad scrolls", middle.map { .touchpadScrolled(along: 4, at: $0) }),
      ("wheel scrolls", middle.map { .wheelScrolled(notches: 1, at: $0) }),
      ("a finger pulls", [.touchBegan(at: top)] + down + down.reversed() + [.touchCancelled]),
    ]
  }()
}
