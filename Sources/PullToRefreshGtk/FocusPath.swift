import CPullToRefreshShim

/// The path to the keyboard's focus, noted before a change that may remove the focused widget.
///
/// ```swift
/// let focus = FocusPath(in: list)
/// model.remove(at: 3)
/// focus?.restore()
/// ```
///
/// Without this type, GTK moves the focus after the next frame, as Tab does when it enters a
/// widget. A list view, grid view or column view of GTK 4.12 or newer then focuses its first row,
/// and scrolls there. In older versions it focuses the row at the removed row's position.
package struct FocusPath {
  /// The widgets from the focused one up to the container.
  private let widgets: [Widget]

  /// - Returns: nil if the focus is neither on the widget nor inside it.
  package init?(in widget: some WidgetConvertible) {
    guard let focus = widget.focus else { return nil }
    widgets = Array(
      sequence(first: focus) { $0.pointer == widget.pointer ? nil : $0.parent }
    )
  }

  /// Whether the focused widget was removed, and no other widget has had the focus since.
  package var isLost: Bool { widgets.last.map { tideline_focus_is_lost($0) } ?? false }

  /// Gives a lost focus to the nearest remaining widget of the path. A list view focuses the row at
  /// the removed row's position, and does not scroll.
  package func restore() {
    guard isLost, let container = widgets.last else { return }
    _ = widgets.contains { $0.isInside(container) && $0.grabFocus() }
  }
}
