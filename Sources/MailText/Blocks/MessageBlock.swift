/// A block of text in the layout that a message's writer chose: a paragraph, a heading, a list.
///
/// Blocks keep only the structure. Colors, fonts and sizes are the reader's own, and text that the
/// HTML page hides is left out.
public indirect enum MessageBlock: Sendable, Hashable {
  case paragraph(StyledText)
  /// - level: 1 for the largest, up to 6.
  case heading(level: Int, StyledText)
  /// A text that keeps its spaces and columns, in a monospace font.
  case preformatted(StyledText)
  /// An indented block, or one level of quoted text.
  case quote([MessageBlock])
  case list([ListItem])
  /// Rows of cells. A table that is only layout becomes text in reading order.
  case table([[TableCell]])
  case picture(MessagePicture)
  case rule
}

/// An item of a list.
public struct ListItem: Sendable, Hashable {
  /// The item's number or letter with a dot, or a bullet.
  public var mark: String
  public var blocks: [MessageBlock]

  public init(mark: String, blocks: [MessageBlock]) { (self.mark, self.blocks) = (mark, blocks) }
}

/// A cell of a table.
public struct TableCell: Sendable, Hashable {
  /// Whether the cell is the header of its column or row.
  public var isHeader = false
  /// The number of columns that the cell takes, from 1 to ``spanLimit``.
  public var columns = 1
  /// The number of rows that the cell takes, from 1 to ``spanLimit``. The table may end earlier.
  public var rows = 1
  /// The content; may be empty.
  public var blocks: [MessageBlock]

  /// The limit of columns and rows that a cell takes.
  public static let spanLimit = 100
}

/// A picture of a message, at its position in the text.
public struct MessagePicture: Sendable, Hashable {
  /// The picture's index in ``ReadMessage/pictures``.
  public var index: Int
  /// The HTML page's alternative text, on one line; may be empty.
  public var alternative: String
  /// The target of the link around the picture.
  public var link: String?
}

/// The text of one block, with its styles and links.
public struct StyledText: Sendable, Hashable {
  /// The text. Its only control characters are tabs and line feeds; a line feed is a line break.
  public var text: String
  /// The parts that have a style or are a link, in order, not overlapping. Addresses in plain text
  /// are not marked as links.
  public var runs: [StyleRun] = []

  public init(_ text: String, runs: [StyleRun] = []) { (self.text, self.runs) = (text, runs) }

  /// Creates a text that has one style and one link throughout.
  init(_ text: String, _ style: TextStyle, link: String?) {
    self.text = text
    guard !text.isEmpty, !style.isEmpty || link != nil else { return }
    runs = [StyleRun(range: 0..<text.utf8.count, style: style, link: link)]
  }
}

/// A part of a text that has a style or is a link.
public struct StyleRun: Sendable, Hashable {
  /// The range in bytes of the text's UTF-8, at the bounds of characters. Not empty.
  public var range: Range<Int>
  public var style: TextStyle = []
  /// The target of a link: `http`, `https`, or `mailto` with only the fields of a ``MailLink``.
  public var link: String?
}

/// The style of letters.
public struct TextStyle: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = TextStyle(rawValue: 1)
  public static let italic = TextStyle(rawValue: 2)
  public static let underline = TextStyle(rawValue: 4)
  public static let strikethrough = TextStyle(rawValue: 8)
  /// A monospace font.
  public static let code = TextStyle(rawValue: 16)
  public static let superscript = TextStyle(rawValue: 32)
  public static let `subscript` = TextStyle(rawValue: 64)
}

extension [MessageBlock] {
  /// Splits a text without markup into its paragraphs, which blank lines separate.
  init(paragraphsOf text: String) {
    self = text.split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.allSatisfy(\.isWhitespace) }
      .map { .paragraph(StyledText($0.joined(separator: "\n"))) }
  }
}
