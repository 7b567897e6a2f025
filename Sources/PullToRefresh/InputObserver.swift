import Gtk
import RefreshCore

/// Watches what the devices do over a scrolled window, and claims nothing of it.
///
/// The controllers sit on the container, in the capture phase: there they see every event, also
/// while GTK's own gestures on the scrolled window own the sequence.
final class InputObserver {
  private let container: Unowned<Overlay>
  private let scroll = EventControllerScroll.vertical()
  private let drag = GestureDrag()
  private let connections: [SignalConnection]
  private let report: (DeviceEvent) -> Void
  private let adjustment: Adjustment
  private(set) var isTouching = false

  /// - Parameter report: is given each event, before GTK acts on it.
  init(
    of scrolledWindow: ScrolledWindow,
    in container: Overlay,
    report: @escaping (DeviceEvent) -> Void
  ) {
    self.container = Unowned(container)
    self.report = report
    let adjustment = scrolledWindow.verticalAdjustment
    self.adjustment = adjustment
    // The adjustment owns the closure, so the closure must not own the adjustment.
    let emitter = Unowned(adjustment)
    let scrolled = { report(.scrolled(to: ScrollPosition(emitter.object))) }
    // The adjustment and the scrolled window outlive this observer when it is detached.
    connections = [
      scrolledWindow.onEdgeOvershot { edge in
        switch edge {
        case .top: report(.overshot(.top))
        case .bottom: report(.overshot(.bottom))
        default: break
        }
      },
      adjustment.connect("value-changed", scrolled),
      adjustment.connect("changed", scrolled),
    ]
    observeScrolling()
    observeTouch()
    container.add(scroll)
    container.add(drag)
  }

  /// Ends the observation and takes the controllers away.
  func stop() {
    for connection in connections { connection.disconnect() }
    container.object.remove(scroll)
    container.object.remove(drag)
  }

  /// Where the content stands now.
  var position: ScrollPosition { ScrollPosition(adjustment) }

  private func observeScrolling() {
    scroll.propagationPhase = .capture
    scroll.onScroll { [weak self] _, dy in
      guard let self, dy != 0 else { return false }
      switch scroll.currentDevice {
      case .wheel: report(.wheelScrolled(notches: dy, at: position))
      case .touchpad: report(.touchpadScrolled(dy: dy, at: position))
      }
      return false
    }
    scroll.connect("scroll-end") { [weak self] in self?.report(.touchpadStopped) }
  }

  private func observeTouch() {
    drag.isTouchOnly = true
    drag.propagationPhase = .capture
    drag.onDrag(.begin) { [weak self] _, _ in
      guard let self else { return }
      isTouching = true
      report(.touchBegan(at: position))
    }
    drag.onDrag(.update) { [weak self] _, dy in
      guard let self else { return }
      report(.touchMoved(dy: dy, at: position))
    }
    drag.onDrag(.end) { [weak self] _, _ in self?.touchOver(.touchEnded) }
    drag.connect("cancel") { [weak self] in self?.touchOver(.touchCancelled) }
  }

  /// A cancelled gesture says so and then ends: the first word counts.
  private func touchOver(_ event: DeviceEvent) {
    guard isTouching else { return }
    isTouching = false
    report(event)
  }
}

extension ScrollPosition {
  init(_ adjustment: Adjustment) {
    let value = adjustment.value
    self.init(
      distanceToTop: value - adjustment.lower,
      distanceToBottom: adjustment.upper - adjustment.pageSize - value,
      page: adjustment.pageSize
    )
  }
}
