import Mail
import TidelineGtk

/// Text as markup, with its web and mail addresses as links.
///
/// Only an address that is visible in the text is a link, so that users see what they open; and
/// only `http`, `https` and `mailto` are links. Of a mail link ``MailLink`` passes on the parts
/// that are safe.
enum LinkMarkup {
  /// Each link is a stop for the Tab key.
  private static let limit = 200
  /// In bytes. Not every browser accepts longer ones.
  private static let lengthLimit = 2_000

  static func make(_ text: String) -> Markup {
    let bytes = Array(ShownText.lines(text).utf8)
    var markup = Markup()
    var (index, copied, count) = (0, 0, 0)
    while index < bytes.count, count < limit {
      guard isStart(bytes, index), let end = endOfLink(bytes, index),
        let address = address(String(decoding: bytes[index..<end], as: UTF8.self))
      else {
        index += 1
        continue
      }
      markup.append(String(decoding: bytes[copied..<index], as: UTF8.self))
      markup.append(
        link: String(decoding: bytes[index..<end], as: UTF8.self),
        to: address,
        title: LinkTarget(address).title
      )
      (index, copied, count) = (end, end, count + 1)
    }
    markup.append(String(decoding: bytes[copied...], as: UTF8.self))
    return markup
  }

  /// What a link opens; nil where it is none.
  private static func address(_ link: String) -> String? {
    link.hasPrefix(MailLink.scheme) ? MailLink(link)?.address : link
  }

  private static let schemes = ["https://", "http://", MailLink.scheme].map { Array($0.utf8) }

  /// At the beginning of a word.
  private static func isStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "h") || bytes[index] == UInt8(ascii: "m") else {
      return false
    }
    return index == 0 || !isWord(bytes[index - 1])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  private static func endOfLink(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard let scheme = schemes.first(where: { bytes[start...].starts(with: $0) }) else {
      return nil
    }
    var end = start + scheme.count
    var open = 0
    while end < bytes.count, end - start < lengthLimit, isInLink(bytes[end]) {
      if bytes[end] == UInt8(ascii: "(") { open += 1 }
      if bytes[end] == UInt8(ascii: ")") {
        open -= 1
        if open < 0 { break }
      }
      end += 1
    }
    // Punctuation at the end of a sentence does not belong to it.
    while end > start, ".,;:!?'*_".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end > start + scheme.count && !isContinued(bytes, end) ? end : nil
  }

  /// Whether an invisible character follows the link: the visible address would then differ from
  /// the one that is opened.
  private static func isContinued(_ bytes: [UInt8], _ end: Int) -> Bool {
    guard end < bytes.count, bytes[end] >= 0x80 else { return false }
    let next = String(decoding: bytes[end..<min(end + 4, bytes.count)], as: UTF8.self)
    return next.unicodeScalars.first?.properties.isDefaultIgnorableCodePoint == true
  }

  /// What may stand in an address (RFC 3986). Letters beyond ASCII mostly belong to the sentence.
  private static func isInLink(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"<>\"\\^`{|}[]".utf8.contains(byte)
  }
}
