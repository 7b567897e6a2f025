import Mail

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
