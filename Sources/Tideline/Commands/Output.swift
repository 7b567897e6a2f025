import Foundation
import Gtk

/// Results, for people and pipes.
nonisolated enum StandardOutput {
  /// Writes text and returns when the system has it.
  ///
  /// - Throws: ``BrokenPipe`` when nobody reads any more, or ``OutputFailure``.
  static func write(_ text: TerminalText) throws {
    try write(Data(text.text.utf8))
  }

  /// One value as one line of JSON, which people look at in a terminal too.
  static func write<Value: Encodable>(json value: Value) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    try write(Data((line + "\n").utf8))
  }

  /// Of the characters that terminals obey, the encoder escapes only those below U+0020.
  private static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: \.isTerminalControl) else { return json }
    return json.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isTerminalControl {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func write(_ data: Data) throws {
    let failure = StandardStream.write(data, to: STDOUT_FILENO)
    if failure == EPIPE { throw BrokenPipe() }
    if let failure { throw OutputFailure(reason: String(cString: strerror(failure))) }
  }
}

/// Everything that is no result. Where it cannot be written there is nobody to tell.
nonisolated enum StandardError {
  /// Writes a line, or several.
  static func write(_ text: TerminalText) { draw("\(text)\n") }

  /// Writes text without ending its line.
  static func draw(_ text: TerminalText) {
    _ = StandardStream.write(Data(text.text.utf8), to: STDERR_FILENO)
  }
}

/// What the process is given to write into.
nonisolated enum StandardStream {
  /// Gives streams that are closed a number that no other file can get, which would then receive
  /// what is written for people. Writing to it fails as writing to a closed one does.
  static func reserveNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Returns when the system has everything.
  ///
  /// - Returns: what is wrong, as `errno` has it; nil for nothing.
  fileprivate static func write(_ data: Data, to file: Int32) -> Int32? {
    data.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(file, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return errno }
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }
}

/// Results could not be written.
nonisolated struct OutputFailure: LocalizedError {
  fileprivate let reason: String

  var errorDescription: String? { tr("The output cannot be written (%s).", with: reason) }
}

/// Whoever read our output has closed it, which is no failure of ours.
nonisolated struct BrokenPipe: Error {}
