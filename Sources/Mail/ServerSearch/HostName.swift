import CTidelineGLib

/// Checks host and domain names that come from users and servers.
enum HostName {
  /// The name in ASCII and lower case, as the DNS and certificates use it; nil for an invalid name.
  ///
  /// - Parameter text: the name; other scripts are allowed (IDNA).
  static func ascii(_ text: String) -> String? {
    guard let converted = g_hostname_to_ascii(text) else { return nil }
    defer { g_free(converted) }
    var name = String(cString: converted).lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 253 && labels.allSatisfy(isLabel) ? name : nil
  }

  /// Whether a name is the domain itself or below it.
  static func isOf(_ domain: String, _ name: String) -> Bool {
    name == domain || name.hasSuffix("." + domain)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }
}
