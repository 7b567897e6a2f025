import CPullToRefreshShim

/// The way to the keyboard's focus, noted before a change that may remove the widget that has it.
///
/// ```swift
/// let focus = FocusPath(in: list)
/// model.remove(at: 3)
/// focus?.restore()
/// ```
///
/// Otherwise GTK would move the focus on after the next frame, as the Tab key does from outside. A
/// list view, grid view or column view of GTK 4.12 or newer then focuses its first row, and
/// scrolls there; an older one focuses the row that has taken the place.
package struct FocusPath {
  /// From the focused widget up to the one that it is looked for in.
  private let widgets: [Widget]

  /// - Returns: nil where the focus is not on the widget, and not inside.
  package init?(in widget: some WidgetConvertible) {
    guard let focus = widget.focus else { return nil }
    widgets = Array(
      sequence(first: focus) { $0.pointer == widget.pointer ? nil : $0.parent }
    )
  }

  /// Whether the focused widget has been removed, and no other one has the focus since.
  package var isLost: Bool { widgets.last.map { tideline_focus_is_lost($0) } ?? false }

  /// Gives the focus, where it is lost, to the nearest widget around that is still there. A list
  /// view gives it to the row that has taken the place, and does not scroll.
  package func restore() {
    guard isLost, let container = widgets.last else { return }
    _ = widgets.contains { $0.isInside(container) && $0.grabFocus() }
  }
}
