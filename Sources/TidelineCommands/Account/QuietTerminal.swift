import Glibc
import Synchronization
import SystemPackage

/// A terminal that does not show what is typed, from the beginning to the end, which any thread may
/// call for. Where the process is stopped meanwhile, the terminal shows again what is typed.
final class QuietTerminal: Sendable {
  private enum State {
    case waiting
    /// With the settings to go back to.
    case quiet(termios)
    /// While the process is stopped, with the same.
    case stopped(termios)
    case ended
  }

  private let terminal: FileDescriptor
  private let question: String
  private let state = Mutex(State.waiting)

  /// The terminal that is quiet now.
  private static let current = Mutex<QuietTerminal?>(nil)

  init(_ terminal: FileDescriptor, question: String) {
    (self.terminal, self.question) = (terminal, question)
  }

  /// Asks the question.
  ///
  /// - Throws: `CancellationError` where the end was called for already, or `Errno`.
  func begin() throws {
    Self.current.withLock { $0 = self }
    try state.withLock { state in
      guard case .waiting = state else { throw CancellationError() }
      var before = termios()
      guard tcgetattr(terminal.rawValue, &before) == 0 else { throw Errno(rawValue: errno) }
      // What was typed before the question is no answer to it.
      guard silence(before, TCSAFLUSH) else { throw Errno(rawValue: errno) }
      state = .quiet(before)
    }
    try terminal.writeAll(question.utf8)
  }

  /// Leaves the terminal as it was before.
  func end() {
    state.withLock { state in
      if case .quiet(let before) = state { restore(before) }
      state = .ended
    }
    Self.current.withLock { if $0 === self { $0 = nil } }
  }

  /// The process is about to be stopped: its shell does not change the settings.
  static func stop() { current.withLock { $0 }?.stop() }

  private func stop() {
    state.withLock { state in
      guard case .quiet(let before) = state else { return }
      restore(before)
      state = .stopped(before)
    }
  }

  /// The process goes on; its shell may have changed the settings.
  static func goOn() { current.withLock { $0 }?.goOn() }

  private func goOn() {
    state.withLock { state in
      switch state {
      case .stopped(let before):
        _ = silence(before, TCSAFLUSH)
        _ = try? terminal.writeAll(question.utf8)
        state = .quiet(before)
      case .quiet(let before): _ = silence(before, TCSANOW)
      case .waiting, .ended: break
      }
    }
  }

  private func silence(_ before: termios, _ when: Int32) -> Bool {
    var settings = before
    settings.c_lflag &= ~tcflag_t(ECHO)
    return tcsetattr(terminal.rawValue, when, &settings) == 0
  }

  private func restore(_ before: termios) {
    var before = before
    tcflush(terminal.rawValue, TCIFLUSH)
    tcsetattr(terminal.rawValue, TCSANOW, &before)
    _ = try? terminal.writeAll("\n".utf8)
  }
}
