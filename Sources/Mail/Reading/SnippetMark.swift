import TidelineLocalization

/// What a row shows where a message has no words of its own: the program says it, in the reader's
/// language. That may change, so the store keeps a mark in the snippet's place.
public enum SnippetMark: Equatable {
  /// - name: of its file; may be empty.
  case picture(name: String)
  /// The message is read only with a key.
  case encrypted

  // No text from a message keeps either character (``LineBuilder``).

  private static let ofPicture: Character = "\u{FFFC}"
  private static let ofEncrypted: Character = "\u{FFFB}"

  /// What is stored.
  var snippet: String {
    switch self {
    case .picture(let name): name.isEmpty ? "\(Self.ofPicture)" : "\(Self.ofPicture) \(name)"
    case .encrypted: "\(Self.ofEncrypted)"
    }
  }

  /// Reads what is stored; nil where that is a message's own words.
  init?(snippet: String) {
    switch snippet.first {
    case Self.ofPicture: self = .picture(name: String(snippet.dropFirst().drop { $0 == " " }))
    case Self.ofEncrypted: self = .encrypted
    default: return nil
    }
  }

  /// A snippet as it is shown: its mark in words, or else itself.
  ///
  /// - Parameters:
  ///   - snippet: the beginning of a message's text, as it is stored.
  ///   - translate: gives a sentence of the program in the reader's language.
  public static func shown(
    _ snippet: String,
    _ translate: (Sentence) -> String = { $0.english }
  ) -> String {
    switch SnippetMark(snippet: snippet) {
    case .picture(let name):
      return translate(name.isEmpty ? Sentence("Picture") : Sentence("Picture: %s", name))
    case .encrypted: return translate(Sentence("Encrypted message"))
    case nil: return snippet
    }
  }
}
