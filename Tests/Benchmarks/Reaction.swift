import CPullToRefreshGtk
import PullToRefresh
import PullToRefreshGtk

/// Counts the frames from the first event that pulls until the header row is visible. The movement
/// of a finger within the slop, on the screen or on a touchpad, does not pull.
///
/// Observes the events by its own controllers on the window, and the position of the row.
final class Reaction {
  private static let metrics = PullMetrics()

  private let window: Window
  private let drag = GestureDrag()
  private let scroll = EventControllerScroll.bothAxes()
  private var row: Widget?
  /// The distance that a touchpad has pulled, in px of the content.
  private var distance = 0.0
  /// Whether the first event that pulls is still awaited.
  private(set) var isWatching = false
  private var frames: Int?
  /// The counted frames; 1 if the next frame already showed the row.
  private(set) var result: Int?

  init(in window: Window) {
    self.window = window
    drag.isTouchOnly = true
    drag.propagationPhase = .capture
    scroll.propagationPhase = .capture
    drag.onDrag(.update) { [unowned self] _, dy in
      if dy > Self.metrics.startSlop { pulled() }
    }
    scroll.onScroll { [unowned self] _, dy in
      distance -= dy * Self.metrics.touchpadFactor
      if scroll.currentDevice == .wheel ? dy < 0 : distance > Self.metrics.startSlop { pulled() }
      return false
    }
    window.add(drag)
    window.add(scroll)
  }

  /// - Parameter page: the box with the header row.
  func watch(_ page: Box) {
    row = row ?? Self.header(below: page.asWidget)
    isWatching = true
    (distance, frames, result) = (0, nil, nil)
  }

  /// Called after each frame.
  func painted() {
    guard let count = frames, let row else { return }
    frames = count + 1
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(row, window.asWidget, 0, 0, &x, &y)
    guard row.isMapped, y + Double(row.height) > 0 else { return }
    result = count + 1
    frames = nil
  }

  private func pulled() {
    guard isWatching else { return }
    isWatching = false
    frames = 0
  }

  private static func header(below widget: Widget) -> Widget? {
    if gtk_widget_has_css_class(widget, "refresh-row") != 0,
      gtk_widget_has_css_class(widget, "header") != 0
    {
      return widget
    }
    return widget.children.lazy.compactMap(header(below:)).first
  }
}
