import FoundationEssentials
import PullToRefreshGtk

/// The clock that a list reads: for pulls, runs and results, and for the time of its last refresh.
///
/// By default it is GLib's monotonic time, which GTK's frames also use, and the computer's date. An
/// application's own tests use a ``ManualClock`` instead. Animations on the screen always follow
/// GTK's frames, whatever the clock says.
public class RefreshClock {
  /// The initial clock of each list.
  static let system = RefreshClock()

  /// The clock of the list whose handler runs in the present task.
  @TaskLocal static var current: RefreshClock?

  fileprivate init() {}

  /// The time since an arbitrary moment. It never runs backwards.
  var now: Duration { MainLoop.now }

  var date: Date { Date() }

  /// Calls the action once: at a time on the clock of ``now``, or soon after. The returned closure
  /// cancels the call.
  func call(at moment: Duration, _ action: @escaping () -> Void) -> () -> Void {
    Timeout(after: moment - now, action).cancel
  }
}

/// The clock of one list. When the list gets another clock, the time continues, and the calls that
/// wait are made by the new clock.
final class ListClock: RefreshClock {
  private struct Call {
    let moment: Duration
    let action: () -> Void
    /// Cancels the call on ``source``.
    var cancel: () -> Void = {}
  }

  /// The clock that counts the time.
  var source = RefreshClock.system {
    didSet {
      shift += oldValue.now - source.now
      for number in calls.keys.sorted() { wait(for: number) }
    }
  }
  /// Added to the time of ``source``.
  private var shift = Duration.zero
  private var calls: [Int: Call] = [:]
  private var lastNumber = 0

  override init() { super.init() }

  override var now: Duration { source.now + shift }
  override var date: Date { source.date }

  override func call(at moment: Duration, _ action: @escaping () -> Void) -> () -> Void {
    lastNumber += 1
    let number = lastNumber
    calls[number] = Call(moment: moment, action: action)
    wait(for: number)
    return { [weak self] in self?.calls.removeValue(forKey: number)?.cancel() }
  }

  private func wait(for number: Int) {
    guard let call = calls[number] else { return }
    call.cancel()
    calls[number]?.cancel = source.call(at: call.moment - shift) { [weak self] in
      self?.calls.removeValue(forKey: number)?.action()
    }
  }
}

/// A clock that stands still until a test advances it, so that a test need not wait:
///
/// ```swift
/// let clock = ManualClock()
/// controller.clock = clock
/// await controller.refresh.begin()
/// clock.advance(by: controller.metrics.minimumRunning)  // The row shows the result.
/// clock.advance(by: controller.metrics.resultShown)  // The row closes.
/// ```
///
/// One clock may serve several lists. See <doc:Testing>.
public final class ManualClock: RefreshClock {
  private let start: Date
  private var passed = Duration.zero
  private var calls: [(moment: Duration, number: Int, action: () -> Void)] = []
  private var lastNumber = 0

  /// Creates a clock that stands still at a date.
  ///
  /// - Parameter date: the date until the clock is advanced.
  public init(date: Date = Date()) { start = date }

  override var now: Duration { passed }

  /// The present date: the date at the creation, plus the time that has passed since.
  public override var date: Date { start + passed / .seconds(1) }

  /// Advances the time at once. Makes the calls that become due, in order, each at its own time
  /// on the clock. If a call resumes a task, the task continues only when the main loop runs.
  ///
  /// - Parameter duration: less than zero counts as zero.
  public func advance(by duration: Duration) {
    let end = passed + max(duration, .zero)
    while let next = calls.min(by: { ($0.moment, $0.number) < ($1.moment, $1.number) }),
      next.moment <= end
    {
      calls.removeAll { $0.number == next.number }
      passed = max(passed, next.moment)
      next.action()
    }
    passed = max(passed, end)
  }

  override func call(at moment: Duration, _ action: @escaping () -> Void) -> () -> Void {
    lastNumber += 1
    let number = lastNumber
    calls.append((moment, number, action))
    return { [weak self] in self?.calls.removeAll { $0.number == number } }
  }
}
