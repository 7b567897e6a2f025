import CTidelineGLib
import FoundationEssentials
import Glibc
import SystemPackage
import TidelineLocalization

/// Results, for people and pipes.
package enum StandardOutput {
  /// Writes text, and returns when the system has taken it.
  ///
  /// - Throws: ``BrokenPipe`` when the reader has closed the pipe, or ``OutputFailure``.
  package static func write(_ text: TerminalText) throws {
    try write(text.text)
  }

  /// Writes a value as one line of JSON, which has no characters that control a terminal.
  package static func write<Value: Encodable>(json value: Value) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(
        UTCTime.formatted(
          secondsSince1970: Int64(date.timeIntervalSince1970),
          "%Y-%m-%dT%H:%M:%SZ"
        )
      )
    }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    try write(line + "\n")
  }

  /// Escapes the remaining control characters: the encoder escapes only those below U+0020.
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

  private static func write(_ text: String) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(text.utf8)
    } catch Errno.brokenPipe {
      throw BrokenPipe()
    } catch {
      throw OutputFailure(reason: "\(error)")
    }
  }
}

/// Results could not be written.
package struct OutputFailure: Error, CustomStringConvertible {
  fileprivate let reason: String

  package var description: String { "The output cannot be written (\(reason))." }
}

/// The reader of the output has closed its end of the pipe, which is not an error.
package struct BrokenPipe: Error {}

/// Messages that are not results. Errors in writing them are ignored, since there is no other way
/// to report them.
package enum StandardError {
  /// Writes a line, or several.
  package static func write(_ text: TerminalText) { draw("\(text)\n") }

  /// Writes text without ending its line.
  package static func draw(_ text: TerminalText) {
    _ = try? FileDescriptor.standardError.writeAll(text.text.utf8)
  }
}

package enum StandardStream {
  /// Prepares the streams; call it first. Closed streams are opened on /dev/null, so that no other
  /// file gets their descriptors, and so the program's output. Writing still fails, as on a closed
  /// stream. SIGPIPE is ignored: if the output is closed early, as by `tideline list … | head`, a
  /// write fails and does not end the process.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // Relies on open, which returns the lowest free number: this stream's.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Warnings and remarks of GLib and the libraries on it. They are for developers, and may contain
/// text from outside.
package enum LibraryMessages {
  /// Hides the messages; call it once, before a library is used. From then on they are written only
  /// if `G_MESSAGES_DEBUG` is set, and escaped as `TerminalText`. An error, after which GLib ends
  /// the process, is always written.
  package static func hide() {
    let write: GLogWriterFunc = { level, fields, count, _ in
      let isError = level.rawValue & G_LOG_LEVEL_ERROR.rawValue != 0
      guard isError || g_getenv("G_MESSAGES_DEBUG") != nil,
        g_log_writer_default_would_drop(level, LibraryMessages.domain(fields, count)) == 0,
        let line = g_log_writer_format_fields(level, fields, count, 0)
      else { return G_LOG_WRITER_HANDLED }
      defer { g_free(line) }
      StandardError.write("\(lines: String(cString: line))")
      return G_LOG_WRITER_HANDLED
    }
    g_log_set_writer_func(write, nil, nil)
  }

  /// The library that writes a message.
  private static func domain(_ fields: UnsafePointer<GLogField>?, _ count: gsize)
    -> UnsafePointer<CChar>?
  {
    UnsafeBufferPointer(start: fields, count: Int(count))
      .first { String(cString: $0.key) == "GLIB_DOMAIN" }?
      .value?.assumingMemoryBound(to: CChar.self)
  }
}
