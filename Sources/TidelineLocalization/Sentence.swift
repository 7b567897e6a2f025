/// A sentence with a place for each of its arguments, so that it can be translated.
public struct Sentence: Sendable, Hashable {
  /// The English text, with `%s` for each argument.
  public let format: String
  /// Names, paths, numbers and the system's reasons, which are not translated.
  public let arguments: [String]

  /// Joins a text with its arguments, in the order of their places.
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
