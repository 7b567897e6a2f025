/// Turns what the devices say into pulls past an edge.
///
/// Pure: device events and times go in, pull events come out. One tracker serves both edges, and
/// one gesture pulls at a time. What each device must do for a pull to count is a rule of its
/// own; what they share is that the gesture must begin at the edge, and that the content must
/// have rested there for ``PullMetrics/restBeforePull``. A fast scroll to the top never does.
public struct PullTracker: Sendable {
  /// The numbers. They may change at any time.
  public var metrics: PullMetrics

  /// A tracker that has seen nothing yet.
  public init(metrics: PullMetrics = PullMetrics()) {
    self.metrics = metrics
  }

  /// When ``advance(to:)`` must be called next; nil for never. It changes with every event and
  /// with the metrics.
  public var deadline: Duration? { nil }

  /// Takes an event that happened at `now`, on any clock that does not go backwards.
  public mutating func handle(_ event: DeviceEvent, at now: Duration) -> [PullEvent] { [] }

  /// Lets time pass: a touchpad that went quiet is let go, a wheel pauses or has dwelt.
  public mutating func advance(to now: Duration) -> [PullEvent] { [] }
}
