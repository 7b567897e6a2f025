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
