import PullToRefreshGtk
import RefreshCore

extension ScrolledWindow {
  /// Gives the keyboard's focus to what takes it in sight, so that nothing scrolls; otherwise to
  /// the scrolled window.
  ///
  /// - Parameters:
  ///   - edge: the nearest to it comes first.
  ///   - axis: along which the list pulls.
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
  /// From the viewport's start, in px.
  let start: Double
  let length: Double
}

extension Widget {
  /// What takes the focus inside of the widget, and is wholly in sight.
  fileprivate func focusPlaces(in viewport: Widget, along axis: ListAxis) -> [FocusPlace] {
    var places: [FocusPlace] = []
    let page = axis.length(of: viewport)
    for child in children where child.isShownByParent {
      guard let start = axis.start(of: child, in: viewport) else { continue }
      let length = axis.length(of: child)
      guard start < page, start + length > 0 else { continue }
      // The list in a column view takes the focus for a row of its own choice.
      if child.isFocusable, !child.isScrollable, start >= 0, start + length <= page {
        places.append(FocusPlace(widget: child, start: start, length: length))
      }
      places += child.focusPlaces(in: viewport, along: axis)
    }
    return places
  }
}
