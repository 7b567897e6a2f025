import Mail

/// Where a link in a text leads: what is told before it is followed.
nonisolated struct LinkTarget: Hashable {
  /// The server's name, or the recipients of a mail.
  let destination: String
  /// Whether it leads elsewhere than it seems to, so that the user is asked first.
  let isMisleading: Bool

  /// - Parameter address: of a link that ``LinkMarkup`` has made.
  init(_ address: String) {
    if address.hasPrefix(MailLink.scheme) {
      let list = address.dropFirst(MailLink.scheme.count).prefix { $0 != "?" }
      (destination, isMisleading) = (String(list), false)
      return
    }
    let afterScheme = address.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
    // Browsers end the name at a backslash, too.
    let authority = afterScheme.prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    destination = host.lowercased()
    // A name before an @ looks like a server's; one in punycode, or as a number, shows nothing to a
    // reader.
    isMisleading =
      authority.contains { $0 == "@" || $0 == "%" }
      || destination.split(separator: ".").contains { $0.hasPrefix("xn--") }
      || destination.prefix { $0 != ":" }.allSatisfy { $0.isHexDigit || $0 == "." || $0 == "x" }
        && destination.first?.isNumber == true
  }
}
