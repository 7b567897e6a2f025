/// The charset of a message, under iconv's name.
struct CharsetName {
  /// The name for iconv; empty if the message declares no charset.
  let name: String
  /// Whether the label may be only a program's default: a charset of Western text, UTF-8, or none.
  let isDefault: Bool
  /// Whether the charset's characters contain NUL bytes.
  let isWide: Bool
  /// Whether most of the charset's characters are two non-ASCII bytes.
  var isOfPairs: Bool { Self.ofPairs.contains(name) }
  private static let ofPairs: Set<String> = [
    "gb18030", "big5-hkscs", "cp949", "euc-jp-ms", "euc-tw", "cp932", "johab",
  ]
  /// Whether all text in the charset is 7-bit.
  private var isOf7Bits: Bool { name.hasPrefix("iso-2022-") || name.hasPrefix("utf-7") || isHZ }
  private var isHZ: Bool { name.hasPrefix("hz") }

  /// Whether non-ASCII text that is valid UTF-8 is read as UTF-8 despite its label. Text in another
  /// charset is hardly ever valid UTF-8, except in two-byte charsets with all bytes below 0xE0.
  func yieldsToUTF8(_ text: Bytes) -> Bool {
    isDefault || !isOf7Bits && !isWide && (!isOfPairs || text.contains { $0 >= 0xE0 })
  }

  init(_ label: String?) {
    let label = CharsetLabels.clean(label ?? "")
    let found = CharsetLabels.name(of: label)
    let name = found ?? label
    isDefault = ["", "utf-8", "us-ascii", "windows-1252", "iso-8859-15"].contains(name)
    isWide = name.hasPrefix("utf-16") || name.hasPrefix("utf-32") || name.hasPrefix("ucs")
    self.name = found ?? String(label.prefix { $0 != " " })
  }

  /// Parts of the names of charsets whose characters contain NUL bytes.
  static let wide = PlainPhrases([
    "utf-16", "utf-32", "ucs-2", "ucs-4", "utf16", "utf_16", "unicode", "cp1200", "cp1201",
  ])
}

/// The names of charsets, from the file `charset-labels.txt`.
///
/// A label is found as UTS #22 (section 1.4) matches names: without case and punctuation. So
/// `UTF_8`, `iso8859_1` and `Shift JIS` are found, too.
enum CharsetLabels {
  /// iconv's names, by the labels' letters and digits in lower case.
  static let names: [String: String] = {
    var (names, name) = ([String: String](), "")
    for word in PackageResources.charset_labels_txt.dataWords {
      let label = String(decoding: word, as: UTF8.self)
      if label.last == ":" { name = String(label.dropLast()) }
      names[squeezed(label)] = name
    }
    return names
  }()

  /// The limit of a label in bytes; names are shorter.
  private static let limit = 64

  /// The label in lower case, without quotes and other characters that broken programs put around
  /// it.
  static func clean(_ label: String) -> String {
    let allowed = label.utf8.prefix(limit).drop { !isNameByte($0) }
      .prefix { isNameByte($0) || $0 == 0x20 }
    return String(decoding: allowed.map(\.lowercased), as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-_.:".utf8.contains(byte)
  }

  private static func squeezed(_ label: some StringProtocol) -> String {
    String(decoding: label.utf8.filter { $0.isLetter || $0.isDigit }, as: UTF8.self)
  }

  /// Returns iconv's name for a clean label; nil for an unknown label.
  ///
  /// Looks for the whole label, then for its first word, since a missing semicolon joins the label
  /// with the next parameter; and for each without the beginnings that programs add.
  static func name(of label: String) -> String? {
    let word = label.prefix { $0 != " " }
    for text in [squeezed(label), squeezed(word)] {
      if let name = names[text] { return name }
      for beginning in beginnings where text.hasPrefix(beginning) {
        let rest = text.dropFirst(beginning.count)
        if let name = names[String(rest)] { return name }
        // A code page without another name, such as `x-cp-850`.
        if !rest.isEmpty, rest.utf8.allSatisfy(\.isDigit) {
          return (beginning == "ibm" ? "ibm" : "cp") + rest
        }
      }
    }
    return nil
  }

  private static let beginnings = [
    "x", "cs", "windowscp", "windows", "xcp", "mscp", "cp", "ms", "ibm",
  ]

}

/// Finds the charset that an HTML page declares (HTML Living Standard, 13.2.3).
enum HTMLCharset {
  /// The bytes to examine. Browsers use 1,024, but some programs put their name and license first.
  private static let limit = 4_096

  /// - Parameter declared: the part's charset; overrides the page's.
  /// - Returns: nil if neither the header nor the page declares a charset.
  static func label(of page: Bytes, declared: String?) -> String? {
    if let declared, declared.utf8.contains(where: { $0 > 0x20 }) { return declared }
    var tokens = HTMLTokens(Bytes(rebasing: page.prefix(limit)))
    while let token = tokens.next(isForeign: false) {
      guard case .start(let tag) = token else { continue }
      if tag.name == "meta", let label = label(in: tag) { return label }
    }
    return nil
  }

  private static func label(in tag: HTMLTag) -> String? {
    var name = String(decoding: tag["charset"], as: UTF8.self).lowercased()
    if name.isEmpty, HTMLName(tag["http-equiv"]) == "content-type" {
      name = charset(in: String(decoding: tag["content"], as: UTF8.self).lowercased())
    }
    name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if name.isEmpty { return nil }
    // The tag was read byte by byte, so the page is in no charset of wide characters.
    if name.hasPrefix("utf-16") || name.hasPrefix("utf-32") || name.hasPrefix("ucs-") {
      return "utf-8"
    }
    return name == "x-user-defined" ? "windows-1252" : name
  }

  /// Returns the charset in `text/html; charset=…`, with or without quotes.
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
