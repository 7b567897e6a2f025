import CGtkShim

extension WidgetConvertible {
  /// The name that a screen reader speaks.
  public func setAccessibleLabel(_ label: String) {
    tideline_accessible_set_label(asWidget, ShownText.line(label))
  }

  /// What a screen reader adds to the name.
  public func setAccessibleDescription(_ description: String) {
    tideline_accessible_set_description(asWidget, ShownText.line(description))
  }

  /// Tells a screen reader that the content is being brought up to date.
  public func setAccessibleBusy(_ isBusy: Bool) {
    tideline_accessible_set_busy(asWidget, isBusy)
  }

  /// Tells a screen reader whether what the widget opens and closes is open.
  public func setAccessibleExpanded(_ isExpanded: Bool) {
    tideline_accessible_set_expanded(asWidget, isExpanded)
  }

  /// Speaks a text, without moving the focus.
  ///
  /// - Returns: whether GTK can: 4.14 and newer. On older ones nothing is spoken.
  @discardableResult
  public func announce(_ text: String) -> Bool {
    tideline_accessible_announce(asWidget, ShownText.line(text))
  }
}
