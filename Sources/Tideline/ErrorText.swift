import FoundationEssentials
import Mail
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// An error's text in the user's language, for a label.
nonisolated struct ErrorText: LocalizedError {
  let text: String
  /// Whether the error is that the server was not reached: a later attempt may succeed.
  let isOffline: Bool

  /// - Parameters:
  ///   - isBrief: whether the text must fit into a row. The details of a connection error are then
  ///     left out, since the notice above the list gives them.
  ///   - isTriedAgain: whether the error concerns a server that was reached before, and that is
  ///     tried again by itself.
  init(_ error: any Error, isBrief: Bool = false, isTriedAgain: Bool = false) {
    isOffline = (error as? MailError)?.isOffline ?? false
    text =
      if isBrief, isOffline {
        tr("The server is not reached")
      } else if let sentence = Self.sentence(of: error, isTriedAgain) {
        tr(sentence.format, with: sentence.arguments.map(LabelText.make))
      } else {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      }
  }

  private static func sentence(of error: any Error, _ isTriedAgain: Bool) -> Sentence? {
    switch error {
    case let error as MailError where isTriedAgain: error.sentenceOfRetry
    case let error as MailError: error.sentence
    case let error as AccountAddressError: error.sentence
    case let error as ServerSearchFailure: error.sentence
    default: nil
    }
  }

  var errorDescription: String? { text }
}

/// Prepares text from outside, such as a path or a system's error message, for use in a label.
///
/// If a line of text can be broken nowhere, Pango's layout time grows with the square of its
/// length, and a path from another program may have any length. So the text is cut in its middle:
/// its beginning and its end are the most useful parts.
nonisolated enum LabelText {
  /// The maximum number of Unicode scalars kept of a text. The longest file name, 255 bytes, fits.
  static let limit = 300

  static func make(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return ShownText.line(text) }
    let (start, end) = (scalars.prefix(limit / 2), scalars.suffix(limit / 2))
    return ShownText.line("\(String(start))…\(String(end))")
  }
}
