import Foundation
import Gtk
import PullToRefresh

/// What `TIDELINE_DEBUG` may ask for, separated by commas, for whoever watches the window from
/// outside.
enum DebugFlag: Substring {
  /// To be told what is still alive after the last window was closed.
  case leaks
  /// To have time for a look: a refresh is shown for some seconds at least, and so is its result.
  case linger

  private var isGiven: Bool {
    let flags = ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] ?? ""
    return flags.split(separator: ",").contains(rawValue)
  }

  static func reportLeaksIfAsked() {
    guard leaks.isGiven else { return }
    // What was released by the last window may be freed a turn of the loop later.
    MainLoop.run(timeout: 1) { Signal.liveBoxes == 0 }
    StandardError.write("live signal boxes: \(Signal.liveBoxes)")
  }

  static func lingerIfAsked(_ metrics: inout PullMetrics) {
    guard linger.isGiven else { return }
    (metrics.minimumRunning, metrics.resultShown) = (.seconds(6), .seconds(6))
  }
}
