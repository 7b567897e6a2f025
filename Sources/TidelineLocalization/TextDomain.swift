import CTidelineGLib

/// A text domain of gettext, which is a set of message catalogs.
public struct TextDomain: Sendable {
  private let name: String

  /// - Parameter name: the name of the installed catalogs, `NAME.mo`.
  public init(_ name: String) { self.name = name }

  /// Sets the folder of the catalogs, if it is not the system's default.
  ///
  /// - Parameter directory: a folder with `LANGUAGE/LC_MESSAGES/NAME.mo`.
  public func bind(to directory: String) {
    bindtextdomain(name, directory)
    bind_textdomain_codeset(name, "UTF-8")
  }

  /// The text in the user's language; the text itself if there is no translation.
  public func callAsFunction(_ text: String) -> String {
    // Keeps the C string alive: without a translation, gettext returns its own argument.
    text.withCString { String(cString: g_dgettext(name, $0)) }
  }

  /// The form of a text for a number, in the user's language, with `%d` replaced by the number, and
  /// each `%s` by the next argument. A translation may number the placeholders: `%2$s`.
  public func callAsFunction(
    _ one: String,
    _ many: String,
    _ count: Int,
    with arguments: String...
  ) -> String {
    let form = one.withCString { one in
      many.withCString { String(cString: g_dngettext(name, one, $0, UInt(max(0, count)))) }
    }
    return SentenceFormat(form)
      .filled(arguments, number: String(count), of: SentenceFormat(many))
  }

  /// The text in the user's language, with each `%s` replaced by the next argument and `%%` by `%`.
  /// A translation may number the placeholders: `%2$s`.
  public func callAsFunction(_ text: String, with arguments: String...) -> String {
    callAsFunction(text, with: arguments)
  }

  /// The same, with the arguments in an array.
  public func callAsFunction(_ text: String, with arguments: [String]) -> String {
    SentenceFormat(callAsFunction(text)).filled(arguments, of: SentenceFormat(text))
  }

  /// Translates a text that has several meanings in English, or that is not a word.
  ///
  /// - Parameter context: a description for translators of the text's use.
  public func inContext(_ context: String, _ text: String, with arguments: String...) -> String {
    let translation = context.withCString { context in
      text.withCString { String(cString: g_dpgettext2(name, context, $0)) }
    }
    return SentenceFormat(translation).filled(arguments, of: SentenceFormat(text))
  }

  /// A sentence in the user's language.
  public func callAsFunction(_ sentence: Sentence) -> String {
    callAsFunction(sentence.format, with: sentence.arguments)
  }
}

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

/// A sentence with placeholders for its arguments.
///
/// `%s` stands for the next text and `%d` for the number. `%2$s` stands for the argument of the
/// English sentence's second placeholder, so that a translation may change the order. `%%` is a
/// percent sign. Anything else is literal text.
struct SentenceFormat {
  private enum Piece: Equatable {
    case text(String)
    case place(Place)
  }

  private struct Place: Equatable {
    /// The placeholder's number in the English sentence, from 1; nil for the next of its kind.
    let position: Int?
    let isNumber: Bool
  }

  private var pieces: [Piece] = []

  init(_ format: String) {
    var rest = Substring(format)
    while let percent = rest.firstIndex(of: "%") {
      add(rest[..<percent])
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        add("%")
        rest = rest.dropFirst()
      } else if let (place, end) = Self.place(rest) {
        pieces.append(.place(place))
        rest = rest[end...]
      } else {
        add("%")
      }
    }
    add(rest)
  }

  private mutating func add(_ text: some StringProtocol) {
    if !text.isEmpty { pieces.append(.text(String(text))) }
  }

  /// The placeholder at the start of a text after a percent sign, and the placeholder's end.
  private static func place(_ text: Substring) -> (Place, end: Substring.Index)? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let position = Int(digits)
    var rest = text[digits.endIndex...]
    if !digits.isEmpty {
      guard let position, position > 0, rest.first == "$" else { return nil }
      rest = rest.dropFirst()
    }
    guard let kind = rest.first, kind == "s" || kind == "d" else { return nil }
    return (Place(position: position, isNumber: kind == "d"), rest.dropFirst().startIndex)
  }

  /// - Parameters:
  ///   - texts: the arguments, in the order of the English sentence; a missing one is empty.
  ///   - number: the text for `%d`.
  ///   - english: the sentence that this one translates.
  func filled(_ texts: [String], number: String = "", of english: SentenceFormat) -> String {
    var next = texts[...]
    let arguments = english.places.map { $0.isNumber ? number : next.popFirst() ?? "" }
    next = texts[...]
    return pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .place(let place):
        if let position = place.position {
          if position <= arguments.count { result += arguments[position - 1] }
        } else {
          result += place.isNumber ? number : next.popFirst() ?? ""
        }
      }
    }
  }

  private var places: [Place] {
    pieces.compactMap { if case .place(let place) = $0 { place } else { nil } }
  }
}
