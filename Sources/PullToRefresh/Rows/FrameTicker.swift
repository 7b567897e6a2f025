import PullToRefreshGtk

/// Calls a closure before each frame, but only while frames are needed and the widget is mapped: a
/// frame clock that keeps running wakes the processor even if nothing changes.
final class FrameTicker {
  /// Whether frames are needed. ``elapsed`` starts at zero each time this becomes true.
  var isWanted = false {
    didSet {
      guard isWanted != oldValue else { return }
      elapsed = .zero
      begin = nil
      start()
    }
  }

  /// The frame clock's time since the first frame after ``isWanted`` became true.
  private(set) var elapsed = Duration.zero
  private(set) var isTicking = false

  private let widget: Unowned<Widget>
  private let step: () -> Void
  private var begin: Duration?

  /// - Parameters:
  ///   - widget: must live as long as the ticker.
  ///   - step: must not keep the widget alive.
  init(on widget: some WidgetConvertible, _ step: @escaping () -> Void) {
    self.widget = Unowned(widget.asWidget)
    self.step = step
    widget.connect("map") { [weak self] in self?.start() }
  }

  private func start() {
    guard isWanted, !isTicking, widget.object.isMapped else { return }
    isTicking = true
    widget.object.addTickCallback { [weak self] time in self?.tick(time) ?? false }
  }

  private func tick(_ time: Duration) -> Bool {
    guard isWanted, widget.object.isMapped else {
      isTicking = false
      return false
    }
    let begin = begin ?? time
    self.begin = begin
    elapsed = time - begin
    step()
    return true
  }
}
