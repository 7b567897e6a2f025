/// Decides when an answer, or what is being sent, makes too little progress to be waited for.
///
/// Only time that was spent waiting counts. A slow exchange is seen at the end of a window of
/// ``Timeouts/slowness``; windows follow each other.
struct Stall {
  enum Verdict { case silent, slow }

  private let limits: Timeouts
  private var silence = Duration.zero
  private var window = Duration.zero
  private var bytes = 0

  init(_ limits: Timeouts) { self.limits = limits }

  private var needed: Double { Double(limits.slowestRate) * (limits.slowness / .seconds(1)) }
  private var isSlow: Bool { Double(bytes) < needed }

  /// How long may be waited for the next byte.
  var patience: Duration {
    let quiet = limits.silence - silence
    return isSlow ? min(quiet, limits.slowness - window) : quiet
  }

  /// Notes that time was spent waiting. With a verdict, all is counted anew.
  mutating func waited(_ time: Duration) -> Verdict? {
    silence += time
    window += time
    if silence >= limits.silence {
      restart()
      return .silent
    }
    guard window >= limits.slowness else { return nil }
    defer { restartWindow() }
    return isSlow ? .slow : nil
  }

  mutating func moved(_ count: Int) {
    silence = .zero
    bytes += count
  }

  /// Another exchange begins.
  mutating func restart() {
    silence = .zero
    restartWindow()
  }

  private mutating func restartWindow() {
    window = .zero
    bytes = 0
  }
}
