import FoundationEssentials
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
