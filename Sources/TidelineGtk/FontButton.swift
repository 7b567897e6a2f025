import CTidelineShim
import PullToRefreshGtk

extension FontButton: WidgetConvertible {
  /// The shown font in Pango's notation, such as `Cantarell Bold 13`.
  public var font: String {
    get {
      guard let text = tideline_font_button_get(self) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { tideline_font_button_set(self, newValue) }
  }

  /// Calls `handler` when the user has chosen a font.
  public func onChoice(_ handler: @escaping () -> Void) { connect("font-set", handler) }
}

extension FontButton {
  /// The size in a font's description, in points, or in px if the description has px; 0 if it has
  /// no size.
  public static func size(of font: String) -> Double { tideline_font_size(font) }
}
