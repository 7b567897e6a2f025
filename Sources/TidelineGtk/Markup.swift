import CPullToRefreshGtk
import PullToRefreshGtk

/// Pango's markup, for the widgets that read it. It consists only of plain text and links: anything
/// in a text that looks like markup is shown as text.
public nonisolated struct Markup: Equatable, Sendable {
  /// The markup in Pango's syntax.
  public private(set) var source = ""

  public init(_ text: String = "") { append(text) }

  /// Appends plain text, prepared by ``ShownText``.
  public mutating func append(_ text: some StringProtocol) {
    source += Self.escaped(ShownText.lines(String(text)))
  }

  /// Appends a link.
  ///
  /// - Parameters:
  ///   - text: the visible text.
  ///   - address: the address that the desktop opens when the user asks for it.
  ///   - title: shown beside the pointer while it rests on the link.
  public mutating func append(link text: some StringProtocol, to address: String, title: String) {
    // Escapes the title twice: it is markup, and in an attribute.
    let title = Self.escaped(Self.escaped(ShownText.words(title, limit: 300)))
    source += "<a href=\"\(Self.escaped(ShownText.lines(address)))\" title=\"\(title)\">"
    append(text)
    source += "</a>"
  }

  private static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
