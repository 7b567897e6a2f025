/// A sentence with a place for each of its arguments, so that it can be translated.
public struct Sentence: Sendable, Hashable {
  /// English, with `%s` for each argument.
  public let format: String
  /// Names, paths, numbers and the system's reasons, as they are.
  public let arguments: [String]

  /// Joins the two; the arguments stand in the order of their places.
  public init(_ format: String, _ arguments: String...) {
    self.format = format
    self.arguments = arguments
  }

  /// The sentence in English.
  public var english: String {
    let format = SentenceFormat(format)
    return format.filled(arguments, of: format)
  }
}
