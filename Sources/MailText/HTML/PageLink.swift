import CTidelineGLib

/// A `mailto` link (RFC 6068) to pass to the mail program.
///
/// Mail programs accept more in such a link than users see: some attach files. So only the
/// recipients, the subject and the text are passed on. The link is encoded again, so that all
/// programs parse it in the same way.
public struct MailLink {
  public static let scheme = "mailto:"
  public let address: String

  private static let fields: Set<String> = ["to", "cc", "subject", "body"]

  /// - Parameter link: a link that begins with ``scheme``.
  /// - Returns: nil if the link has no recipient, or has invalid or control characters.
  public init?(_ link: String) {
    let parts = link.dropFirst(Self.scheme.count)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // Commas separate the addresses; a comma within an address is encoded.
    let recipients = parts[0].split(separator: ",").map { Self.decoded($0, isText: false) }
    guard !recipients.contains(nil) else { return nil }
    var handed: [String] = []
    for field in parts.dropFirst().joined().split(separator: "&") {
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pair[0].lowercased()
      guard pair.count == 2, Self.fields.contains(name) else { continue }
      guard let value = Self.decoded(pair[1], isText: name == "body") else { return nil }
      handed.append("\(name)=\(Self.encoded(value))")
    }
    // A link may name all its recipients in the field `to`.
    guard !recipients.isEmpty || handed.contains(where: { $0.hasPrefix("to=") }) else {
      return nil
    }
    let list = recipients.compactMap { $0.map(Self.encoded) }.joined(separator: ",")
    address = Self.scheme + list + (handed.isEmpty ? "" : "?" + handed.joined(separator: "&"))
  }

  /// - Parameter isText: whether the text may have several lines.
  private static func decoded(_ text: some StringProtocol, isText: Bool) -> String? {
    guard let unescaped = g_uri_unescape_string(String(text), nil) else { return nil }
    defer { g_free(unescaped) }
    guard let decoded = String(validatingCString: unescaped) else { return nil }
    let isPlain = decoded.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && !$0.properties.isBidiControl
        || isText && ["\r", "\n", "\t"].contains($0)
    }
    return isPlain ? decoded : nil
  }

  /// Escapes all characters except `@` and the unreserved characters (RFC 3986, 2.3).
  public static func encoded(_ text: String) -> String {
    Array(text.utf8).percentEncoded(allowing: "@")
  }
}

/// Checks the targets of an HTML page's links.
///
/// Accepts only `http`, `https`, `mailto` and `tel`. A target without a scheme is relative to the
/// page's `<base>`; without one, only the name of a server can be reached.
package enum PageLink {
  /// The limit of an address in bytes; some browsers do not open a longer address.
  static let lengthLimit = 2_000

  private static let schemes = ["https://", "http://"]

  /// - Parameters:
  ///   - target: an `href`, with character references unresolved.
  ///   - base: the address to which the target may be relative.
  /// - Returns: the address to open; nil if the target must not be opened.
  static func address(_ target: Bytes, base: String? = nil) -> String? {
    guard !target.isEmpty, target.count <= 2 * lengthLimit else { return nil }
    // Like browsers, ignores line breaks and tabs (URL Standard, 4.4).
    let plain = HTMLEntity.resolved(target).utf8.filter { $0 != 9 && $0 != 10 && $0 != 13 }
    var trimmed = plain.withUnsafeBufferPointer { Array($0.trimmed) }
    if g_uri_peek_scheme(String(decoding: trimmed, as: UTF8.self)) == nil {
      guard let whole = resolved(trimmed, base) else { return nil }
      trimmed = whole
    }
    guard let colon = trimmed.prefix(8).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = String(decoding: trimmed[..<colon], as: UTF8.self).lowercased()
    // Like browsers, escapes the bytes that must not be in an address (RFC 3986).
    let rest = withASCIIHost(trimmed[colon...]).percentEncoded(allowing: "!#$%&'()*+,/:;=?@[\\]")
    guard scheme.utf8.count + rest.utf8.count <= lengthLimit else { return nil }
    let address = scheme + rest
    if address.hasPrefix(MailLink.scheme) { return MailLink(address)?.address }
    if scheme == "tel" {
      let number = rest.dropFirst().replacing("%20", with: "")
      return !number.isEmpty && number.allSatisfy("+0123456789-.()".contains)
        ? "tel:\(number)" : nil
    }
    let start = schemes.first { address.hasPrefix($0) && address != $0 }
    let server = start.flatMap { address.utf8.dropFirst($0.utf8.count).first }
    return server.map { "/?#\\".utf8.contains($0) } == false ? address : nil
  }

  /// Returns the address of a relative target; nil for a place within the page.
  private static func resolved(_ target: [UInt8], _ base: String?) -> [UInt8]? {
    guard let first = target.first, first != UInt8(ascii: "#") else { return nil }
    if target.starts(with: "//".utf8) {
      let scheme = base.map { $0.hasPrefix("http:") ? "http:" : "https:" } ?? "https:"
      return scheme.utf8 + target
    }
    guard let base else { return nil }
    let flags = GUriFlags(
      rawValue: G_URI_FLAGS_ENCODED.rawValue | G_URI_FLAGS_PARSE_RELAXED.rawValue
    )
    let reference = String(decoding: target, as: UTF8.self)
    guard let whole = g_uri_resolve_relative(base, reference, flags, nil) else { return nil }
    defer { g_free(whole) }
    return Array(String(cString: whole).utf8)
  }

  /// Replaces a server's name with letters beyond ASCII in an address, without its scheme.
  private static func withASCIIHost(_ address: ArraySlice<UInt8>) -> [UInt8] {
    guard address.starts(with: "://".utf8) else { return Array(address) }
    let server = address.dropFirst(3).prefix { !"/?#\\".utf8.contains($0) }
    let start = server.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? server.startIndex
    let host = server[start...].prefix { $0 != UInt8(ascii: ":") }
    guard host.contains(where: { $0 >= 0x80 }) else { return Array(address) }
    let name = ascii(String(decoding: host, as: UTF8.self)).utf8
    return Array(address[..<start]) + name + address[host.endIndex...]
  }

  /// Returns a server's name as it is looked up, with punycode for letters beyond ASCII; unchanged
  /// if it is no such name.
  package static func ascii(_ host: String) -> String {
    guard let name = g_hostname_to_ascii(host) else { return host }
    defer { g_free(name) }
    return String(cString: name)
  }
}
