import Glibc

/// Ctrl+C, the end of the session, and a terminal that is closed.
///
/// The first of them lets a command end by itself, between two transactions rather than within one.
/// The next one ends the process at once, whatever it waits for: a disk that does not answer would
/// keep it for ever.
struct EndingSignals {
  private var signals = sigset_t()

  /// Blocks them, in this thread and in those that are begun from here on: no other thread may be
  /// there yet.
  init() {
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for them, until the process ends.
  ///
  /// - Parameter onFirst: called once.
  func wait(onFirst: () -> Void) -> Never {
    var (signals, number) = (signals, Int32(0))
    sigwait(&signals, &number)
    onFirst()
    // The default action of the signal.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    while true { pause() }
  }

  /// `nohup` ignores it, and shells do so for commands in the background.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
