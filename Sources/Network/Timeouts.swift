/// The time limits of a connection.
public struct Timeouts: Sendable, Hashable {
  /// The limit for lookup, connecting and TLS handshake together.
  public var connect = Duration.seconds(20)
  /// The limit for receiving the next byte of an answer, or for sending the next byte.
  public var silence = Duration.seconds(30)
  /// The lowest rate in bytes per second, measured over ``slowness``; a slower exchange is given
  /// up.
  public var slowestRate = 1000
  public var slowness = Duration.seconds(120)

  public static let standard = Timeouts()
}

/// Decides when an exchange makes too little progress.
///
/// Only the time spent waiting counts. A slow exchange is noticed at the end of a window of
/// ``Timeouts/slowness``; each window begins at the end of the previous one.
struct Stall {
  enum Verdict { case silent, slow }

  private let limits: Timeouts
  private var silence = Duration.zero
  private var window = Duration.zero
  private var bytes = 0

  init(_ limits: Timeouts) { self.limits = limits }

  private var needed: Double { Double(limits.slowestRate) * (limits.slowness / .seconds(1)) }
  private var isSlow: Bool { Double(bytes) < needed }

  /// The longest wait for the next byte.
  var patience: Duration {
    let quiet = limits.silence - silence
    return isSlow ? min(quiet, limits.slowness - window) : quiet
  }

  /// Notes time spent waiting. After a verdict, counting begins again.
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

  /// Takes back bytes that were no progress. They have ended a silence all the same.
  mutating func disregard(_ count: Int) { bytes = max(0, bytes - count) }

  /// Begins another exchange.
  mutating func restart() {
    silence = .zero
    restartWindow()
  }

  private mutating func restartWindow() {
    window = .zero
    bytes = 0
  }
}
