import CGMime

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
    "gb18030", "big5-hkscs", "cp949", "euc-jp", "euc-tw", "cp932", "johab",
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
    let label = Self.clean(label ?? "")
    let name = Self.superset(of: label)
    isDefault = ["", "utf-8", "us-ascii", "windows-1252", "iso-8859-15"].contains(name)
    isWide = name.hasPrefix("utf-16") || name.hasPrefix("utf-32") || name.hasPrefix("ucs")
    self.name = isDefault || label.isEmpty ? name : Self.known(to: name)
  }

  /// The label in lower case, without quotes, spaces and other characters that broken programs put
  /// around it.
  private static func clean(_ label: String) -> String {
    let allowed = label.utf8.drop { !isNameByte($0) }.prefix { isNameByte($0) }
    return String(decoding: allowed.map(\.lowercased), as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-_.:".utf8.contains(byte)
  }

  /// Returns the charset meant by a label: a superset where programs use more characters than the
  /// label allows (WHATWG Encoding, 4.2), or iconv's name for a label unknown to iconv.
  private static func superset(of label: String) -> String {
    switch label {
    case "utf8", "unicode-1-1-utf-8", "x-utf-8", "utf-8": "utf-8"
    case "unicode-1-1-utf-7", "x-unicode-2-0-utf-7", "utf7": "utf-7"
    case "ascii", "us-ascii", "ansi_x3.4-1968", "unknown-8bit", "8bit", "default", "x-unknown":
      "us-ascii"
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "iso-8859_1", "latin1", "l1", "windows-1252",
      "cp1252", "cp-1252", "x-ansi":
      "windows-1252"
    case "iso-8859-9", "iso8859-9", "latin5": "windows-1254"
    case "iso-8859-11", "tis-620", "tis620", "windows-874": "cp874"
    case "iso-8859-8-i", "iso-8859-8-e", "logical", "visual": "iso-8859-8"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "cp-932": "cp932"
    case "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "euc-kr", "korean",
      "windows-949", "5601":
      "cp949"
    case "gb2312", "gb_2312-80", "x-gbk", "gbk", "cp936", "chinese", "euc-cn", "x-euc-cn":
      "gb18030"
    case "hz-gb-2312", "hz": "hz-gb-2312"
    case "csiso2022jp", "iso-2022-jp-ms", "cp50220", "cp50221", "cp50222", "windows-50220",
      "windows-50221", "x-windows-50221", "jis", "jis7":
      "iso-2022-jp"
    case "x-x-big5", "big-5", "cn-big5", "big5": "big5-hkscs"
    case "x-mac-roman", "mac", "x-macintosh", "mac-roman", "macroman": "macintosh"
    case "x-mac-cyrillic", "mac-cyrillic", "maccyrillic": "mac-cyrillic"
    case "x-mac-ce", "mac-ce", "mac-centraleurope", "maccentraleurope", "x-mac-centraleurroman":
      "mac-centraleurope"
    case "koi8_r", "koi", "koi8", "cskoi8r": "koi8-r"
    case "viscii1.1-1", "csviscii": "viscii"
    default: numbered(label)
    }
  }

  /// Returns iconv's name for names such as `cp-850` and `x-cp1251`.
  private static func numbered(_ label: String) -> String {
    for prefix in ["x-cp-", "x-cp", "cp-", "windows-cp-", "windows-cp", "ms-cp", "ibm-"]
    where label.hasPrefix(prefix) {
      let number = label.dropFirst(prefix.count)
      if !number.isEmpty, number.utf8.allSatisfy(\.isDigit) {
        return (prefix == "ibm-" ? "ibm" : "cp") + number
      }
    }
    return label
  }

  /// Parts of the names of charsets whose characters contain NUL bytes.
  static let wide = PhraseSet(["utf-16", "utf-32", "ucs-2", "ucs-4", "utf16", "unicode"])

  private static func known(to name: String) -> String {
    _ = GMimeLibrary.options
    return g_mime_charset_iconv_name(name).map { String(cString: $0) } ?? name
  }
}

/// Finds the charset that an HTML page declares (HTML Living Standard, 13.2.3).
enum HTMLCharset {
  /// The bytes to examine. Browsers use 1,024, but some programs put their name and license first.
  private static let limit = 4_096

  /// - Parameters:
  ///   - page: the page in an unknown charset.
  ///   - declared: the part's declared charset; overrides the page's, but not a byte order mark.
  /// - Returns: nil if neither the header nor the page declares a charset.
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
