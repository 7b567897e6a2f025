/// A sentence with separate arguments, so that it can be translated.
public struct Sentence: Sendable, Hashable {
  /// The English text, with `%s` for each argument.
  public let format: String
  /// Names, paths, numbers and the system's reasons, which are not translated.
  public let arguments: [String]

  /// A format and its arguments, in the order of the format's placeholders.
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
