import Glibc
import Synchronization
import TidelineProgram

/// One line of a terminal that says what goes on, drawn again and again and then taken away. Where
/// standard error is no terminal, or nothing is to be said, nothing is written.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  /// A terminal has no use for more, and another machine may be at its end.
  private static let interval = Duration.milliseconds(100)

  init(isQuiet: Bool) {
    isShown = !isQuiet && isatty(STDERR_FILENO) != 0
  }

  /// Draws the text, unless that was done a moment ago; from any thread.
  func show(_ text: String) {
    guard isShown else { return }
    lastDrawn.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < Self.interval { return }
      last = now
      // A longer text would begin another line, which could not be taken away: for this one the
      // terminal does not wrap.
      StandardError.draw("\u{1B}[?7l\r\(text)\u{1B}[K\u{1B}[?7h")
    }
  }

  /// Takes the line away, for what is to stay.
  func clear() {
    lastDrawn.withLock { last in
      if last != nil { StandardError.draw("\r\u{1B}[K") }
      last = nil
    }
  }
}
