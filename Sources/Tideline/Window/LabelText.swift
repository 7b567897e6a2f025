import TidelineGtk

/// Prepares text from outside, such as a path or a system's error message, for use in a label.
///
/// If a line of text can be broken nowhere, Pango's layout time grows with the square of its
/// length, and a path from another program may have any length. So the text is cut in its middle:
/// its beginning and its end are the most useful parts.
nonisolated enum LabelText {
  /// The most Unicode scalars that are kept of a text. The longest file name, 255 bytes, fits.
  static let limit = 300

  static func make(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return ShownText.line(text) }
    let (start, end) = (scalars.prefix(limit / 2), scalars.suffix(limit / 2))
    return ShownText.line("\(String(start))…\(String(end))")
  }
}
