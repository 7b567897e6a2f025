import PullToRefreshGtk
import RefreshScrolling

/// Observes the scroll position of a scrolled window.
///
/// A list view moves its adjustment during its layout, when no widget may be changed, so the
/// position is reported before the next frame. The frame may come late, so the report has the time
/// of the movement: the content's rest at an edge begins with the movement.
package final class ContentObserver {
  private let container: Unowned<Widget>
  private let scrolledWindow: Unowned<ScrolledWindow>
  private let axis: () -> ListAxis
  private let now: () -> Duration
  private let report: (ScrollPosition, Duration) -> Void
  /// The observed adjustment, kept alive while connected: the scrolled window may replace it.
  private var adjustment: Adjustment
  private var connections: [SignalConnection] = []
  private var exchanges: [SignalConnection] = []
  /// The time of the last movement, until it is reported.
  private var moved: Duration?
  private var isFrameAwaited = false

  /// The report is made in a frame of the container, with the movement's time on the list's clock.
  package init(
    of scrolledWindow: ScrolledWindow,
    in container: Widget,
    along axis: @escaping () -> ListAxis,
    now: @escaping () -> Duration,
    report: @escaping (ScrollPosition, Duration) -> Void
  ) {
    self.container = Unowned(container)
    self.scrolledWindow = Unowned(scrolledWindow)
    self.axis = axis
    self.now = now
    self.report = report
    adjustment = axis().adjustment(of: scrolledWindow)
    exchanges = ["notify::vadjustment", "notify::hadjustment"].map {
      scrolledWindow.connect($0) { [weak self] in self?.observe() }
    }
    observe()
  }

  package func disconnect() {
    for connection in exchanges + connections { connection.disconnect() }
    moved = nil
  }

  package var position: ScrollPosition { axis().position(in: adjustment) }

  /// Reports a pending movement without waiting for its frame, so that it precedes a later event.
  package func reportNow() {
    guard let moved else { return }
    self.moved = nil
    report(position, moved)
  }

  package func observe() {
    for connection in connections { connection.disconnect() }
    adjustment = axis().adjustment(of: scrolledWindow.object)
    let scrolled = { [weak self] in self?.reportSoon() ?? () }
    connections = ["value-changed", "changed"].map { adjustment.connect($0, scrolled) }
    reportSoon()
  }

  private func reportSoon() {
    moved = now()
    guard !isFrameAwaited else { return }
    isFrameAwaited = true
    container.object.addTickCallback { [weak self] _ in
      self?.isFrameAwaited = false
      self?.reportNow()
      return false
    }
  }
}
