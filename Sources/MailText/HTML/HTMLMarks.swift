/// Recognizes the marks of quotes and signatures that mail programs put into HTML, from the file
/// `program-marks.txt`.
enum HTMLMarks {
  static func add(_ tag: HTMLTag, to effect: inout HTMLEffect) {
    for word in tag["class"].split(whereSeparator: HTMLTokens.isBlank) {
      add(classes, Bytes(rebasing: word), to: &effect)
    }
    effect.endsWithBlockquote = effect.isQuote && tag.name != "blockquote"
    add(names, tag["name"], to: &effect)
    add(ids, tag["id"], to: &effect)
    add(ids, tag["data-marker"], to: &effect)
  }

  private static func add(_ marks: Marks, _ value: Bytes, to effect: inout HTMLEffect) {
    guard !value.isEmpty else { return }
    switch marks[HTMLName(plain(value))] {
    case "quote": effect.isQuote = true
    case "rest": effect.isQuoteForGood = true
    case "signature": effect.isSignature = true
    case "preheader": effect.isTeaser = true
    default: break
    }
  }

  /// The marks by the values of an attribute.
  private typealias Marks = [HTMLName: String]
  private static let (classes, names, ids) = (
    marks(of: "class"), marks(of: "name"), marks(of: "id")
  )

  private static func marks(of name: String) -> Marks {
    var (marks, attribute, mark) = (Marks(), "", "")
    for word in PackageResources.program_marks_txt.dataWords {
      let text = String(decoding: word, as: UTF8.self)
      switch text {
      case "class", "name", "id": attribute = text
      case _ where text.last == ":": mark = String(text.dropLast())
      case _ where attribute == name: marks[word.withUnsafeBufferPointer { HTMLName($0) }] = mark
      default: break
      }
    }
    return marks
  }

  /// Returns a name without the prefixes and suffixes that programs add when they pass on a page:
  /// Outlook (`x_`), Yahoo (`yiv123`, `ydp1a2b3c4d`), Gmail (`m_-123`) and mail.ru.
  private static func plain(_ name: Bytes) -> Bytes {
    var rest = name
    while rest.starts(with: "x_") { rest = Bytes(rebasing: rest.dropFirst(2)) }
    if rest.starts(with: "yiv") || rest.starts(with: "m_") {
      let digits = rest.drop { !$0.isDigit }
      if rest.count - digits.count <= 3 { rest = Bytes(rebasing: digits.drop(while: \.isDigit)) }
    } else if rest.starts(with: "ydp") {
      let code = rest.dropFirst(3).prefix(8).prefix { $0.isDigit || (0x61...0x66).contains($0) }
      rest = Bytes(rebasing: rest[code.endIndex...])
    }
    for suffix in suffixes where rest.ends(with: suffix) {
      rest = Bytes(rebasing: rest.dropLast(suffix.utf8CodeUnitCount))
    }
    // A number follows these.
    for start: StaticString in ["yahoo_quoted", "Zm-_Id_-Sgn"] where rest.starts(with: start) {
      rest = Bytes(rebasing: rest.prefix(start.utf8CodeUnitCount))
    }
    return rest
  }

  private static let suffixes: [StaticString] = [
    "_mr_css_attr", "_mailru_css_attribute_postfix",
  ]
}
