import CTidelineGLib
import Glibc

/// Converts the text of a part to UTF-8, with iconv.
enum TextDecoding {
  /// Passes on a part's decoded content in UTF-8, without NULs. A page may declare its own charset.
  static func read(
    _ content: inout [UInt8],
    _ header: PartHeader,
    isPage: Bool = false,
    _ body: (Bytes) -> Void
  ) {
    let declared = header.parameters["charset"]
    content.withUnsafeMutableBufferPointer { bytes in
      let text = Bytes(bytes)
      let label = isPage ? HTMLCharset.label(of: text, declared: declared) : declared
      convert(bytes, from: mark(of: text) ?? label, body)
    }
  }

  /// The charset named by a byte order mark, which counts before all labels (WHATWG Encoding, 6.1).
  /// The mark is kept as U+FEFF, which is invisible.
  private static func mark(of text: Bytes) -> String? {
    let marks: [(String, [UInt8])] = [
      ("utf-8", [0xEF, 0xBB, 0xBF]), ("utf-32le", [0xFF, 0xFE, 0, 0]),
      ("utf-16le", [0xFF, 0xFE]), ("utf-16be", [0xFE, 0xFF]),
    ]
    return marks.first { text.starts(with: $0.1) }?.0
  }

  /// Passes on the text in UTF-8.
  ///
  /// Valid UTF-8 is passed on as it is if the label is unknown, missing or doubtful; see
  /// ``CharsetName/yieldsToUTF8(_:)``. Without a known label, the charset of other text is guessed.
  ///
  /// - Parameter mayBeCut: whether to drop an incomplete last character. Otherwise it becomes
  ///   U+FFFD, like all bytes that cannot be converted.
  static func convert(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    from label: String?,
    mayBeCut: Bool = true,
    _ body: (Bytes) -> Void
  ) {
    let charset = CharsetName(label)
    if !charset.isWide {
      bytes.replaceNULs(with: 0x20)
      bytes.endLinesWithFeeds()
      // ASCII bytes mean ASCII in every charset except 7-bit charsets, which switch to other
      // characters by an escape, a plus sign or a tilde.
      if !bytes.contains(where: { $0 >= 0x80 || $0 == 0x1B || $0 == 0x2B || $0 == 0x7E }) {
        return body(Bytes(bytes))
      }
    }
    let text = Bytes(bytes)
    let isLabelled = !charset.name.isEmpty && charset.name != "utf-8" && charset.name != "us-ascii"
    let escaped = isLabelled ? nil : CharsetGuess.name(ofEscapesIn: text)
    if escaped == nil, charset.yieldsToUTF8(text), let length = length(ofUTF8: text, mayBeCut) {
      return body(Bytes(rebasing: text[..<length]))
    }
    if !isLabelled, escaped == nil, looksLikeUTF8(text) { return repair(text, body) }
    if isLabelled, var converted = iconv(text, from: charset.name, mayBeCut) {
      return converted.text.withUnsafeMutableBufferPointer {
        $0.replaceNULs(with: 0x20)
        $0.endLinesWithFeeds()
        body(Bytes($0))
      }
    }
    if escaped == nil, let length = length(ofUTF8: text, mayBeCut) {
      return body(Bytes(rebasing: text[..<length]))
    }
    let guess = escaped ?? CharsetGuess.name(of: text)
    guard let name = guess ?? (charset.name == "utf-8" ? nil : "windows-1252"),
      let converted = iconv(text, from: name, mayBeCut)
    else { return repair(text, body) }
    converted.text.withUnsafeBufferPointer { body($0) }
  }

  /// Returns the text in UTF-8; for text that was not cut.
  static func converted(_ bytes: [UInt8], from label: String?) -> [UInt8] {
    var (bytes, text) = (bytes, [UInt8]())
    bytes.withUnsafeMutableBufferPointer {
      convert($0, from: label, mayBeCut: false) { text = Array($0) }
    }
    return text
  }

  private static func repair(_ bytes: Bytes, _ body: (Bytes) -> Void) {
    var text = String(decoding: bytes, as: UTF8.self)
    text.withUTF8 { body($0) }
  }

  /// Returns the length of valid UTF-8, without a last character that was cut; nil for other text.
  static func length(ofUTF8 bytes: Bytes, _ mayBeCut: Bool) -> Int? {
    bytes.withMemoryRebound(to: CChar.self) { chars -> Int? in
      guard let start = chars.baseAddress else { return 0 }
      var end: UnsafePointer<CChar>?
      if g_utf8_validate(start, gssize(chars.count), &end) != 0 { return chars.count }
      guard mayBeCut, let end, chars.count - (end - start) < 4,
        g_utf8_get_char_validated(end, gssize(chars.count - (end - start))) == gunichar.max - 1
      else { return nil }
      return end - start
    }
  }

