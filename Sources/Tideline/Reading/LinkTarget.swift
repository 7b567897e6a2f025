import Mail

/// The target of a link in a text, as it is shown before the link is followed.
nonisolated struct LinkTarget: Hashable {
  /// The server's name, or the recipients of a mail.
  let destination: String
  /// Whether the link may lead elsewhere than it seems to, so that the user is asked first.
  let isMisleading: Bool

  /// - Parameter address: the address of a link that ``LinkMarkup`` has made.
  init(_ address: String) {
    if address.hasPrefix(MailLink.scheme) {
      let list = address.dropFirst(MailLink.scheme.count).prefix { $0 != "?" }
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

  /// Whether the text of the link names another server than its target, as in a phishing mail.
  func contradicts(_ shown: String) -> Bool {
    guard !destination.utf8.contains(UInt8(ascii: "@")) else { return false }
    let server = destination.prefix { $0 != ":" }
    let words = shown.lowercased().split(whereSeparator: \.isWhitespace).prefix(Self.mostWords)
    return words.contains { word in
      guard let named = Self.host(namedBy: word, alone: words.count == 1) else { return false }
      return server != named && !server.hasSuffix("." + named)
    }
  }

  /// The most words of a link's text that are checked; the text may be as long as a page.
  private static let mostWords = 50

  /// Returns the server named in a word of a link's text; nil for none. A bare name such as
  /// `example.org` counts only if the word is the whole text (`isAlone`).
  private static func host(namedBy word: Substring, alone isAlone: Bool) -> String? {
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

  /// Whether the part after the last dot may be a top-level domain. Most file extensions are not.
  private static func isDomain(_ end: Substring) -> Bool {
    end.utf8.count == 2 && end.allSatisfy(\.isLetter)
      || ["com", "org", "net", "edu", "gov", "info", "biz", "app", "dev"].contains(end)
  }
}
