import CGtk

/// Pango's markup, for the widgets that read it. It is made of plain text and links, and of nothing
/// else: what looks like markup in a text is text.
public nonisolated struct Markup: Equatable, Sendable {
  /// As Pango reads it.
  public private(set) var source = ""

  public init(_ text: String = "") { append(text) }

  /// Appends plain text, as ``ShownText``.
  public mutating func append(_ text: some StringProtocol) {
    source += Self.escaped(ShownText.lines(String(text)))
  }

  /// Appends a link.
  ///
  /// - Parameters:
  ///   - text: what is read.
  ///   - address: what the desktop opens, when the user asks for it.
  public mutating func append(link text: some StringProtocol, to address: String) {
    source += "<a href=\"\(Self.escaped(ShownText.lines(address)))\">"
    append(text)
    source += "</a>"
  }

  private static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
