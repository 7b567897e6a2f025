import Glibc

/// Ctrl+C, Ctrl+\, Ctrl+Z, the end of the session, and a terminal that is closed.
///
/// The first that ends a command lets it end by itself, between two transactions rather than within
/// one. The next one ends the process at once, whatever it waits for: a disk that does not answer
/// would keep it for ever. So does Ctrl+\.
struct CommandSignals {
  private var signals = sigset_t()

  /// Blocks them, in this thread and in those that are begun from here on: no other thread may be
  /// there yet.
  init() {
    sigemptyset(&signals)
    let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]
    for number in numbers where !Self.isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for them, until the process ends.
  ///
  /// - Parameters:
  ///   - onStop: called before the process is stopped, or ended at once.
  ///   - onContinue: called when it goes on, and where it was not stopped in the end.
  ///   - onEnd: called once.
  func wait(onStop: () -> Void, onContinue: () -> Void, onEnd: () -> Void) -> Never {
    var (signals, number) = (signals, Int32(0))
    while true {
      sigwait(&signals, &number)
      switch number {
      case SIGCONT: onContinue()
      case SIGTSTP, SIGQUIT:
        onStop()
        Self.carryOut(number)
        onContinue()
      default:
        onEnd()
        // The default action of the signal.
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        while true { pause() }
      }
    }
  }

  /// Takes the default action of a signal that was waited for.
  private static func carryOut(_ number: Int32) {
    var signal = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, number)
    // Swift's runtime may have a handler for it, which asks on the terminal.
    Glibc.signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signal, nil)
    raise(number)
    pthread_sigmask(SIG_BLOCK, &signal, nil)
  }

  /// `nohup` ignores it, and shells do so for commands in the background.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
