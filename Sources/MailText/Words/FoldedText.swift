import CTidelineGLib

/// Text in the form in which searches compare it: without case, accents, strokes and punctuation.
///
/// A space precedes each word. Another mark precedes each run of symbols, or of characters in a
/// script without spaces. A search finds a word only from its start, but a run from any of its
/// characters on. Searched text and search terms are folded in the same way.
package struct FoldedText: Sendable {
  package static let wordMark = UInt8(ascii: " ")
  package static let runMark: UInt8 = 1

  /// The folded text with its marks, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package init(_ text: String) { add(text) }

  init(_ utf8: UnsafeBufferPointer<UInt8>) { add(utf8) }

  /// Empties the text, and keeps its memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a mark below ``wordMark``, which no folded text contains.
  package mutating func append(_ mark: UInt8) { bytes.append(mark) }

  /// Passes on each word and each run, with its mark.
  package func forEachPart(_ body: (_ mark: UInt8, Bytes) -> Void) {
    bytes.withUnsafeBufferPointer { Self.forEachPart(of: $0, body) }
  }

  /// - Parameter text: the bytes of a folded text; parts also end at marks of other kinds.
  package static func forEachPart(of text: Bytes, _ body: (_ mark: UInt8, Bytes) -> Void) {
    var mark = 0
    while mark < text.count {
      var end = mark + 1
      while end < text.count, text[end] > wordMark { end += 1 }
      if text[mark] == wordMark || text[mark] == runMark {
        body(text[mark], Bytes(rebasing: text[(mark + 1)..<end]))
      }
      mark = end
    }
  }

  /// Folds more text and appends it.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  /// - Parameter utf8: text in UTF-8, as good as it is.
  mutating func add(_ utf8: UnsafeBufferPointer<UInt8>) {
    let ascii = Self.ascii
    var (index, last) = (0, ScalarKind.gap)
    // The start of the current word, in the text and here.
    var (start, length) = (0, bytes.count)
    while index < utf8.count {
      let byte = utf8[index]
      if byte < 0x80 {
        index += 1
        let folded = ascii[Int(byte)]
        if folded == 0 {
          (start, length, last) = (index, bytes.count, .gap)
          continue
        }
        if last != .letter { bytes.append(Self.wordMark) }
        bytes.append(folded)
        last = .letter
        continue
      }
      let (form, count) = FoldedForm.of(utf8, at: index)
      index += count
      switch form.kind {
      case .accent: break
      case .gap: last = .gap
      case .letter, .run:
        if form.kind != last {
          bytes.append(form.kind == .run ? Self.runMark : Self.wordMark)
        }
        form.add(to: &bytes)
        last = form.kind
      case .joined:
        // Folds the whole word up to the next ASCII character that is in no word, beyond which no
        // character has an effect.
        bytes.removeLast(bytes.count - length)
        while index < utf8.count, utf8[index] >= 0x80 || ascii[Int(utf8[index])] != 0 {
          index += 1
        }
        addAny(UnsafeBufferPointer(rebasing: utf8[start..<index]))
        last = .gap
      }
    }
  }

  /// The plain letters that stand for one with a stroke or for several in one, in lower case; nil
  /// for other letters.
  package static func plain(_ letter: Unicode.Scalar) -> [Unicode.Scalar]? {
    PlainLetters.of(letter)
  }

  /// The folded form of each ASCII character: lower-case letters and digits; 0 for all others.
  fileprivate static let ascii: [UInt8] = (0..<128).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: 0
    }
  }

  private mutating func addAny(_ text: UnsafeBufferPointer<UInt8>) {
    var marked = String.UnicodeScalarView()
    var last = ScalarKind.gap
    for scalar in Self.decomposed(text).unicodeScalars {
      let kind = ScalarKind(scalar)
      switch kind {
      case .accent: continue
      case .joined where last == .gap: continue
      case .joined: marked.append(scalar)
      case .gap: last = .gap
      case .letter, .run:
        if kind != last {
          marked.append(Unicode.Scalar(kind == .run ? Self.runMark : Self.wordMark))
        }
        if let plain = PlainLetters.of(scalar) { marked += plain } else { marked.append(scalar) }
        last = kind
      }
    }
    // Composes characters that were decomposed above, such as Hangul syllables.
    bytes += Self.transformed(String(marked)) { g_utf8_normalize($0, $1, G_NORMALIZE_NFC) }.utf8
  }

  /// Separates letters from their accents, replaces wide and narrow forms by plain ones, and
  /// removes case. The text has no NULs, at which GLib would end it.
  fileprivate static func decomposed(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    var plain = transformed(text) { g_utf8_normalize($0, $1, G_NORMALIZE_NFKD) }
    // Folding case would turn the iota below a Greek letter into one beside it.
    if plain.utf8.contains(0xCD), plain.unicodeScalars.contains("\u{345}") {
      plain.unicodeScalars.removeAll { $0 == "\u{345}" }
    }
    return transformed(plain) { g_utf8_casefold($0, $1) }
  }

  private static func transformed(
    _ text: String,
    _ function: (UnsafePointer<CChar>, gssize) -> UnsafeMutablePointer<CChar>?
  ) -> String {
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { chars in
        guard let start = chars.baseAddress, let result = function(start, chars.count) else {
          return ""
        }
        defer { g_free(result) }
        return String(cString: result)
      }
    }
  }
}

