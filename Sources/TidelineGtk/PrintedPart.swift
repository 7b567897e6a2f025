import PullToRefreshGtk

/// A part of a printed document, below the part before it.
public struct PrintedPart {
  package enum Content {
    case text(Markup, font: String)
    case picture(Paintable)
    case rule
    case row([PrintedCell])
  }

  package let content: Content
  /// The indent from the left, or from the right if ``isFromRight``, in points.
  public var indent = 0.0
  /// The distances of the quote bars from the side of ``indent``, in points.
  public var bars: [Double] = []
  /// A bullet or number before the first line.
  public var mark = ""
  /// The space above the part, in points.
  public var gap = 8.0
  /// The gray of the text: 0 for black, up to 1 for white.
  public var gray = 0.0
  /// Whether the part must be on the same page as the beginning of the next part.
  public var keepsWithNext = false
  /// Whether the part is laid out from the right.
  public var isFromRight = false

  private init(_ content: Content) { self.content = content }

  /// Text of any number of lines, each aligned by its own direction. Write links as plain text.
  public static func text(_ text: Markup, font: String = "Sans 10") -> PrintedPart {
    PrintedPart(.text(text, font: font))
  }

  public static func text(_ text: String, font: String = "Sans 10") -> PrintedPart {
    PrintedPart.text(Markup(text), font: font)
  }

  /// A picture, scaled down if it is larger than the page.
  public static func picture(_ picture: Paintable) -> PrintedPart { PrintedPart(.picture(picture)) }

  /// A horizontal rule across the page.
  public static var rule: PrintedPart { PrintedPart(.rule) }

  /// A row of a table, with a rule below. A row that is higher than a page is divided: its cells
  /// are printed one below the other.
  public static func row(_ cells: [PrintedCell]) -> PrintedPart { PrintedPart(.row(cells)) }
}

/// A cell of a printed table.
public struct PrintedCell {
  let start: Double
  let width: Double
  let parts: [PrintedPart]

  /// - Parameters:
  ///   - start: the distance from the row's start, as a fraction of the row's width, 0…1.
  ///   - width: the width, as a fraction of the row's width, 0…1.
  ///   - parts: the content, without rows.
  public init(start: Double, width: Double, parts: [PrintedPart]) {
    (self.start, self.width, self.parts) = (start, width, parts)
  }
}
