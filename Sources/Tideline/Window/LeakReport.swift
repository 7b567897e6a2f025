import FoundationEssentials
import TidelineGtk
import TidelineProgram

/// With `TIDELINE_DEBUG=leaks`, prints what is still alive after the last window was closed. Only a
/// debug build counts it.
enum LeakReport {
  static func printIfAsked() {
    #if DEBUG
      guard ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] == "leaks" else { return }
      // A refresh that ended with the last window keeps it until its reading has stopped.
      MainLoop.run(timeout: 10) { Signal.liveBoxes == 0 }
      StandardError.write("live signal boxes: \(Signal.liveBoxes)")
    #endif
  }
}
