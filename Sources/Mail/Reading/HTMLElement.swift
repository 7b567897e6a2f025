import CXml2

/// What an element of HTML does to the text in it.
struct HTMLElement {
  enum Layout {
    /// Stands within a word.
    case inline
    /// Parts words.
    case cell
    /// Stands on lines of its own.
    case block
    /// Stands apart from what is above and below.
    case paragraph
  }

  private(set) var layout = Layout.inline
  private(set) var isLineBreak = false
  private(set) var isHidden = false
  private(set) var isPreformatted = false
  private(set) var isQuote = false
  private(set) var isQuoteForGood = false
  private(set) var isSignature = false

  /// - Parameter name: in lower case, as the parser gives it.
  init(_ name: String, _ attributes: HTMLAttributes) {
    switch name {
    case "br": isLineBreak = true
    case "td", "th": layout = .cell
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "hr":
      layout = .paragraph
    case "blockquote":
      layout = .paragraph
      isQuote = true
    case "pre", "listing", "plaintext", "xmp":
      layout = .paragraph
      isPreformatted = true
    case "address", "article", "aside", "body", "caption", "center", "dd", "details", "dir", "div",
      "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "legend", "li", "main",
      "menu", "nav", "option", "section", "summary", "tbody", "tfoot", "thead", "tr":
      layout = .block
    case "style", "script", "title", "template", "textarea", "xml", "svg", "math", "object":
      isHidden = true
    default: break
    }
    read(attributes)
  }

  private mutating func read(_ attributes: HTMLAttributes) {
    attributes.forEach { name, value in
      switch name {
      case "class":
        for word in value.split(whereSeparator: \.isWhitespace) {
          if Self.quoteClasses.contains(word) { isQuote = true }
          if Self.signatureClasses.contains(word) { isSignature = true }
        }
      case "id":
        if Self.quotesBegin.contains(value) { isQuoteForGood = true }
        if Self.signatureIDs.contains(value) { isSignature = true }
      default: break
      }
    }
    if isQuote || isQuoteForGood || isSignature, layout == .inline || layout == .cell {
      layout = .block
    }
  }

  // How mail programs mark what they quote: Gmail, Thunderbird, Yahoo, Proton, Tuta, Zoho.
  private static let quoteClasses: Set<Substring> = [
    "gmail_quote", "gmail_quote_container", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote",
    "tutanota_quote", "zmail_extra",
  ]
  /// Outlook's, in its several programs.
  private static let quotesBegin: Set<String> = [
    "divRplyFwdMsg", "appendonsend", "OLK_SRC_BODY_SECTION",
    "mail-editor-reference-message-container",
  ]
  private static let signatureClasses: Set<Substring> = [
    "gmail_signature", "gmail_signature_prefix", "moz-signature", "protonmail_signature_block",
  ]
  private static let signatureIDs: Set<String> = [
    "Signature", "AppleMailSignature", "ms-outlook-mobile-signature",
  ]
}

/// An element's attributes, valid while it is reported.
struct HTMLAttributes {
  private let pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

  init(_ pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) { self.pairs = pairs }

  /// Hands out those that are looked at: class and id. Most elements of a page carry long styles,
  /// which are not even copied.
  func forEach(_ body: (_ name: String, _ value: String) -> Void) {
    guard var pair = pairs else { return }
    while let name = pair[0] {
      if let value = pair[1], strcmp(name, "class") == 0 || strcmp(name, "id") == 0 {
        body(String(cString: name), String(cString: value))
      }
      pair += 2
    }
  }

  private func strcmp(_ text: UnsafePointer<xmlChar>, _ other: StaticString) -> Int32 {
    xmlStrcmp(text, other.utf8Start)
  }
}
