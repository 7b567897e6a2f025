/// Finds the charset that a page declares (HTML Living Standard, 13.2.3).
enum HTMLCharset {
  /// In bytes; browsers look at 1,024, but some programs write their name and licence first.
  private static let limit = 4_096

  /// - Parameters:
  ///   - page: the page in an unknown charset.
  ///   - declared: the charset in the part's header, which takes precedence over the page's own.
  /// - Returns: nil where neither declares one.
  static func label(of page: Bytes, declared: String?) -> String? {
    if page.starts(with: [0xEF, 0xBB, 0xBF]) { return "utf-8" }
    // The byte order mark is kept as U+FEFF, which is invisible.
    if page.starts(with: [0xFF, 0xFE]) { return "utf-16le" }
    if page.starts(with: [0xFE, 0xFF]) { return "utf-16be" }
    if let declared, declared.utf8.contains(where: { $0 > 0x20 }) { return declared }
    var tokens = HTMLTokens(Bytes(rebasing: page.prefix(limit)))
    while let token = tokens.next(isForeign: false) {
      guard case .start(let tag) = token else { continue }
      if tag.name == "meta", let label = label(in: tag) { return label }
    }
    return nil
  }

  private static func label(in tag: HTMLTag) -> String? {
    var name = String(decoding: tag.charset, as: UTF8.self).lowercased()
    if name.isEmpty, HTMLName(tag.directive) == "content-type" {
      name = charset(in: String(decoding: tag.content, as: UTF8.self).lowercased())
    }
    name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if name.isEmpty { return nil }
    // A tag that can be read byte by byte is not in such a charset.
    if name.hasPrefix("utf-16") || name.hasPrefix("utf-32") || name.hasPrefix("ucs-") {
      return "utf-8"
    }
    return name == "x-user-defined" ? "windows-1252" : name
  }

  /// The charset in `text/html; charset=…`, with or without quotes.
  private static func charset(in content: String) -> String {
    guard let name = content.firstRange(of: "charset") else { return "" }
    let equals = content[name.upperBound...].drop { $0.isWhitespace }
    guard equals.first == "=" else { return "" }
    let value = equals.dropFirst().drop { $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      return String(value.prefix { !$0.isWhitespace && $0 != ";" && $0 != "\"" && $0 != "'" })
    }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
