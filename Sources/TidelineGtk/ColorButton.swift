import CTidelineShim
import PullToRefreshGtk

extension ColorButton: WidgetConvertible {
  /// The shown colour as CSS writes it, such as `rgb(0,128,255)`. What is no colour is not taken.
  public var css: String {
    get {
      guard let text = tideline_color_button_get(self) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { tideline_color_button_set(self, newValue) }
  }

  /// Calls when the user has chosen.
  public func onChoice(_ handler: @escaping () -> Void) { connect("color-set", handler) }
}