/// The folded form of a frequent character, which does not depend on the characters beside it.
private struct FoldedForm {
  /// The kind; ``ScalarKind/joined`` for any other character.
  private(set) var kind = ScalarKind.accent
  private var bytes: UInt32 = 0
  private var count: UInt8 = 0

  func add(to text: inout [UInt8]) {
    for index in 0..<UInt32(count) { text.append(UInt8(truncatingIfNeeded: bytes >> (8 * index))) }
  }

  private mutating func add(_ utf8: some Sequence<UInt8>) {
    for byte in utf8 {
      if count == 4 { kind = .joined }
      bytes |= UInt32(byte) << (8 * UInt32(count & 3))
      count += 1
    }
  }

  /// - Parameter scalars: a character as ``FoldedText`` decomposes it.
  private init(_ scalars: Substring.UnicodeScalarView) {
    for scalar in scalars where kind != .joined {
      let part = ScalarKind(scalar)
      if part == .accent { continue }
      kind = kind == .accent || kind == part && part != .run ? part : .joined
      if part == .gap { continue }
      for plain in PlainLetters.of(scalar) ?? [scalar] { add(UTF8.encode(plain) ?? .init()) }
    }
  }

  private init(_ kind: ScalarKind) { self.kind = kind }

  /// Returns the form of the character at an index, and the number of its bytes.
  static func of(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (FoldedForm, count: Int) {
    let other = (FoldedForm(.joined), 1)
    guard index + 1 < text.count, text[index + 1] & 0xC0 == 0x80 else { return other }
    let (first, second) = (UInt32(text[index]), UInt32(text[index + 1] & 0x3F))
    if (0xC2..<0xE0).contains(first) {
      return frequent((first & 0x1F) << 6 | second).map { ($0, 2) } ?? other
    }
    guard (0xE1..<0xF0).contains(first), index + 2 < text.count, text[index + 2] & 0xC0 == 0x80
    else { return other }
    let value = (first & 0x0F) << 12 | second << 6 | UInt32(text[index + 2] & 0x3F)
    switch value {
    // Hiragana and katakana, Han, Hangul: as they are.
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FEF, 0xAC00...0xD7A3:
      var form = FoldedForm(.run)
      form.add(text[index..<(index + 3)])
      return (form, 3)
    default: return frequent(value).map { ($0, 3) } ?? other
    }
  }

  private static func frequent(_ value: UInt32) -> FoldedForm? {
    switch value {
    case 0x80..<0x220: latin[Int(value) - 0x80]
    case 0x386..<0x3D0: greek[Int(value) - 0x386]
    case 0x400..<0x460: cyrillic[Int(value) - 0x400]
    case 0x5D0..<0x6D0: semitic[Int(value) - 0x5D0]
    case 0x1EA0..<0x1F00: vietnamese[Int(value) - 0x1EA0]
    case 0x2000..<0x2040: signs[Int(value) - 0x2000]
    case 0x3000..<0x3021: eastAsianSigns[Int(value) - 0x3000]
    case 0xFF01..<0xFF5F: wide[Int(value) - 0xFF01]
    default: nil
    }
  }

  private static let latin = forms(0x80..<0x220)
  private static let greek = forms(0x386..<0x3D0)
  private static let cyrillic = forms(0x400..<0x460)
  private static let semitic = forms(0x5D0..<0x6D0)
  private static let vietnamese = forms(0x1EA0..<0x1F00)
  private static let signs = forms(0x2000..<0x2040)
  private static let eastAsianSigns = forms(0x3000..<0x3021)
  private static let wide = forms(0xFF01..<0xFF5F)

  private static func forms(_ values: Range<UInt32>) -> [FoldedForm] {
    // A line feed, to which no character decomposes, separates them.
    let lines = values.compactMap(Unicode.Scalar.init).map { String($0) }.joined(separator: "\n")
    return Array(lines.utf8).withUnsafeBufferPointer { FoldedText.decomposed($0) }.unicodeScalars
      .split(omittingEmptySubsequences: false) { $0 == "\n" }.map { FoldedForm($0) }
  }
}

/// The plain letters for letters that Unicode does not decompose, such as `l` for `ł` and `ae` for
/// `æ`, from the file `plain-letters.txt`.
private enum PlainLetters {
  private static let letters: [Unicode.Scalar: [Unicode.Scalar]] = {
    var (letters, plain) = ([Unicode.Scalar: [Unicode.Scalar]](), [Unicode.Scalar]())
    for word in PackageResources.plain_letters_txt.dataWords {
      let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
      if scalars.last == ":" { plain = scalars.dropLast() } else { letters[scalars[0]] = plain }
    }
    return letters
  }()

