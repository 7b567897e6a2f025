/// Prepares text from outside for GTK. Every widget that takes text uses it.
///
/// GTK breaks no line within a cluster of characters or a run of tabs, and a window is at least as
/// wide as the widest of them. Measured with GTK 4.8: a tab takes 24 px, U+1100 takes 12 px. From
/// 32,768 px on, cairo has no surface for the window, and GTK follows a null pointer; from 65,536
/// px on, its GL renderer aborts. So clusters and runs of tabs are kept short here.
///
/// Control characters, and characters that force a writing direction, are left out, since they can
/// make a text look like another one.
package nonisolated enum ShownText {
  /// The longest cluster, in Unicode scalars. The longest emoji in use has ten; stacked accents and
  /// syllables of Indic scripts are shorter. GTK gives twelve scalars at most 200 px.
  static let longestCluster = 12
  /// The longest run of tabs, with only space between them; further tabs become spaces. Four are
  /// enough for tables and most programs' source, and take 96 px.
  static let mostTabs = 4

  /// Prepares text of any number of lines.
  package static func lines(_ text: String) -> String {
    isPlain(text) ? text : divided(tamed(text, isOneLine: false))
  }

  /// Prepares text in one line: each line feed and tab, and each run of spaces, becomes one space.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - limit: the longest result, in characters; an ellipsis replaces the rest.
  package static func line(_ text: String, limit: Int = 1_000) -> String {
    let isShort = text.utf8.count <= limit
    if isShort, isPlain(text), !text.utf8.contains(newline), !text.contains("  ") { return text }
    // Bounds the work, too: a character of the result has at most `longestCluster` scalars, so the
    // prefix is long enough.
    let start = isShort ? text : String(text.unicodeScalars.prefix(limit * longestCluster))
    let line = divided(tamed(start, isOneLine: true))
    guard line.utf8.count > limit, let end = line.index(at: limit), end < line.endIndex else {
      return start.utf8.count == text.utf8.count ? line : line + "…"
    }
    return line[..<end] + "…"
  }

  private static let newline = UInt8(ascii: "\n")

  /// Whether the text needs no change: nearly every text is ASCII without control characters.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == newline }
  }

  private static func tamed(_ text: String, isOneLine: Bool) -> String {
    var shown = String.UnicodeScalarView()
    var tabs = 0
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\n" where last == "\r": break
      case _ where isOneLine && (scalar == " " || breaks.contains(scalar)):
        if shown.last != " " { shown.append(" ") }
      case "\n", "\r", "\u{2028}", "\u{2029}":
        shown.append("\n")
        tabs = 0
      case "\t":
        tabs += 1
        if tabs <= mostTabs { shown.append("\t") } else { shown.append(contentsOf: spaces) }
      case "\u{202D}", "\u{202E}": break
      default:
        let properties = scalar.properties
        if properties.generalCategory == .control || isOneLine && properties.isBidiControl {
          continue
        }
        if !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint { tabs = 0 }
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  private static let breaks: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{2028}", "\u{2029}"]

  /// Spaces as wide as a tab.
  private static let spaces = String(repeating: " ", count: 8).unicodeScalars

  /// Divides each cluster that is too long by spaces of no width, as often as needed.
  private static func divided(_ text: String) -> String {
    guard text.contains(where: isLong) else { return text }
    var result = String.UnicodeScalarView()
    for character in text {
      for (place, scalar) in character.unicodeScalars.enumerated() {
        if place > 0, place.isMultiple(of: longestCluster) { result.append("\u{200B}") }
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isLong(_ character: Character) -> Bool {
    character.utf8.count > longestCluster && character.unicodeScalars.count > longestCluster
  }
}

extension String {
  /// The index of a character; nil beyond the end.
  fileprivate nonisolated func index(at offset: Int) -> Index? {
    index(startIndex, offsetBy: offset, limitedBy: endIndex)
  }
}
