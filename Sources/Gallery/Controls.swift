import TidelineGtk

/// Lays out the switches and buttons of a page.
enum Controls {
  /// A widget with a label before it.
  static func labelled(_ text: String, _ widget: some WidgetConvertible) -> Widget {
    let both = Box(.horizontal, spacing: 6)
    both.append(Label(text))
    widget.setAlign(vertical: .center)
    both.append(widget)
    return both.asWidget
  }

  /// A box with controls in a line, and the list below.
  static func above(_ list: ScrolledWindow, _ controls: any WidgetConvertible...) -> Box {
    above(list, controls)
  }

  static func above(_ list: ScrolledWindow, _ controls: [any WidgetConvertible]) -> Box {
    fill(Box(.vertical, spacing: 0), controls, list)
  }

  /// Fills an existing box in the same way.
  static func fill(
    _ page: Box,
    _ controls: [any WidgetConvertible],
    _ list: ScrolledWindow
  ) -> Box {
    let line = Box(.horizontal, spacing: 12)
    line.addStyleClass("controls")
    for control in controls { line.append(control.asWidget) }
    page.append(line)
    page.append(list)
    return page
  }
}
