import CPullToRefreshShim

extension WidgetConvertible {
  /// Sets the accessible name, which a screen reader speaks.
  package func setAccessibleLabel(_ label: String) {
    tideline_accessible_set_label(asWidget, ShownText.line(label))
  }

  /// Sets the accessible description, which a screen reader speaks after the name.
  package func setAccessibleDescription(_ description: String) {
    tideline_accessible_set_description(asWidget, ShownText.line(description))
  }

  /// Tells a screen reader whether the content is being updated.
  package func setAccessibleBusy(_ isBusy: Bool) {
    tideline_accessible_set_busy(asWidget, isBusy)
  }

  /// Speaks a text after the screen reader's present words, without moving the focus.
  ///
  /// GTK 4.14 and newer have a function for it, which is looked up at run time. With older versions
  /// nothing is spoken; the user finds the text in a widget with the role `status`.
  ///
  /// - Returns: whether GTK has the function.
  @discardableResult
  package func announce(_ text: String) -> Bool {
    tideline_accessible_announce(asWidget, ShownText.line(text))
  }
}
