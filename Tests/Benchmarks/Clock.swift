import Glibc

/// Nanoseconds on the system's clocks.
nonisolated enum Clock {
  /// The real time.
  static var wall: Int { read(CLOCK_MONOTONIC) }

  /// The processor time of the calling thread, which other programs do not affect.
  static var cpu: Int { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
