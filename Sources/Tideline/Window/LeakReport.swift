#if DEBUG
  import FoundationEssentials
  import TidelineGtk
  import TidelineProgram

  /// With `TIDELINE_DEBUG=leaks`, prints the number of signal boxes that are alive after the last
  /// window was closed.
  enum LeakReport {
    static func printIfAsked() {
      guard ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] == "leaks" else { return }
      // A refresh that ended with the last window keeps the window until the reading has stopped.
      MainLoop.run(timeout: 10) { Signal.liveBoxes == 0 }
      StandardError.write("live signal boxes: \(Signal.liveBoxes)")
    }
  }
#endif
