import CTidelineGLib
import Mail

/// The target of a link in a text, as it is shown before the link is followed.
nonisolated struct LinkTarget: Hashable {
  /// The server's name, the recipients of a mail, or a telephone's number.
  let destination: String
  /// Whether the link may lead elsewhere than it seems to, so that the user is asked first.
  let isMisleading: Bool

  /// - Parameter address: the address of a link that ``LinkMarkup`` has made.
  init(_ address: String) {
    if address.hasPrefix(MailLink.scheme) || address.hasPrefix("tel:") {
      let list = address.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" }
      (destination, isMisleading) = (String(list), false)
      return
    }
    let afterScheme = address.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
    // Browsers end the server's name at a backslash, too.
    let authority = afterScheme.prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    destination = host.lowercased()
    // A user name before an @ looks like a server's name, and a % hides a character. A server's
    // name in punycode or as a number tells a reader nothing.
    isMisleading =
      authority.contains { $0 == "@" || $0 == "%" }
      || destination.split(separator: ".").contains { $0.hasPrefix("xn--") }
      || destination.prefix { $0 != ":" }.allSatisfy { $0.isHexDigit || $0 == "." || $0 == "x" }
        && destination.first?.isNumber == true
  }

  /// Whether the text of the link names another server or another recipient than its target, as in
  /// a phishing mail.
  func contradicts(_ shown: String) -> Bool {
    let words = Self.plain(shown).split(whereSeparator: \.isWhitespace).prefix(Self.mostWords)
    if destination.utf8.contains(UInt8(ascii: "@")) {
      let recipients = Self.plain(destination).split(separator: ",")
      return words.contains { word in
        word.utf8.contains(UInt8(ascii: "@")) && !recipients.contains(Self.unquoted(word))
      }
    }
    let server = PageLink.ascii(String(destination.prefix { $0 != ":" }))
    return words.contains { word in
      guard let host = Self.host(namedBy: word, alone: words.count == 1) else { return false }
      let named = PageLink.ascii(host)
      return server != named && !server.hasSuffix("." + named)
    }
  }

  /// The most words of a link's text that are checked; the text may be as long as a page.
  private static let mostWords = 50

  /// Returns a text as the names of servers are compared (UTS #46): without invisible characters,
  /// and with the letters, dots and slashes that others look like.
  private static func plain(_ shown: String) -> String {
    let normal = String(taking: g_utf8_normalize(shown, -1, G_NORMALIZE_NFKC)) ?? shown
    var plain = String.UnicodeScalarView()
    for scalar in normal.unicodeScalars
    where !scalar.properties.isDefaultIgnorableCodePoint {
      switch scalar {
      case "\u{3002}", "\u{FF61}", "\u{2024}": plain.append(".")
      case "\u{2044}", "\u{2215}", "\u{29F8}": plain.append("/")
      default: plain.append(scalar)
      }
    }
    return String(plain).lowercased()
  }

  /// The word without quotes, brackets and the punctuation of the sentence around it.
  private static func unquoted(_ word: Substring) -> Substring {
    var word = word.drop { !$0.isLetter && !$0.isNumber }
    while let last = word.last, !last.isLetter, !last.isNumber { word.removeLast() }
    return word
  }

  /// Returns the server named in a word of a link's text; nil for none. A bare name such as
  /// `example.org` counts only if the word is the whole text (`isAlone`).
  private static func host(namedBy word: Substring, alone isAlone: Bool) -> String? {
    let word = unquoted(word)
    let isAddress = word.firstRange(of: "://") != nil || word.hasPrefix("www.")
    guard isAddress || isAlone else { return nil }
    let target = LinkTarget(word.firstRange(of: "://") != nil ? String(word) : "https://" + word)
    var name = target.destination.trimmingPrefix("www.").split(separator: ":").first ?? ""
    // Removes the punctuation of the sentence around the address.
    while let last = name.last, !last.isLetter, !last.isNumber { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, !labels.contains(""), let last = labels.last else { return nil }
    return isAddress || isDomain(last) ? String(name) : nil
  }

  /// Whether the part after the last dot may be a top-level domain: a word that is not the ending
  /// of a file's name.
  private static func isDomain(_ end: Substring) -> Bool {
    (2...24).contains(end.utf8.count) && end.allSatisfy(\.isLetter) && !endings.contains(end)
  }

  private static let endings: Set<Substring> = [
    "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "odg", "rtf", "txt",
    "csv", "ics", "vcf", "eml", "msg", "html", "htm", "xhtml", "xml", "json", "yaml", "yml", "toml",
    "jpg", "jpeg", "png", "gif", "svg", "webp", "tiff", "bmp", "heic", "avif", "psd", "mp3", "ogg",
    "wav", "flac", "avi", "mpeg", "mkv", "webm", "tar", "gz", "tgz", "xz", "rar", "iso", "img",
    "exe", "dll", "msi", "dmg", "deb", "rpm", "apk", "flatpak", "epub", "tex", "log", "dat", "bin",
    "bak", "tmp", "ini", "conf", "cfg", "css", "js", "ts", "php", "asp", "jsp", "swift", "java",
    "cpp", "hpp", "vala", "lua", "sql", "diff", "patch", "ui",
  ]
}

/// A link to a message by its Message-ID (RFC 2392), which mail programs open.
nonisolated struct MessageLink: Hashable {
  static let scheme = "mid"
  let address: String

  /// - Parameter id: the Message-ID without angle brackets.
  /// - Returns: nil if no mail program would find the message by this ID.
  init?(_ id: String?) {
    guard let id, !id.isEmpty, Self.isPlain(id) else { return nil }
    address = Self.scheme + ":" + MailLink.encoded(id)
  }

  /// Whether a text is one word of visible characters, without delimiters such as `<` or `,`.
  static func isPlain(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.properties.generalCategory != .control
        && !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
        && !"<>,;\"".unicodeScalars.contains($0)
    }
  }
}
