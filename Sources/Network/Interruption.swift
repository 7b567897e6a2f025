import CTidelineGLib
import Synchronization

/// Ends one operation early: when its task is cancelled, its time limit is reached, or the
/// connection is closed. The first cause counts.
final class Interruption: Sendable {
  enum Cause { case cancelled, timedOut, closed }

  /// GCancellable may be used from any thread.
  nonisolated(unsafe) let cancellable = GCancellable()
  private let first = Mutex<Cause?>(nil)

  var cause: Cause? { first.withLock { $0 } }

  func interrupt(_ cause: Cause) {
    let isFirst = first.withLock { first in
      guard first == nil else { return false }
      first = cause
      return true
    }
    if isFirst { cglib_cancel(NetworkThread.shared.context, cancellable) }
  }
}
