import PullToRefreshGtk

/// A part of what is printed, below the one before.
public struct PrintedPart {
  package enum Content {
    case text(Markup, font: String)
    case picture(Paintable)
    case rule
    case row([PrintedCell])
  }

  package let content: Content
  /// From the side where the part begins, in points.
  public var indent = 0.0
  /// Where the bars of quotes stand, from the same side, in points.
  public var bars: [Double] = []
  /// A bullet or number before the first line.
  public var mark = ""
  /// The room above, in points.
  public var gap = 8.0
  /// 0 for black, up to 1 for white.
  public var gray = 0.0
  /// Whether it never stands alone at the end of a page.
  public var keepsWithNext = false
  /// Whether it begins at the right side.
  public var isFromRight = false

  private init(_ content: Content) { self.content = content }

  /// Text of any number of lines, each from the side from which it is read. Links are text.
  public static func text(_ text: Markup, font: String = "Sans 10") -> PrintedPart {
    PrintedPart(.text(text, font: font))
  }

  public static func text(_ text: String, font: String = "Sans 10") -> PrintedPart {
    PrintedPart.text(Markup(text), font: font)
  }

  /// A picture, made smaller where the page is.
  public static func picture(_ picture: Paintable) -> PrintedPart { PrintedPart(.picture(picture)) }

  /// A line across the page.
  public static var rule: PrintedPart { PrintedPart(.rule) }

  /// A row of a table, with a line below. It is on one page, unless it is higher than a page; then
  /// its cells stand below each other.
  public static func row(_ cells: [PrintedCell]) -> PrintedPart { PrintedPart(.row(cells)) }
}

/// A cell of a printed table.
public struct PrintedCell {
  let start: Double
  let width: Double
  let parts: [PrintedPart]

  /// - Parameters:
  ///   - start: where it begins, as a part of the row's width, from 0 to 1.
  ///   - width: how wide it is, as a part of the row's width.
  ///   - parts: the content, without rows.
  public init(start: Double, width: Double, parts: [PrintedPart]) {
    (self.start, self.width, self.parts) = (start, width, parts)
  }
}
