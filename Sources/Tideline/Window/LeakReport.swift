import Foundation
import Gtk

/// Says, with `TIDELINE_DEBUG=leaks`, what is still alive after the last window was closed.
enum LeakReport {
  static func printIfAsked() {
    guard ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] == "leaks" else { return }
    // What was released by the last window may be freed a turn of the loop later.
    MainLoop.run(timeout: 1) { Signal.liveBoxes == 0 }
    StandardError.write("live signal boxes: \(Signal.liveBoxes)")
  }
}
