/// Text for a terminal, without characters that control the terminal or the direction of text.
///
/// The program's own literals are not changed. Interpolated text may come from a mail, a path or
/// another program, and is escaped. Control characters, also line breaks, become U+FFFD, so that
/// the text cannot begin a new line. Characters that change the direction are removed.
package struct TerminalText: ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  fileprivate init(trusted text: String) { self.text = text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value on one line.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += tamed(value.description) { _ in false }
    }

    /// Appends text that may have several lines and tabs.
    package mutating func appendInterpolation(lines: String) {
      text += tamed(lines) { $0 == "\n" || $0 == "\t" }
    }

    /// Appends text that is already escaped.
    package mutating func appendInterpolation(_ other: TerminalText) { text += other.text }

    private func tamed(_ text: String, except isWanted: (Unicode.Scalar) -> Bool) -> String {
      guard text.unicodeScalars.contains(where: \.isTerminalControl) else { return text }
      var result = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        if !scalar.isTerminalControl || isWanted(scalar) {
          result.append(scalar)
        } else if !scalar.turnsDirection {
          result.append("\u{FFFD}")
        }
      }
      return String(result)
    }
  }
}

extension Sequence where Element == TerminalText {
  package func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(trusted: map(\.text).joined(separator: separator.text))
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1, the separators of lines and paragraphs, and characters that change the
  /// direction of text.
  package var isTerminalControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
    default: turnsDirection
    }
  }

  /// The Bidi_Control characters of Unicode, and the deprecated characters next to them.
  fileprivate var turnsDirection: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F: true
    default: false
    }
  }
}
