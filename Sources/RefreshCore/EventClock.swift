/// Maps the times of input events to the clock of the ``RefreshCoordinator``.
///
/// The display server stamps events with 32 bits of milliseconds. While the program is busy, only
/// the stamps tell the time between two events: two wheel notches 600 ms apart must not count as
/// one series when the program reads both at the same moment.
///
/// On one machine, events are stamped by the same clock that `now` is read from. Otherwise the
/// difference of the two clocks is estimated from the recent event with the shortest delay, since
/// clocks drift by seconds a day.
package struct EventClock: Sendable {
  /// Events may wait this long in a busy program. An older stamp is from another clock.
  static let longestWait = Duration.seconds(10)

  /// How much older than the previous stamp a stamp may be. An even older stamp counts as from
  /// another clock.
  static let mostDisorder = Duration.seconds(1)

  /// The last stamp, and the same time without wrapping at 32 bits.
  private var last: (stamp: UInt32, unwrapped: Duration)?
  /// The difference between the two clocks, to be added to an unwrapped stamp; nil if events and
  /// `now` share one clock.
  private var offset: Offset?
  private var latest = Duration.zero

  package init() {}

  /// The time at which an event happened: not after `now`, and not before an earlier result. A
  /// stamp is in ms, as `gdk_event_get_time` returns it; 0 for none.
  package mutating func time(of stamp: UInt32, now: Duration) -> Duration {
    let time = stamp == 0 ? now : mapped(stamp, now)
    latest = max(latest, min(time, now))
    return latest
  }

  private mutating func mapped(_ stamp: UInt32, _ now: Duration) -> Duration {
    if let last {
      let step = Duration.milliseconds(Int32(bitPattern: stamp &- last.stamp))
      let unwrapped = last.unwrapped + step
      let time = unwrapped + (offset?.least ?? .zero)
      if step >= .zero - Self.mostDisorder, now - time <= Self.longestWait {
        self.last = (stamp, unwrapped)
        offset?.note(now - unwrapped, at: now)
        return unwrapped + (offset?.least ?? .zero)
      }
    }
    return rebased(stamp, now)
  }

  /// Maps the first stamp of a clock. If it lies at most ``longestWait`` before `now`, it is of the
  /// same clock; otherwise the event counts as happening at `now`.
  private mutating func rebased(_ stamp: UInt32, _ now: Duration) -> Duration {
    let milliseconds = UInt32(truncatingIfNeeded: Int64(now / .milliseconds(1)))
    let wait = Duration.milliseconds(Int32(bitPattern: milliseconds &- stamp))
    let isShared = wait >= .zero && wait <= Self.longestWait
    offset = isShared ? nil : Offset(at: now)
    // Rounds to whole milliseconds, since a stamp has no finer unit.
    let unwrapped = isShared ? .milliseconds(Int64(now / .milliseconds(1))) - wait : now
    last = (stamp, unwrapped)
    return unwrapped
  }
}

/// The difference between two clocks: the smallest `now` minus stamp among the latest events.
private struct Offset: Sendable {
  /// The smallest difference among the events since `since`.
  private var recent = Duration.zero
  /// The smallest difference among the events of the period before `since`.
  private var before = Duration.zero
  private var since: Duration

  init(at now: Duration) { since = now }

  var least: Duration { min(recent, before) }

  mutating func note(_ distance: Duration, at now: Duration) {
    let age = now - since
    if age > EventClock.longestWait {
      before = age > EventClock.longestWait * 2 ? distance : recent
      (recent, since) = (distance, now)
    }
    recent = min(recent, distance)
  }
}
