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
  private let scrolledWindow: Unowned<ScrolledWindow>
  private var connections: [SignalConnection] = []
  private let report: (DeviceEvent) -> Void
  /// Kept alive, since it may be exchanged while it is still connected.
  private var adjustment: Adjustment
  private var adjustmentConnections: [SignalConnection] = []
  private(set) var isTouching = false
  private var isScrollPending = false

  /// - Parameter report: is given each event, before GTK acts on it.
  init(
    of scrolledWindow: ScrolledWindow,
    in container: Overlay,
    report: @escaping (DeviceEvent) -> Void
  ) {
    self.container = Unowned(container)
    self.report = report
    self.scrolledWindow = Unowned(scrolledWindow)
    adjustment = scrolledWindow.verticalAdjustment
    // The adjustment and the scrolled window outlive this observer when it is detached.
    connections = [
      scrolledWindow.onEdgeOvershot { edge in
        switch edge {
        case .top: report(.overshot(.top))
        case .bottom: report(.overshot(.bottom))
        default: break
        }
      },
      scrolledWindow.connect("notify::vadjustment") { [weak self] in self?.observeAdjustment() },
    ]
    observeAdjustment()
    observeScrolling()
    observeTouch()
    container.add(scroll)
    container.add(drag)
  }

  /// Ends the observation and takes the controllers away.
  func stop() {
    disconnect()
    container.object.remove(scroll)
    container.object.remove(drag)
  }

  /// The same, where the container is gone already.
  func disconnect() {
    for connection in connections + adjustmentConnections { connection.disconnect() }
  }

  /// Where the content stands now.
  var position: ScrollPosition { ScrollPosition(adjustment) }

  private func observeAdjustment() {
    for connection in adjustmentConnections { connection.disconnect() }
    adjustment = scrolledWindow.object.verticalAdjustment
    let scrolled = { [weak self] in self?.reportScrolledSoon() ?? () }
    adjustmentConnections = ["value-changed", "changed"].map { adjustment.connect($0, scrolled) }
    reportScrolledSoon()
  }

  /// A list view moves its adjustment while it is laid out, when no widget may be changed. So the
  /// word comes before the next frame.
  private func reportScrolledSoon() {
    guard !isScrollPending else { return }
    isScrollPending = true
    container.object.addTickCallback { [weak self] _ in
      guard let self else { return false }
      isScrollPending = false
      report(.scrolled(to: position))
      return false
    }
  }

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
      touch(.touchBegan(at: position))
    }
    drag.onDrag(.update) { [weak self] _, dy in
      guard let self else { return }
      touch(.touchMoved(dy: dy, at: position))
    }
    drag.onDrag(.end) { [weak self] _, _ in self?.touch(.touchEnded) }
    drag.connect("cancel") { [weak self] in self?.touch(.touchCancelled) }
  }

  /// What a finger does, from the gesture.
  func touch(_ event: DeviceEvent) {
    switch event {
    case .touchBegan:
      isTouching = true
    case .touchEnded, .touchCancelled:
      // A cancelled gesture says so and then ends: the first word counts.
      guard isTouching else { return }
      isTouching = false
    default: break
    }
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