  /// Whether each letter below ``limit`` has plain letters: most text needs no look at the others.
  private static let isKnown: [Bool] = (0..<limit).map {
    Unicode.Scalar($0).map { letters[$0] != nil } ?? false
  }
  private static let limit: UInt32 = 0x530

  static func of(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    if scalar.value < limit { return isKnown[Int(scalar.value)] ? letters[scalar] : nil }
    // The further Latin letters.
    switch scalar.value {
    case 0x1D00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F: return letters[scalar]
    default: return nil
    }
  }
}

/// A decomposed character's role in a search.
private enum ScalarKind {
  case letter
  /// A character that can be found by itself, anywhere in a run of such characters.
  case run
  /// A combining mark that is kept with the character before it.
  case joined
  /// A combining mark that is ignored.
  case accent
  case gap

  init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      self = FoldedText.ascii[Int(scalar.value)] == 0 ? .gap : .letter
      return
    }
    switch scalar.properties.generalCategory {
    // The line that stretches Arabic words.
    case .modifierLetter where scalar == "\u{640}": self = .accent
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      self = Self.isUnspaced(scalar.value) ? .run : .letter
    case .nonspacingMark, .spacingMark: self = Self.isAccent(scalar) ? .accent : .joined
    case .otherSymbol: self = .run
    // Joiners and similar characters, which users neither type nor see.
    case .format, .enclosingMark: self = .accent
    default: self = .gap
    }
  }

  /// Decides by combining class. Accents are Hebrew and Arabic vowel signs, and in most scripts the
  /// marks attached to a letter. Indian and Japanese marks, which make another letter, and Thai
  /// vowels are not accents.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    // Ignores variation selectors, which choose between emoji and text presentation.
    if 0xFE00...0xFE0F ~= scalar.value { return true }
    let combining = scalar.properties.canonicalCombiningClass.rawValue
    return 10...36 ~= combining || combining >= 200
  }

  /// Whether the script has no spaces between words, or is Hangul, whose words take endings.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    // Thai, Lao; Myanmar; Hangul; Khmer.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF: true
    // Chinese and Japanese punctuation, kana, bopomofo, compatibility Hangul; Han; Yi.
    case 0x2E80...0x312F, 0x3130...0x33FF, 0x3400...0x9FFF, 0xA000...0xA4CF: true
    // Hangul, old and modern; Han; half-width forms; more Han.
    case 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC: true
    case 0x1B000...0x1B16F, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// The first characters of a text in UTF-8.
  package func prefix(scalars count: Int) -> Bytes {
    if self.count <= count { return self }
    var left = count + 1
    let start = prefix { byte in
      if byte & 0xC0 != 0x80 { left -= 1 }
      return left > 0
    }
    return Bytes(rebasing: start)
  }
}
