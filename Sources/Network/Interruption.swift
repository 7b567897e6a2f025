import CTidelineGLib
import Synchronization

/// What ends one operation early: its task's cancellation, its time limit or the connection's end.
/// The first of them counts.
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
