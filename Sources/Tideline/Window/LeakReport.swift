#if DEBUG
  import FoundationEssentials
  import TidelineGtk
  import TidelineProgram

  /// With `TIDELINE_DEBUG=leaks`, prints at the program's end how many closures of signal handlers
  /// are still alive: see ``Signal/liveBoxes``.
  enum LeakReport {
    static func printIfAsked() {
      guard ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] == "leaks" else { return }
      // Waits, because a cancelled refresh keeps the window's objects until the reading has ended.
      MainLoop.run(timeout: 10) { Signal.liveBoxes == 0 }
      StandardError.write("live signal boxes: \(Signal.liveBoxes)")
    }
  }
#endif
