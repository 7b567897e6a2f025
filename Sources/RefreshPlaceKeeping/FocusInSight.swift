import PullToRefreshGtk
import RefreshScrolling

extension ScrolledWindow {
  /// Gives the keyboard focus to the wholly visible widget nearest to an edge, so that nothing
  /// scrolls; if there is none, to a text view, or else to the scrolled window.
  package func takeFocusInSight(nearest edge: AxisEdge, along axis: ListAxis) {
    guard let child else { return takeFocus() }
    var places: [(widget: Widget, start: Double, end: Double)] = []
    let page = axis.length(of: child)
    func look(at parent: Widget) {
      for widget in parent.children where widget.isShownByParent {
        guard let start = axis.start(of: widget, in: child) else { continue }
        let end = start + axis.length(of: widget)
        guard start < page, end > 0 else { continue }
        // Leaves out scrollable widgets: the list in a column view would pass the focus to a row of
        // its choice.
        if widget.isFocusable, !widget.isScrollable, start >= 0, end <= page {
          places.append((widget, start, end))
        }
        look(at: widget)
      }
    }
    look(at: child)
    places.sort { edge == .start ? $0.start < $1.start : $0.end > $1.end }
    let isTaken = places.contains { $0.widget.grabFocus() }
    if !isTaken, child.asTextView?.grabFocus() != true { takeFocus() }
  }
}
