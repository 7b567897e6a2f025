import PullToRefreshGtk

/// The colours of one row that replace the theme's.
///
/// GTK has style sheets only for a whole display, so each row has its own class.
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

  /// - Parameters: nil for the theme's colour.
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
    // Colours set on the controller override the application's style sheet.
    provider.addToDefaultDisplay(priority: .row)
    self.provider = provider
  }
}
