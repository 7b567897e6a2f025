import TidelineLocalization

/// A row's text for a message without words, which the program writes in the reader's language. The
/// language may change, so the store keeps a mark instead of a snippet.
public enum SnippetMark: Equatable {
  /// - name: the name of its file; may be empty.
  case picture(name: String)
  /// The message can be read only with a key.
  case encrypted

  // Neither character occurs in text from a message, since ``LineBuilder`` drops them.

  private static let ofPicture: Character = "\u{FFFC}"
  private static let ofEncrypted: Character = "\u{FFFB}"

  /// The stored form.
  var snippet: String {
    switch self {
    case .picture(let name): name.isEmpty ? "\(Self.ofPicture)" : "\(Self.ofPicture) \(name)"
    case .encrypted: "\(Self.ofEncrypted)"
    }
  }

  /// Parses the stored form; nil for a message's own words.
  init?(snippet: String) {
    switch snippet.first {
    case Self.ofPicture: self = .picture(name: String(snippet.dropFirst().drop { $0 == " " }))
    case Self.ofEncrypted: self = .encrypted
    default: return nil
    }
  }

  /// A snippet for display: the text of its mark, or the snippet itself.
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
