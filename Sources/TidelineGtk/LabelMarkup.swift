import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

extension Label {
  /// Shows markup. The desktop opens a link in it when the user asks for it.
  public func setMarkup(_ markup: Markup) { gtk_label_set_markup(self, markup.source) }

  /// Calls when a link is activated, by pointer or keyboard.
  ///
  /// - Parameter handler: receives the address; returns whether it has handled the link itself.
  @discardableResult
  public func onLink(_ handler: @escaping (_ address: String) -> Bool) -> SignalConnection {
    typealias Handler = (String) -> Bool
    let id = tideline_connect_activate_link(self, target(owning: Closure<Handler>(handler))) {
      context,
      address in
      let address = String(cString: address)
      return MainActor.assumeIsolated { Closure<Handler>.from(context)(address) }
    }
    return SignalConnection(self, id)
  }
}

extension WidgetConvertible {
  /// Sets the smallest width, that of `Label.wrapAnywhere()`, for all wrapping labels inside
  /// another library's widget, because their text comes from outside.
  public func keepLabelsWide() { tideline_set_label_width(asWidget, leastLabelChars) }
}
