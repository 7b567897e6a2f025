import TidelineGtk

/// What stands in a sentence for people, and comes from elsewhere: a path, or the system's words.
///
/// Without a place to break at, the time that Pango takes for a text grows with the square of its
/// length, and a path that another program sends may be as long as it likes. So it is cut in its
/// middle: its beginning and its end tell most.
nonisolated enum LabelText {
  /// In Unicode scalars. The longest name of a file is 255 bytes.
  static let limit = 300

  static func make(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return ShownText.line(text) }
    let (start, end) = (scalars.prefix(limit / 2), scalars.suffix(limit / 2))
    return ShownText.line("\(String(start))…\(String(end))")
  }
}
