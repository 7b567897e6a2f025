/// The numbers or letters of a list's items (HTML Living Standard, 4.4.5 and 4.4.8).
struct ListMarks: Equatable {
  enum Style {
    case bullet, decimal, lowerLetter, upperLetter, lowerRoman, upperRoman

    /// - Parameter type: a `type` attribute, in which case matters.
    init?(type: Bytes) {
      guard let style = Self.types[String(decoding: type, as: UTF8.self)] else { return nil }
      self = style
    }

    /// - Parameter keyword: a value of the property `list-style-type`.
    init?(keyword: HTMLName) {
      guard let style = Self.keywords[keyword] else { return nil }
      self = style
    }

    private static let types: [String: Style] = [
      "1": .decimal, "a": .lowerLetter, "A": .upperLetter, "i": .lowerRoman, "I": .upperRoman,
    ]
    private static let keywords: [HTMLName: Style] = [
      "decimal": .decimal, "decimal-leading-zero": .decimal, "lower-alpha": .lowerLetter,
      "lower-latin": .lowerLetter, "upper-alpha": .upperLetter, "upper-latin": .upperLetter,
      "lower-roman": .lowerRoman, "upper-roman": .upperRoman, "disc": .bullet, "circle": .bullet,
      "square": .bullet,
    ]
  }

  static let bullet = "•"

  private let style: Style
  private var next: Int
  private let step: Int

  /// - Parameters:
  ///   - style: the style that the page's style sheets give the list; nil for none.
  ///   - count: the number of items, for a list that counts down to 1.
  init(_ tag: HTMLTag, isOrdered: Bool, style: Style?, count: Int?) {
    let own = isOrdered ? Style(type: tag["type"]) ?? .decimal : .bullet
    let isReversed = isOrdered && tag.has("reversed")
    self.style = style ?? own
    step = isReversed ? -1 : 1
    next = tag.number("start") ?? (isReversed ? count ?? 1 : 1)
  }

  /// Returns the mark of the next item, which may have its own number and style.
  mutating func mark(of item: HTMLTag, style: Style?) -> String {
    let number = item.number("value") ?? next
    next = number + step
    return Self.mark(number, Style(type: item["type"]) ?? style ?? self.style)
  }

  private static func mark(_ number: Int, _ style: Style) -> String {
    switch style {
    case .bullet: return bullet
    case .lowerLetter where number > 0: return letters(number) + "."
    case .upperLetter where number > 0: return letters(number).uppercased() + "."
    case .lowerRoman where (1..<4_000).contains(number): return roman(number) + "."
    case .upperRoman where (1..<4_000).contains(number): return roman(number).uppercased() + "."
    default: return "\(number)."
    }
  }

  private static func letters(_ number: Int) -> String {
    var (number, letters) = (number, [UInt8]())
    while number > 0 {
      letters.append(UInt8(ascii: "a") + UInt8((number - 1) % 26))
      number = (number - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  private static func roman(_ number: Int) -> String {
    let signs = [
      (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var (rest, text) = (number, "")
    for (value, sign) in signs {
      text += String(repeating: sign, count: rest / value)
      rest %= value
    }
    return text
  }
}
