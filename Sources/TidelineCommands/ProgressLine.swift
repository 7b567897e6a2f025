import Glibc
import Synchronization
import TidelineProgram

/// A progress line on the terminal, which is redrawn, and erased at the end. Nothing is written if
/// standard error is not a terminal, or progress is switched off.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  /// The shortest time between two redraws. The user would not see more of them, and the terminal's
  /// connection may be slow.
  private static let interval = Duration.milliseconds(100)

  init(isQuiet: Bool) {
    isShown = !isQuiet && isatty(STDERR_FILENO) != 0
  }

  /// Draws the text, unless the line was drawn a moment ago. May be called from any thread.
  func show(_ text: String) {
    guard isShown else { return }
    lastDrawn.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < Self.interval { return }
      last = now
      // Switches wrapping off for this text: a wrapped second line could not be erased.
      StandardError.draw("\u{1B}[?7l\r\(text)\u{1B}[K\u{1B}[?7h")
    }
  }

  /// Erases the line before other output.
  func clear() {
    lastDrawn.withLock { last in
      if last != nil { StandardError.draw("\r\u{1B}[K") }
      last = nil
    }
  }
}