  /// Whether most non-ASCII bytes form valid UTF-8 characters.
  private static func looksLikeUTF8(_ bytes: Bytes) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let stray = text.unicodeScalars.count { $0 == "\u{FFFD}" }
    let whole = text.utf8.count { $0 >= 0x80 } - 3 * stray
    return whole > stray && (stray == 1 || whole >= 3 * stray)
  }

  /// Keeps one converter open for each common charset: the C library loads a charset's tables from
  /// disk for the first one, under a lock, and drops them with the last one. Loading them for each
  /// word would halve the speed for mail in many charsets.
  private static let keptConverters: Void = {
    for charset in [
      "iso-8859-1", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-8", "iso-8859-9",
      "iso-8859-15", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
      "windows-1254", "windows-1255", "windows-1256", "koi8-r", "koi8-u", "iso-2022-jp",
      "shift_jis", "euc-jp", "gb2312", "gbk", "gb18030", "big5", "euc-kr", "us-ascii",
    ] {
      _ = iconv_open("UTF-8", charset)
    }
  }()

  /// Text converted to UTF-8. `isWhole` is false if U+FFFD replaces bytes that were not converted.
  struct Converted {
    var text: [UInt8]
    var isWhole = true
  }

  /// Converts the input. Bytes that cannot be converted become U+FFFD. Nil for an unknown charset.
  static func iconv(_ bytes: Bytes, from charset: String, _ mayBeCut: Bool = true) -> Converted? {
    switch charset {
    case "hz-gb-2312":
      let text = ChineseText.gb2312(bytes)
      return text.withUnsafeBufferPointer { iconv($0, from: "gb18030", mayBeCut) }
    case "iso-2022-jp":
      guard let text = JapaneseText.shiftJIS(bytes) else {
        // Knows the further charsets to which RFC 1554 and RFC 2237 allow to switch.
        return iconv(bytes, from: "iso-2022-jp-2", mayBeCut)
      }
      return text.withUnsafeBufferPointer { iconv($0, from: "cp932", mayBeCut) }
    default: if let text = MacText.utf8(bytes, from: charset) { return Converted(text: text) }
    }
    _ = keptConverters
    guard let converter = iconv_open("UTF-8", charset),
      Int(bitPattern: UnsafeRawPointer(converter)) != -1
    else { return nil }
    defer { iconv_close(converter) }
    // Room for the longest text: each byte of the input becomes at most four bytes of UTF-8.
    var isWhole = true
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 4 + 16) { output, count in
      var from = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
        .assumingMemoryBound(to: CChar.self)
      var fromLeft = bytes.count
      var to = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
      var toLeft = output.count
      while fromLeft > 0 {
        if Glibc.iconv(converter, &from, &fromLeft, &to, &toLeft) != -1 { break }
        // Stops at an incomplete last character that may be cut, or if the output is full.
        guard errno == EILSEQ || errno == EINVAL && !mayBeCut, fromLeft > 0, toLeft >= 3 else {
          break
        }
        // Programs for Windows write the euro sign as this byte (WHATWG Encoding, 10.2.1).
        let isEuro = charset == "gb18030" && from.map { UInt8(bitPattern: $0.pointee) } == 0x80
        if !isEuro { isWhole = false }
        for byte: UInt8 in isEuro ? [0xE2, 0x82, 0xAC] : [0xEF, 0xBF, 0xBD] {
          to?.pointee = CChar(bitPattern: byte)
          to = to.map { $0 + 1 }
        }
        toLeft -= 3
        from = from.map { $0 + 1 }
        fromLeft -= 1
      }
      _ = Glibc.iconv(converter, nil, nil, &to, &toLeft)
      count = output.count - toLeft
    }
    return Converted(text: text, isWhole: isWhole)
  }
}

extension UnsafeMutableBufferPointer where Element == UInt8 {
  /// Replaces NULs, which would end C strings.
  func replaceNULs(with byte: UInt8) {
    guard let base = baseAddress else { return }
    var start = 0
    while let found = memchr(base + start, 0, count - start) {
      let offset = found - UnsafeMutableRawPointer(base)
      self[offset] = byte
      start = offset + 1
    }
  }

  /// Replaces carriage returns that end lines alone, as on old Macs, by line feeds. Leaves those
  /// before a line feed.
  package func endLinesWithFeeds() {
    var start = 0
    while let found = Bytes(self).place(of: 13, from: start) {
      start = found + 1
      while start < count, self[start] == 13 { start += 1 }
      if start == count || self[start] != 10 { self[found..<start].update(repeating: 10) }
    }
  }
}
