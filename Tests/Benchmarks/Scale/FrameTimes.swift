import FoundationEssentials
import Glibc
import PullToRefreshGtk

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
