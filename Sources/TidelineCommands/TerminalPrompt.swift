import Glibc
import Mail
import Synchronization
import SystemPackage
import TidelineProgram

/// Asks on the terminal, and hides the answer if it is a password.
///
/// A terminal that hides text is restored when the command is ended by Ctrl+C or Ctrl+\, and while
/// it is stopped by Ctrl+Z.
enum TerminalPrompt {
  /// The password for an account; nil if there is no terminal.
  ///
  /// - Throws: `CancellationError`, also for the key that ends the input.
  static func password(_ request: PasswordRequest) async throws -> String? {
    let reason: TerminalText = request.remark.map { "tideline: \($0)\n" } ?? ""
    let address = request.address
    return try await ask("\(reason)Password for \(address.user) on \(address.host): ")
  }

  /// Whether the user answers yes; nil if there is no terminal.
  ///
  /// - Throws: `CancellationError`, also for the key that ends the input.
  static func confirm(_ question: TerminalText) async throws -> Bool? {
    let answer = try await ask("\(question) [y/N] ", isHidden: false)
    return answer.map { ["y", "yes"].contains($0.lowercased()) }
  }

  private static func ask(_ question: TerminalText, isHidden: Bool = true) async throws -> String? {
    guard let terminal = try? FileDescriptor.open("/dev/tty", .readWrite, options: .closeOnExec)
    else { return nil }
    defer { try? terminal.close() }
    // The pipe wakes the thread that waits for the terminal.
    let (cancelled, cancel) = try FileDescriptor.pipe()
    defer {
      try? cancelled.close()
      try? cancel.close()
    }
    let quiet = isHidden ? QuietTerminal(terminal, question: question.text) : nil
    return try await withTaskCancellationHandler {
      try await ReadingThreads.run {
        defer { quiet?.end() }
        if let quiet { try quiet.begin() } else { try terminal.writeAll(question.text.utf8) }
        return try line(from: terminal, unless: cancelled)
      }
    } onCancel: {
      // Restores the terminal at once, because the process may end before the thread continues.
      quiet?.end()
      _ = try? cancel.writeAll([0])
    }
  }

  private static func line(
    from terminal: FileDescriptor,
    unless cancelled: FileDescriptor
  ) throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      var waits = [terminal, cancelled].map {
        pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&waits, nfds_t(waits.count), -1) > 0 else {
        if errno == EINTR { continue }
        throw Errno(rawValue: errno)
      }
      guard waits[1].revents == 0 else { throw CancellationError() }
      let count = try buffer.withUnsafeMutableBytes { try terminal.read(into: $0) }
      guard count > 0 else { throw CancellationError() }
      bytes += buffer[..<count]
      if let end = bytes.firstIndex(of: 10) {
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
    }
  }
}

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
