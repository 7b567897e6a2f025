import Synchronization

/// A clock that a test sets.
final class PlayedClock: Sendable {
  private let value: Mutex<Int64>

  init(_ seconds: Int64) { value = Mutex(seconds) }

  var seconds: Int64 { value.withLock { $0 } }
  var duration: Duration { .seconds(seconds) }

  func advance(by seconds: Int64) { value.withLock { $0 += seconds } }
}
