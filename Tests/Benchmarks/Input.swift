import CPullToRefreshGtk
import Glibc
import PullToRefresh
import PullToRefreshGtk

/// Notes, by its own controllers, the events of a gesture that reach the window, and how long this
/// thread waited for a processor meanwhile.
final class ReceivedEvents {
  private let drag = GestureDrag()
  private let scroll = EventControllerScroll.bothAxes()
  private var touches = 0
  private var touched = 0.0
  private var scrolls = 0
  private var scrolled = 0.0

  /// - Parameter handMoved: called with each event.
  func watch(_ window: Window, _ handMoved: @escaping () -> Void) {
    drag.isTouchOnly = true
    drag.propagationPhase = .capture
    scroll.propagationPhase = .capture
    drag.onDrag(.update) { [unowned self] dx, dy in
      handMoved()
      touches += 1
      touched = (dx * dx + dy * dy).squareRoot()
    }
    scroll.onScroll { [unowned self] dx, dy in
      handMoved()
      scrolls += 1
      scrolled += dx + dy
      return false
    }
    drag.onDrag(.end) { _, _ in handMoved() }
    window.add(drag)
    window.add(scroll)
  }

  func begin() {
    (touches, touched, scrolls, scrolled) = (0, 0, 0, 0)
    ProcessorWait.begin()
  }

  /// Fields of JSON: the number of events and their distance since `begin`, and the longest wait
  /// for a processor, in seconds.
  func end() -> String {
    "\"touches\": \(touches), \"touched\": \(touched), \"scrolls\": \(scrolls), "
      + "\"scrolled\": \(scrolled), \"waited\": \(ProcessorWait.end())"
  }
}

/// Measures by a timer how long the main thread waited for a processor.
///
/// The thread's own work is subtracted: a slow program must not count as a busy machine.
nonisolated private enum ProcessorWait {
  private static let interval = 10
  // The timer is a C function without context, on the main thread.
  private nonisolated(unsafe) static var timer: guint = 0
  private nonisolated(unsafe) static var last = (cpu: 0, wall: 0)
  private nonisolated(unsafe) static var longest = 0

  static func begin() {
    last = (Clock.cpu, Clock.wall)
    longest = 0
    timer = g_timeout_add_full(
      G_PRIORITY_HIGH,
      guint(interval),
      { _ in
        ProcessorWait.tick()
        return 1
      },
      nil,
      nil
    )
  }

  static func end() -> Double {
    tick()
    g_source_remove(timer)
    return Double(longest) / 1e9
  }

  private static func tick() {
    let now = (cpu: Clock.cpu, wall: Clock.wall)
    let waited = now.wall - last.wall - interval * 1_000_000 - (now.cpu - last.cpu)
    longest = max(longest, waited)
    last = now
  }
}

/// The lines of standard input as they come; nil at the end.
enum CommandInput {
  private static var heard: (String?) -> Void = { _ in }

  static func listen(_ handler: @escaping (String?) -> Void) {
    heard = handler
    let input = g_io_channel_unix_new(STDIN_FILENO)
    g_io_add_watch(
      input,
      GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { _, _, _ in MainActor.assumeIsolated { CommandInput.next() } },
      nil
    )
  }

  private static func next() -> gboolean {
    let line = readLine()
    heard(line)
    return line == nil ? 0 : 1
  }
}

func flushOutput() { fflush(nil) }

/// The number of times that the main loop went to wait.
nonisolated enum MainLoopTurns {
  // The poll function is a C function without context, on the main thread.
  private nonisolated(unsafe) static var turns = 0

  static var taken: Int { turns }

  static func count() {
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      MainLoopTurns.turns += 1
      return g_poll(descriptors, count, timeout)
    }
  }
}

extension PullEdge {
  /// An edge by its name, as the scripts pass it; the top if there is none.
  init(name: String?) {
    self = Self.allCases.first { "\($0)" == name } ?? .top
  }
}
