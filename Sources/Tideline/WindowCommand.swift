import ArgumentParser
import Glibc
import TidelineProgram

package struct WindowCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tideline-window",
    abstract: "Opens the window.",
    version: AppInfo.version
  )

  @OptionGroup var options: OpenOptions

  package init() {}

  package func run() throws {
    // ArgumentParser calls `run()` on the main thread, but its protocol does not declare this.
    let status = MainActor.assumeIsolated {
      let status =
        TidelineApplication(storePath: options.store.store)?.run(options)
        ?? WindowNeed.ownSchema.complain()
      #if DEBUG
        LeakReport.printIfAsked()
      #endif
      return status
    }
    Glibc.exit(status)
  }
}

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
