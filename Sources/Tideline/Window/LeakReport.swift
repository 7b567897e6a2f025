import FoundationEssentials
import TidelineGtk
import TidelineProgram

/// Says, with `TIDELINE_DEBUG=leaks`, what is still alive after the last window was closed.
enum LeakReport {
  static func printIfAsked() {
    guard ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] == "leaks" else { return }
    // A refresh that ended with the last window holds on to it until its reading has stopped.
    MainLoop.run(timeout: 10) { Signal.liveBoxes == 0 }
    StandardError.write("live signal boxes: \(Signal.liveBoxes)")
  }
}
