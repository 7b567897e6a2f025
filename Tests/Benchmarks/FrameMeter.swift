import CPullToRefreshGtk
import FoundationEssentials
import Glibc
import PullToRefreshGtk
import RefreshCore

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

/// The cost of each frame for the main thread, in ms of processor time: ticks, layout and drawing,
/// and all work since the frame before. Other programs do not affect it.
final class FrameTimes {
  private var connection: SignalConnection?
  private var costs: [Double] = []
  private var last = FrameTimes.used

  init(of window: Window) {
    connection = window.frameClock?.connect("after-paint") { [unowned self] in
      let now = Self.used
      costs.append(now - last)
      last = now
    }
  }

  func end() -> [Double] {
    connection?.disconnect()
    return costs
  }

  /// The main thread's processor time so far, in ms.
  static var used: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// The memory of the process.
enum Memory {
  /// The proportional set size (PSS), in MB.
  static var now: Double {
    let lines = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("Pss:") }
    let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return kilobytes.map { $0 / 1_000 } ?? .nan
  }
}

/// The painted position of a list in each frame, found by red lines at its edges in the picture
/// that its container draws, independent of the library's own values.
final class PaintedMotion {
  private struct Frame {
    /// The frame clock's time.
    let time: Duration
    /// The distances of the list's edges from those of its container, in px; nil if out of sight.
    let ways: [Double?]
  }

  /// The style class of the lists to follow.
  static let styleClass = "followed"
  private static let lines = CssProvider(".\(styleClass) { border: 1px solid #f00; }")
  private var frames: [Frame] = []
  private var released = Duration.zero
  /// The time of the last frame that has a picture.
  private var painted: Duration?

  init() { Self.lines.addToDefaultDisplay(priority: .application) }

  func begin() { (frames, released, painted) = ([], .zero, nil) }

  /// Notes the time of an input event of the gesture; the last one is the release.
  func handMoved() { released = MainLoop.now }

  /// Records the list's position in the frame that was painted last.
  func look(at list: ScrolledWindow, horizontally: Bool, time: Duration) {
    defer { painted = time }
    guard let painted, let container = list.parent,
      let strip = Self.strip(of: container, horizontally)
    else { return }
    let last = strip.count - 1
    let red = strip.indices.filter { strip[$0] & 0xff_ffff == 0xff_0000 }
    let isApart = (red.last ?? 0) - (red.first ?? 0) > last / 2
    let start = red.first.flatMap { isApart || $0 < last / 2 ? Double($0) : nil }
    let end = red.last.flatMap { isApart || $0 >= last / 2 ? Double(last - $0) : nil }
    frames.append(Frame(time: painted, ways: [start, end]))
  }

  /// Whether the list is painted in its first position.
  var isBack: Bool { frames.last?.ways == frames.first?.ways }

  /// The distance in px by which the list moved farther from one frame to the next, after the
  /// release, than a spring would. A spring slows down from the gesture's speed, and comes back no
  /// faster than from rest.
  var jump: Double {
    let left = frames.filter { $0.time > released + .milliseconds(20) }
    return [0, 1].map { edge in
      Self.jump(left.compactMap { frame in frame.ways[edge].map { (frame.time, $0) } })
    }.max() ?? 0
  }

  private static func jump(_ frames: [(time: Duration, way: Double)]) -> Double {
    // The largest speed of the library's fastest spring, which is critically damped.
    let speed = 6.64 / 0.2 * (frames.map(\.way).max() ?? 0) / 2.718
    var before = 0.0
    var jump = 0.0
    for (frame, next) in zip(frames, frames.dropFirst()) {
      let seconds = (next.time - frame.time) / .seconds(1)
      let step = abs(next.way - frame.way)
      jump = max(jump, step - max(speed, before) * seconds)
      if seconds > 0 { before = step / seconds }
    }
    return jump
  }

  /// A line of pixels along the list.
  private static func strip(of container: Widget, _ horizontally: Bool) -> [UInt32]? {
    let length = horizontally ? container.width : container.height
    let across = (horizontally ? container.height : container.width) / 2
    let snapshot = gtk_snapshot_new()
    guard let paintable = gtk_widget_paintable_new(container) else { return nil }
    gdk_paintable_snapshot(paintable, snapshot, Double(container.width), Double(container.height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(node) }
    let (width, height) = horizontally ? (length, 1) : (1, length)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)
    cairo_translate(cairo, horizontally ? 0 : -Double(across), horizontally ? -Double(across) : 0)
    gsk_render_node_draw(node, cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let step = horizontally ? 4 : stride
    return (0..<length).map { at in
      UnsafeRawPointer(data + at * step).loadUnaligned(as: UInt32.self)
    }
  }
}

/// Nanoseconds on the system's clocks.
nonisolated enum Clock {
  /// The real time.
  static var wall: Int { read(CLOCK_MONOTONIC) }

  /// The processor time of the calling thread, which other programs do not affect.
  static var cpu: Int { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
