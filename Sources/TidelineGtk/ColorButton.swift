import CTidelineShim
import PullToRefreshGtk

extension ColorButton: WidgetConvertible {
  /// The shown color in CSS notation, such as `rgb(0,128,255)`. A text that is no color is
  /// ignored.
  public var css: String {
    get {
      guard let text = tideline_color_button_get(self) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { tideline_color_button_set(self, newValue) }
  }

  /// Calls `handler` when the user has chosen a color.
  public func onChoice(_ handler: @escaping () -> Void) { connect("color-set", handler) }
}
