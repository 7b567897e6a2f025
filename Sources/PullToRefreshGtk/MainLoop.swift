import CPullToRefreshShim
import Dispatch  // Links the shim's functions, also into programs that import nothing else.

/// The GLib main loop, on which Swift's main actor runs.
///
/// `main` must be a synchronous function: an asynchronous one gives the main thread to libdispatch,
/// and the GLib loop would never run. Loops are never nested.
public enum MainLoop {
  /// Initializes GTK, for tests and tools without an `Application`, which does it by itself.
  ///
  /// - Returns: false if there is no display.
  public static func openDisplay() -> Bool { gtk_init_check() != 0 }

  /// Lets tasks of the main actor run on the GLib loop, so that `Task { }` and `await` work in
  /// signal handlers. Call it once, on the main thread, before the loop runs. A second call does
  /// nothing.
  public static func attachMainActor() {
    tideline_main_queue_attach()
  }

  /// Runs the ready tasks of the main actor, at a chosen moment of a frame. Does nothing within
  /// such a task.
  package static func runReadyTasks() { tideline_main_queue_run() }

  /// Runs all ready events, without waiting.
  ///
  /// - Returns: whether any event was handled.
  @discardableResult
  public static func runReadyEvents() -> Bool {
    var ran = false
    while g_main_context_iteration(nil, 0) != 0 { ran = true }
    return ran
  }

  /// Runs the loop until the condition holds. For tests and tools, not inside a signal handler.
  ///
  /// - Parameters:
  ///   - timeout: the longest wait, in seconds. The default only ends a program that hangs.
  ///   - condition: checked after each turn of the loop, and at least every 10 ms.
  /// - Returns: whether the condition holds.
  @discardableResult
  public static func run(timeout: Double = 600, until condition: () -> Bool) -> Bool {
    let end = g_get_monotonic_time() + Int(timeout * 1_000_000)
    // A timer makes the loop check the condition even without events. It has the lowest priority:
    // if the check takes long, the timer is always due, and would keep everything else from
    // running.
    let ticker = g_timeout_add_full(G_PRIORITY_LOW, 10, { _ in 1 }, nil, nil)
    defer { g_source_remove(ticker) }
    while !condition() {
      guard g_get_monotonic_time() < end else { return false }
      g_main_context_iteration(nil, 1)
    }
    return true
  }

  /// Calls the action later, once, whatever happens until then.
  ///
  /// - Parameters:
  ///   - delay: the time from now; zero for the loop's next turn.
  ///   - action: called on the main thread.
  public static func call(after delay: Duration = .zero, _ action: @escaping () -> Void) {
    _ = addTimeout(after: delay, action)
  }

  /// - Returns: the number of the GLib source.
  fileprivate static func addTimeout(
    after delay: Duration,
    _ action: @escaping () -> Void
  ) -> UInt32 {
    typealias Handler = () -> Void
    let handler: Handler = action
    let rounded = (max(delay, .zero) / .milliseconds(1)).rounded(.up)
    return tideline_add_timeout(
      UInt32(min(rounded, Double(UInt32.max))),
      // Below the priority of input, so that waiting events are handled first.
      G_PRIORITY_HIGH_IDLE,
      target(owning: Closure<Handler>(handler))
    ) { context in
      MainActor.assumeIsolated { Closure<Handler>.from(context)() }
    }
  }

  /// The time since an arbitrary moment, on the clock that frame times use.
  public static var now: Duration { .microseconds(g_get_monotonic_time()) }
}

/// A call that the main loop makes later, once, unless it is cancelled. It is also cancelled when
/// its owner lets go of it; see ``MainLoop/call(after:_:)`` for a call without an owner.
///
/// ```swift
/// let timeout = Timeout(after: .seconds(1)) { label.text = "Still here" }
/// timeout.cancel()
/// ```
@MainActor public final class Timeout {
  private var source: UInt32 = 0

  /// - Parameters:
  ///   - delay: the time from now; rounded up to a millisecond, and 49 days at most.
  ///   - action: called on the main thread.
  public init(after delay: Duration, _ action: @escaping () -> Void) {
    source = MainLoop.addTimeout(after: delay) { [weak self] in
      self?.source = 0
      action()
    }
  }

  isolated deinit { cancel() }

  /// Cancels the call. Does nothing if it was already made.
  public func cancel() {
    guard source != 0 else { return }
    g_source_remove(source)
    source = 0
  }
}

extension FrameClock: ObjectConvertible {
  package enum Phase: String {
    /// Tick callbacks have run.
    case update
    /// Every widget was laid out. A movement in this phase leads to another layout before the frame
    /// is painted.
    case layout
    /// The frame was drawn, and passed to the compositor.
    case paint = "after-paint"
  }

  /// The start of the current frame, or else of the last one, on the clock of ``MainLoop/now``.
  package var time: Duration { .microseconds(gdk_frame_clock_get_frame_time(self)) }

  /// Calls the handler at the end of a phase, in each frame that has this phase.
  package func after(_ phase: Phase, _ handler: @escaping () -> Void) -> SignalConnection {
    connect(phase.rawValue, after: true) { _ in
      handler()
      return false
    }
  }
}

extension WidgetConvertible {
  /// The clock of the window's frames; nil while the widget is not realized.
  package var frameClock: FrameClock? { gtk_widget_get_frame_clock(asWidget) }
}
