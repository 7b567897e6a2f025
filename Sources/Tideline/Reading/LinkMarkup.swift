import Mail
import TidelineGtk

/// A text as Pango markup, with its styles and links. Addresses in the text become links, too.
///
/// Only `http`, `https` and `mailto` addresses are links. ``MailLink`` passes on the safe parts of
/// a mail link. If the text of a link names another server than its target, the link is among the
/// ``contradictions``, and the user is asked before it opens.
struct LinkMarkup {
  private(set) var markup = Markup()
  /// The links whose text names another server.
  private(set) var contradictions: Set<String> = []
  private var count = 0

  /// The most links, since each link is a stop for the Tab key.
  private static let limit = 200
  /// The longest address in bytes. Not every browser accepts longer ones.
  private static let lengthLimit = 2_000

  static func make(_ text: String) -> Markup { LinkMarkup(text).markup }

  init(_ text: String, _ runs: [StyleRun] = []) {
    let bytes = Array(text.utf8)
    var end = 0
    for run in runs where run.range.lowerBound >= end && run.range.upperBound <= bytes.count {
      append(bytes, end..<run.range.lowerBound, [])
      end = run.range.upperBound
      if let link = run.link.flatMap(Self.address), count < Self.limit {
        let shown = String(decoding: bytes[run.range], as: UTF8.self)
        append(shown, to: link, run.style)
      } else {
        append(bytes, run.range, run.style)
      }
    }
    append(bytes, end..<bytes.count, [])
  }

  private mutating func append(_ shown: String, to link: String, _ style: TextStyle) {
    let target = LinkTarget(link)
    if target.contradicts(shown) { contradictions.insert(link) }
    let middle = shown == link ? LinkMiddle.range(in: link) : nil
    let title = middle == nil ? target.title : LinkTarget.title(ofWhole: link)
    markup.append(link: shown, to: link, title: title, style.tags, hiding: middle)
    count += 1
  }

  /// Appends a part of a text, with the addresses in it as links.
  private mutating func append(_ all: [UInt8], _ range: Range<Int>, _ style: TextStyle) {
    let text = ShownText.lines(String(decoding: all[range], as: UTF8.self))
    let next = all[range.upperBound...].prefix(4)
    let before = all[..<range.lowerBound].last.map { [$0] } ?? []
    // Includes a few bytes before and after the part: a word may continue beyond the part.
    let bytes = before + Array(text.utf8) + next
    let end = bytes.count - next.count
    var (index, copied) = (before.count, before.count)
    while index < end, count < Self.limit {
      guard Self.isStart(bytes, index), let last = Self.endOfLink(bytes, index, before: end),
        let address = Self.address(String(decoding: bytes[index..<last], as: UTF8.self))
      else {
        index += 1
        continue
      }
      markup.append(String(decoding: bytes[copied..<index], as: UTF8.self), style.tags)
      append(String(decoding: bytes[index..<last], as: UTF8.self), to: address, style)
      (index, copied) = (last, last)
    }
    markup.append(String(decoding: bytes[copied..<end], as: UTF8.self), style.tags)
  }

  /// The address that a link opens; nil if such a link is not allowed.
  static func address(_ link: String) -> String? {
    if link.hasPrefix(MailLink.scheme) { return MailLink(link)?.address }
    return schemes.contains { link.utf8.starts(with: $0) } && link.utf8.count <= lengthLimit
      ? link : nil
  }

  private static let schemes = ["https://", "http://", MailLink.scheme].map { Array($0.utf8) }

  /// Whether an address may begin at this index: a word begins here, with a scheme's first letter.
  private static func isStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "h") || bytes[index] == UInt8(ascii: "m") else {
      return false
    }
    return index == 0 || !isWord(bytes[index - 1])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  private static func endOfLink(_ bytes: [UInt8], _ start: Int, before limit: Int) -> Int? {
    guard let scheme = schemes.first(where: { bytes[start..<limit].starts(with: $0) }) else {
      return nil
    }
    var end = start + scheme.count
    var open = 0
    while end < limit, end - start < lengthLimit, isInLink(bytes[end]) {
      if bytes[end] == UInt8(ascii: "(") { open += 1 }
      if bytes[end] == UInt8(ascii: ")") {
        open -= 1
        if open < 0 { break }
      }
      end += 1
    }
    // Punctuation at the end of a sentence does not belong to the address.
    while end > start, ".,;:!?'*_".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end > start + scheme.count && !isContinued(bytes, end) ? end : nil
  }

  /// Whether an invisible character follows the link, so that the visible address would differ from
  /// the opened address.
  private static func isContinued(_ bytes: [UInt8], _ end: Int) -> Bool {
    guard end < bytes.count, bytes[end] >= 0x80 else { return false }
    let next = String(decoding: bytes[end..<min(end + 4, bytes.count)], as: UTF8.self)
    return next.unicodeScalars.first?.properties.isDefaultIgnorableCodePoint == true
  }

  /// Whether an address may have this byte (RFC 3986). Letters beyond ASCII mostly belong to the
  /// text around an address.
  private static func isInLink(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"<>\"\\^`{|}[]".utf8.contains(byte)
  }
}

extension TextStyle {
  var tags: Markup.Tags {
    var tags: Markup.Tags = []
    for (style, tag) in Self.pairs where contains(style) { tags.insert(tag) }
    return tags
  }

  private static let pairs: [(TextStyle, Markup.Tags)] = [
    (.bold, .bold), (.italic, .italic), (.underline, .underline),
    (.strikethrough, .strikethrough), (.code, .monospace),
    (.superscript, .superscript), (.subscript, .subscript),
  ]
}

/// Finds the part of a long address that an ellipsis replaces in a link's text. The server's name
/// and the end of the address stay visible, since they tell addresses apart.
nonisolated private enum LinkMiddle {
  /// The length in bytes from which an address is shortened.
  private static let shortest = 60
  /// The approximate lengths in bytes of the visible parts before and after the middle.
  private static let startLength = 32
  private static let endLength = 20
  /// The least length in bytes of a hidden middle.
  private static let leastHidden = 8

  /// - Parameter address: the address of a page, in ASCII.
  /// - Returns: the range of the hidden bytes; nil if the address is short or only names a server,
  ///   or if fewer than ``leastHidden`` bytes would be hidden.
  static func range(in address: String) -> Range<Int>? {
    let bytes = Array(address.utf8)
    let slash = UInt8(ascii: "/")
    guard bytes.count >= shortest, bytes.allSatisfy({ $0 < 0x80 }),
      let colon = address.utf8.firstRange(of: "://".utf8),
      let server = bytes[address.utf8.distance(from: address.startIndex, to: colon.upperBound)...]
        .firstIndex(where: { $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    else { return nil }
    // Both visible parts are cut at a slash, if there is one.
    let first = bytes[..<max(startLength, server + 1)]
    let start = first.lastIndex(of: slash).map { max($0, server) + 1 } ?? server + 1
    let last = bytes.count - endLength
    let end = bytes[last...].firstIndex(of: slash) ?? last
    return end - start >= leastHidden ? start..<end : nil
  }
}
