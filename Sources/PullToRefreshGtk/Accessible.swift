import CPullToRefreshShim

extension WidgetConvertible {
  /// The name that a screen reader speaks.
  package func setAccessibleLabel(_ label: String) {
    tideline_accessible_set_label(asWidget, ShownText.line(label))
  }

  /// What a screen reader adds to the name.
  package func setAccessibleDescription(_ description: String) {
    tideline_accessible_set_description(asWidget, ShownText.line(description))
  }

  /// Tells a screen reader that the content is being brought up to date.
  package func setAccessibleBusy(_ isBusy: Bool) {
    tideline_accessible_set_busy(asWidget, isBusy)
  }

  /// Tells a screen reader whether what the widget opens and closes is open.
  package func setAccessibleExpanded(_ isExpanded: Bool) {
    tideline_accessible_set_expanded(asWidget, isExpanded)
  }

  /// Speaks a text after what the screen reader is saying, without moving the focus.
  ///
  /// GTK 4.14 and newer have a call for it, which is looked up at run time. On older ones nothing
  /// is spoken, and a widget of the role `status` stands in for it: a user finds it by looking.
  ///
  /// - Returns: whether GTK can.
  @discardableResult
  package func announce(_ text: String) -> Bool {
    tideline_accessible_announce(asWidget, ShownText.line(text))
  }
}
