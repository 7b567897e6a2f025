import PullToRefreshGtk
import RefreshCore

extension ScrolledWindow {
  /// Gives the keyboard's focus to a widget in sight, so that nothing scrolls; if there is none, to
  /// the scrolled window.
  ///
  /// - Parameters:
  ///   - edge: the widget nearest to this edge is preferred.
  ///   - axis: the axis along which the list pulls.
  func takeFocusInSight(nearest edge: AxisEdge, along axis: ListAxis) {
    guard let child else { return takeFocus() }
    let places = child.focusPlaces(in: child, along: axis)
    let sorted = places.sorted {
      edge == .start ? $0.start < $1.start : $0.start + $0.length > $1.start + $1.length
    }
    let isTaken = sorted.contains { $0.widget.grabFocus() }
    if !isTaken, child.asTextView?.grabFocus() != true { takeFocus() }
  }
}

private struct FocusPlace {
  let widget: Widget
  /// The distance from the viewport's start, in px.
  let start: Double
  let length: Double
}

extension Widget {
  /// The widgets inside this one that can take the focus and are wholly in sight.
  fileprivate func focusPlaces(in viewport: Widget, along axis: ListAxis) -> [FocusPlace] {
    var places: [FocusPlace] = []
    let page = axis.length(of: viewport)
    for child in children where child.isShownByParent {
      guard let start = axis.start(of: child, in: viewport) else { continue }
      let length = axis.length(of: child)
      guard start < page, start + length > 0 else { continue }
      // Leaves out scrollable widgets: the list in a column view would pass the focus to a row of
      // its choice.
      if child.isFocusable, !child.isScrollable, start >= 0, start + length <= page {
        places.append(FocusPlace(widget: child, start: start, length: length))
      }
      places += child.focusPlaces(in: viewport, along: axis)
    }
    return places
  }
}
