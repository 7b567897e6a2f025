/// Removes a password or token from the texts of a server that echoes its login.
///
/// Finds the secret unchanged, in base64 at any position of a SASL message, in hexadecimal digits,
/// and with characters escaped as in quoted strings, URLs, programs or HTML. Case is ignored, and
/// so are spaces, line breaks and marks in between. The time is proportional to the text.
///
/// ```swift
/// let filter = SecretFilter(user: "tim", secret: "tanstaafl")
/// filter.clean("not now: T2 AUTHENTICATE PLAIN AHRpbQB0YW5zdGFhZmw=")  // … PLAIN …
/// ```
public struct SecretFilter: Sendable {
  private var forms: [SecretForms.Kind: SecretForms] = [:]
  /// The length of the secret in bytes.
  private var length = 0

  /// The default limit of a text in characters: servers' texts for the user are shorter.
  public static let sentenceLimit = 500

  /// Makes a filter without a secret, which only shortens texts.
  public init() {}

  /// - Parameters:
  ///   - user: the name that is sent with the secret in SASL messages.
  ///   - secret: a password or token.
  public init(user: String, secret: String) {
    let bytes = Array(secret.utf8)
    length = bytes.count
    guard length > 0 else { return }
    let plain = BareText(bytes).bytes
    if plain.count < SecretForms.wordLength {
      add(BareText(bytes, dropsMarks: false).bytes, .init(isEncoded: false, isFolded: false))
    }
    if plain.count >= 3 {
      add(plain, .init(isEncoded: false, isFolded: true))
      let reversed = Array(String(secret.reversed()).utf8)
      add(BareText(reversed).bytes, .init(isEncoded: false, isFolded: true))
    }
    let message = [0] + Array(user.utf8) + [0] + bytes
    var encoded = [message, Array(user.utf8), bytes].map { Base64.encode($0) }
    encoded += (0..<3).map { Self.base64(bytes, after: $0) } + [Self.hexadecimal(bytes)]
    for form in encoded { add(BareText(form).bytes, .init(isEncoded: true, isFolded: true)) }
  }

  private mutating func add(_ form: [UInt8], _ kind: SecretForms.Kind) {
    // A server may cut the form, so its pieces are searched for.
    let isEncoded = kind.isEncoded || form.count >= 32
    let piece =
      isEncoded ? SecretForms.pieceLength : max(SecretForms.plainPieceLength, form.count / 2)
    let kind = kind.of(length: min(form.count, piece))
    guard kind.length >= (kind.isEncoded ? 3 : 1) else { return }
    forms[kind, default: SecretForms(kind)].add(form)
  }

  /// The text with `…` in place of each form of the secret, and of everything beyond the limit.
  ///
  /// - Parameter limit: in characters.
  public func clean(_ text: String, limit: Int = sentenceLimit) -> String {
    // An escaped character takes up to eight bytes.
    let room = 16 * limit + 8 * length
    var bytes = Array(text.utf8.prefix(room + 1))
    let isLong = bytes.count > room
    hideSecrets(in: &bytes)
    // Removes the end, since a secret split by the cut would not be found.
    if isLong { bytes.removeLast(min(8 * length + 1, bytes.count)) }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let cut = scalars.prefix(limit)
    let isCut = isLong || cut.endIndex < scalars.endIndex
    return String(cut) + (isCut ? "…" : "")
  }

  private func hideSecrets(in bytes: inout [UInt8]) {
    guard !forms.isEmpty else { return }
    var views = [BareText(bytes), BareText(bytes, dropsMarks: false)]
    views += [true, false].compactMap { BareText(unescaping: bytes, dropsMarks: $0) }
    var found: [Range<Int>] = []
    for form in forms.values {
      for view in views where view.dropsMarks == form.kind.isFolded {
        found += form.places(in: view, of: bytes)
      }
    }
    guard !found.isEmpty else { return }
    found.sort { $0.lowerBound < $1.lowerBound }
    var clean: [UInt8] = []
    var end = 0
    for range in found where range.upperBound > end {
      if range.lowerBound >= end {
        clean += bytes[end..<range.lowerBound]
        clean += "…".utf8
      }
      end = range.upperBound
    }
    bytes = clean + bytes[end...]
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// The base64 characters that depend on these bytes only, not on the bytes around them.
  private static func base64(_ bytes: [UInt8], after count: Int) -> [UInt8] {
    let encoded = Base64.encode(Array(repeating: 0, count: count) + bytes)
    return Array(encoded[..<((count + bytes.count) * 8 / 6)].dropFirst((count * 8 + 5) / 6))
  }
}

/// Forms of a secret, or pieces of them, of equal length.
private struct SecretForms {
  struct Kind: Hashable {
    var isEncoded: Bool
    /// Whether marks between letters are ignored.
    var isFolded: Bool
    var length = 0

    func of(length: Int) -> Kind {
      Kind(isEncoded: isEncoded, isFolded: isFolded, length: length)
    }
  }

  let kind: Kind
  private var hashes: Set<UInt64> = []
  /// The weight of the first byte in a hash.
  private let weight: UInt64

  /// The least length of a form searched for within words, too: a shorter one occurs in many words.
  static let wordLength = 6
  static let pieceLength = 12
  /// The least length of pieces of the unencoded secret: shorter ones may be words of a sentence.
  static let plainPieceLength = 8

  init(_ kind: Kind) {
    self.kind = kind
    weight = (0..<kind.length).reduce(1) { weight, _ in weight &* Self.base }
  }

  mutating func add(_ form: [UInt8]) {
    for start in 0...form.count - kind.length {
      hashes.insert(form[start..<start + kind.length].reduce(0, Self.hash))
    }
  }

  private static let base: UInt64 = 0x100_0000_01B3

  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    hash &* base &+ UInt64(byte) &+ 1
  }

  /// The ranges of a sentence where its reduced text contains a form of the secret.
  func places(in view: BareText, of sentence: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var hash: UInt64 = 0
    for (index, byte) in view.bytes.enumerated() {
      hash = Self.hash(hash, byte)
      let first = index - kind.length + 1
      if first > 0 { hash &-= (UInt64(view.bytes[first - 1]) + 1) &* weight }
      guard first >= 0, hashes.contains(hash) else { continue }
      let place = view.places[first].lowerBound..<view.places[index].upperBound
      if let last = places.last, place.upperBound <= last.upperBound { continue }
      if kind.length >= Self.wordLength || isWord(place, sentence) {
        places.append(widened(place, sentence))
      }
    }
    return places
  }

  private func isWord(_ place: Range<Int>, _ sentence: [UInt8]) -> Bool {
    let isBegun = place.lowerBound > 0 && sentence[place.lowerBound - 1].isOfWord
    let isContinued = place.upperBound < sentence.count && sentence[place.upperBound].isOfWord
    return !isBegun && !isContinued
  }

  /// Extends a range to adjacent characters up to a space: other bytes of the same message, or
  /// marks.
  private func widened(_ place: Range<Int>, _ sentence: [UInt8]) -> Range<Int> {
    let isBeside = { (byte: UInt8) in
      byte > .space && byte < 0x7F && (kind.isEncoded || !byte.isOfWord)
    }
    let before = sentence[..<place.lowerBound].reversed().prefix(while: isBeside).count
    let behind = sentence[place.upperBound...].prefix(while: isBeside).count
    return place.lowerBound - before..<place.upperBound + behind
  }
}
