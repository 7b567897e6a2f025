import RefreshCore

/// The cost of one event in the library's state machines, beside that of an empty closure.
enum MachineCost {
  private typealias Sink = (DeviceEvent, Duration) -> Int

  private static let eventsInABatch = 1_000

  /// Prints the costs in nanoseconds.
  ///
  /// - Parameter batches: how often 1,000 events of each kind are measured.
  static func measure(batches: Int) {
    let lines = streams.map { name, events in
      var list = RefreshCoordinator()
      var taken = 0
      let subject: Sink = { event, now in list.handle(.device(event), at: now).count }
      let bare: Sink = { _, _ in
        taken += 1
        return taken
      }
      var costs: (bare: [Double], subject: [Double]) = ([], [])
      var now = Duration.seconds(1)
      // In turns, so that a slow phase of the machine affects both.
      for _ in 0..<batches {
        costs.bare.append(cost(of: bare, events, from: now))
        costs.subject.append(cost(of: subject, events, from: now))
        now += .milliseconds(8 * eventsInABatch)
      }
      return "\"\(name)\": {\"bare\": \(costs.bare), \"library\": \(costs.subject)}"
    }
    print("{\(lines.joined(separator: ", "))}")
  }

  /// The cost of one event, in nanoseconds.
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
    // Uses the sum, which depends on each call, so that the compiler cannot leave one out.
    return sum == .min ? .nan : cost
  }

  /// The events to repeat, for each device.
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
