import Glibc
import Synchronization
import SystemPackage

/// A terminal that does not show what is typed, from the beginning to the end, which any thread may
/// call for.
final class QuietTerminal: Sendable {
  private enum State {
    case waiting
    /// With the settings to go back to.
    case quiet(termios)
    case ended
  }

  private let terminal: FileDescriptor
  private let state = Mutex(State.waiting)

  init(_ terminal: FileDescriptor) { self.terminal = terminal }

  /// - Throws: `CancellationError` where the end was called for already, or `Errno`.
  func begin() throws {
    try state.withLock { state in
      guard case .waiting = state else { throw CancellationError() }
      var before = termios()
      guard tcgetattr(terminal.rawValue, &before) == 0 else { throw Errno(rawValue: errno) }
      var settings = before
      settings.c_lflag &= ~tcflag_t(ECHO)
      withUnsafeMutableBytes(of: &settings.c_cc) { keys in
        for key in [VSUSP, VQUIT] { keys[Int(key)] = 0 }
      }
      // What was typed before the question is no answer to it.
      guard tcsetattr(terminal.rawValue, TCSAFLUSH, &settings) == 0 else {
        throw Errno(rawValue: errno)
      }
      state = .quiet(before)
    }
  }

  /// Leaves the terminal as it was before.
  func end() {
    state.withLock { state in
      if case .quiet(var before) = state {
        tcflush(terminal.rawValue, TCIFLUSH)
        tcsetattr(terminal.rawValue, TCSANOW, &before)
        _ = try? terminal.writeAll("\n".utf8)
      }
      state = .ended
    }
  }
}
