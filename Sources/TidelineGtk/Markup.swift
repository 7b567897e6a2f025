import CPullToRefreshGtk
import PullToRefreshGtk

/// Pango's markup, for the widgets that read it. It consists only of text, its styles and links:
/// anything in a text that looks like markup is shown as text.
public nonisolated struct Markup: Equatable, Sendable {
  /// The markup in Pango's syntax.
  public private(set) var source = ""
  public private(set) var links: [Link] = []
  /// The length of the text without its markup, in bytes.
  private var length = 0

  public struct Link: Equatable, Sendable {
    /// The link's range, in bytes of the text.
    public let range: Range<Int>
    public let text: String
    /// The address that the link opens.
    public let address: String
    /// The link's target in words, for a screen reader.
    public let title: String
    /// The part of the text that an ellipsis replaces, in bytes of the text; nil for none.
    public let hidden: Range<Int>?
  }

  /// Styles of text.
  public struct Tags: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let bold = Tags(rawValue: 1)
    public static let italic = Tags(rawValue: 2)
    public static let underline = Tags(rawValue: 4)
    public static let strikethrough = Tags(rawValue: 8)
    public static let monospace = Tags(rawValue: 16)
    public static let superscript = Tags(rawValue: 32)
    public static let `subscript` = Tags(rawValue: 64)

    /// The names of the tags, in the order of their values.
    fileprivate var names: [String] {
      ["b", "i", "u", "s", "tt", "sup", "sub"].enumerated()
        .filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
    }
  }

  public init(_ text: String = "") { append(text) }

  /// Appends plain text, prepared by ``ShownText``.
  public mutating func append(_ text: some StringProtocol, _ tags: Tags = []) {
    guard !text.isEmpty else { return }
    for name in tags.names { source += "<\(name)>" }
    let shown = ShownText.lines(String(text))
    source += Self.escaped(shown)
    length += shown.utf8.count
    for name in tags.names.reversed() { source += "</\(name)>" }
  }

  /// Appends a link.
  ///
  /// - Parameters:
  ///   - text: the visible text.
  ///   - address: the address that the desktop opens when the user follows the link.
  ///   - title: the tooltip, shown while the pointer rests on the link.
  ///   - tags: the styles of the text.
  ///   - hidden: the part that an ellipsis replaces: 3 bytes or more of the visible text, which is
  ///     ASCII.
  public mutating func append(
    link text: some StringProtocol,
    to address: String,
    title: String,
    _ tags: Tags = [],
    hiding hidden: Range<Int>? = nil
  ) {
    let address = ShownText.lines(address)
    // Escapes the title twice: it is markup, and in an attribute.
    let shownTitle = Self.escaped(Self.escaped(ShownText.words(title, limit: 300)))
    source += "<a href=\"\(Self.escaped(address))\" title=\"\(shownTitle)\">"
    let start = length
    append(text, tags)
    source += "</a>"
    links.append(
      Link(
        range: start..<length,
        text: String(text),
        address: address,
        title: title,
        hidden: hidden.map { start + $0.lowerBound..<start + $0.upperBound }
      )
    )
  }

  static func escaped(_ text: String) -> String {
    String(taking: g_markup_escape_text(text, -1)) ?? ""
  }
}
