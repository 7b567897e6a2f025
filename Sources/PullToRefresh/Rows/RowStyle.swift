import PullToRefreshGtk

/// The rows' own style sheet. It uses the theme's colors by name, so that it fits dark, light
/// and high contrast themes. Its priority is below an application's sheet.
///
/// A row replaces GTK's overshoot glow at its edge. Both would show the same, and drawing the glow
/// again below the moving row took twice as long as the rest of the frame.
enum RowStyle {
  /// The width of the line between a row and the list, in px.
  static let borderWidth = 1
  /// The padding left and right of the content of a row at the list's left or right edge, in px.
  static let sidePadding = 6

  /// The margin around a floating row, in px: its distance from the list's edge, and the space for
  /// its shadow.
  static let floatingGap = 7

  static func install() { CssProvider.install(css) }

  private static let css = """
    box.refresh-row {
      padding: 0 12px;
      background-color: @theme_bg_color;
      color: @theme_fg_color;
    }
    box.refresh-row.at-top { border-bottom: \(borderWidth)px solid @borders; }
    box.refresh-row.at-bottom { border-top: \(borderWidth)px solid @borders; }
    box.refresh-row.at-left { border-right: \(borderWidth)px solid @borders; }
    box.refresh-row.at-right { border-left: \(borderWidth)px solid @borders; }
    box.refresh-row.at-left, box.refresh-row.at-right { padding: 12px \(sidePadding)px; }
    box.refresh-row.floating {
      margin: \(floatingGap)px;
      padding: 0 14px;
      border: none;
      border-radius: 20px;
      box-shadow: 0 1px 5px alpha(black, 0.35);
    }
    box.refresh-row.floating.at-left, box.refresh-row.floating.at-right { padding: 14px 0; }
    box.refresh-row .indicator image {
      transition: -gtk-icon-transform 150ms ease-out;
    }
    box.refresh-row .indicator image.over { -gtk-icon-transform: rotate(90deg); }
    box.refresh-row.peeking { color: alpha(@theme_fg_color, 0.55); }
    box.refresh-row .subtitle { font-size: smaller; opacity: 0.7; }
    box.refresh-row.failed .title, box.refresh-row.stuck .title { font-weight: bold; }
    .pulls-top > scrolledwindow > overshoot.top,
    .pulls-bottom > scrolledwindow > overshoot.bottom,
    .pulls-left > scrolledwindow > overshoot.left,
    .pulls-right > scrolledwindow > overshoot.right {
      background: none;
      box-shadow: none;
    }
    """
}

/// The colors of one row that replace the theme's.
///
/// The style sheet is added to the whole display, so each row has its own class. A style sheet
/// added to one widget would not apply to the labels in the row.
final class RowTint {
  private static var lastNumber = 0

  private let name: String
  private var colors: (title: Color?, indicator: Color?) = (nil, nil)
  private var provider: CssProvider?

  init(of row: some WidgetConvertible) {
    Self.lastNumber += 1
    name = "refresh-row-\(Self.lastNumber)"
    row.addStyleClass(name)
  }

  isolated deinit { provider?.removeFromDefaultDisplay() }

  /// Sets the colors; nil for the theme's color.
  func set(title: Color?, indicator: Color?) {
    guard (title, indicator) != colors else { return }
    colors = (title, indicator)
    provider?.removeFromDefaultDisplay()
    provider = nil
    let rules = [("label.title", title), ("label.subtitle", title), (".indicator", indicator)]
    let sheet = rules.compactMap { selector, color in
      color.map { "box.\(name) \(selector) { color: \($0.css); }" }
    }
    guard !sheet.isEmpty else { return }
    let provider = CssProvider(sheet.joined(separator: "\n"))
    // Colors set on the controller override the application's style sheet.
    provider.addToDefaultDisplay(priority: .row)
    self.provider = provider
  }
}
