import CPullToRefreshGtk
import PullToRefreshGtk

/// Measures the time of every frame, between the frame clock's `before-paint` and `after-paint`.
final class FrameMeter {
  /// The times of a frame, in nanoseconds.
  private struct Frame {
    /// Ticks, layout and drawing, in processor time and in elapsed time.
    var cpu, wall: Int
    /// The processor time since the frame before, which includes the handling of input.
    var turn: Int
    /// The elapsed time since the frame before.
    var interval: Int
  }

  /// Called after each frame.
  var painted: () -> Void = {}

  private var frames: [Frame] = []
  private var began = (cpu: 0, wall: 0)
  private var last = (cpu: 0, wall: 0)

  /// - Parameter widget: a realized widget, which has a frame clock.
  init(of widget: some WidgetConvertible) {
    guard let clock = gtk_widget_get_frame_clock(widget.asWidget) else { return }
    let object = unsafeBitCast(clock, to: Object.self)
    object.connect("before-paint") { [unowned self] in began = (Clock.cpu, Clock.wall) }
    object.connect("after-paint") { [unowned self] in
      ended(cpu: Clock.cpu, wall: Clock.wall)
      painted()
    }
  }

  func reset() {
    frames.removeAll(keepingCapacity: true)
    last = (Clock.cpu, Clock.wall)
  }

  /// The frames since the reset, as JSON. The first frame's turn and interval began with the reset.
  var report: String {
    let columns: [(String, KeyPath<Frame, Int>)] = [
      ("cpu", \.cpu), ("wall", \.wall), ("turn", \.turn), ("interval", \.interval),
    ]
    let parts = columns.map { name, path in "\"\(name)\": \(frames.map { $0[keyPath: path] })" }
    return "{\(parts.joined(separator: ", "))}"
  }

  private func ended(cpu: Int, wall: Int) {
    defer { last = (cpu, wall) }
    frames.append(
      Frame(
        cpu: cpu - began.cpu,
        wall: wall - began.wall,
        turn: cpu - last.cpu,
        interval: wall - last.wall
      )
    )
  }
}
