import Glibc
import PullToRefreshGtk
import Tideline
import TidelineProgram

/// A benchmark in a window with Tideline's style, which ends with the process.
@MainActor enum BenchmarkProgram {
  /// - Parameters:
  ///   - name: the benchmark's, on the command line.
  ///   - measure: gets the window, which is not shown yet. An error ends the process with status 1.
  static func run(
    _ name: String,
    _ measure: @escaping @MainActor (Window) async throws -> Void
  ) {
    MainLoop.attachMainActor()
    let application = Application(id: "\(AppInfo.id).\(name)")
    application.onActivate {
      CssProvider(Style.css()).addToDefaultDisplay(priority: .application)
      let window = Window(of: application)
      Task {
        do {
          try await measure(window)
        } catch {
          StandardError.write("Benchmarks \(name): \(String(describing: error))")
          Glibc.exit(1)
        }
        window.destroy()
      }
    }
    _ = application.run([name])
  }
}
