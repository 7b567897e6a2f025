import Glibc
import Synchronization
import SystemPackage

/// Hides the text typed on a terminal until ``end()``, which any thread may call. While the process
/// is stopped, the terminal shows typed text again.
final class QuietTerminal: Sendable {
  private enum State {
    case waiting
    /// Hidden, with the settings to restore.
    case quiet(termios)
    /// The process is stopped; with the settings to restore.
    case stopped(termios)
    case ended
  }

  private let terminal: FileDescriptor
  private let question: String
  private let state = Mutex(State.waiting)

  /// The terminal that hides text now.
  private static let current = Mutex<QuietTerminal?>(nil)

  init(_ terminal: FileDescriptor, question: String) {
    (self.terminal, self.question) = (terminal, question)
  }

  /// Hides the typed text, to ask a question.
  ///
  /// - Throws: `CancellationError` if the end was requested already, or `Errno`.
  func begin() throws {
    Self.current.withLock { $0 = self }
    try state.withLock { state in
      guard case .waiting = state else { throw CancellationError() }
      var before = termios()
      guard tcgetattr(terminal.rawValue, &before) == 0 else { throw Errno(rawValue: errno) }
      // Drops text that was typed before the question: it is not an answer.
      guard silence(before, TCSAFLUSH) else { throw Errno(rawValue: errno) }
      state = .quiet(before)
    }
    try terminal.writeAll(question.utf8)
  }

  /// Restores the terminal.
  func end() {
    state.withLock { state in
      if case .quiet(let before) = state { restore(before) }
      state = .ended
    }
    Self.current.withLock { if $0 === self { $0 = nil } }
  }

  /// Called before the process is stopped, because its shell does not restore the settings.
  static func stop() { current.withLock { $0 }?.stop() }

  private func stop() {
    state.withLock { state in
      guard case .quiet(let before) = state else { return }
      restore(before)
      state = .stopped(before)
    }
  }

  /// Called when the process continues, because its shell may have changed the settings.
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
