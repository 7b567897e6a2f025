import ArgumentParser
import Glibc
import Mail
import PullToRefreshGtk
import Tideline
import TidelineProgram

/// `Benchmarks scale`: the cost of a list with very many rows.
struct ScaleCommand: ParsableCommand {
  @Option(help: "A store of its own; it is filled when it has fewer conversations.")
  var store: String

  @Option(help: "How many conversations.")
  var rows = 1_000_000

  @Option(help: "How often both lists are scrolled.")
  var rounds = 6

  @Option(help: "For how many frames each time.")
  var frames = 300

  func run() throws {
    let (store, rows, scrolls) = (store, rows, (rounds: rounds, frames: frames))
    MainActor.assumeIsolated {
      MainLoop.attachMainActor()
      let application = Application(id: AppInfo.id + ".Scale")
      application.onActivate {
        CssProvider(Style.css()).addToDefaultDisplay(priority: .application)
        let window = Window(of: application)
        Task {
          do {
            let bench = ScaleBench(
              window,
              try await Self.mailbox(store, rows),
              scrolls: scrolls
            )
            try await bench.run(rows: rows)
          } catch {
            StandardError.write("Benchmarks scale: \(String(describing: error))")
            Glibc.exit(1)
          }
          window.destroy()
        }
      }
      _ = application.run(["scale"])
    }
  }

  private static func mailbox(_ store: String, _ rows: Int) async throws -> Mailbox {
    let mailbox = try await Mailbox.open(SyntheticMail(count: rows), store: store)
    guard try await mailbox.conversationCount() < rows else { return mailbox }
    let summary = try await mailbox.refresh()
    StandardError.write("\(summary.messages) messages indexed in \(Int(summary.seconds)) s")
    // Ends, so that a fresh process measures: the memory of indexing must not count as the list's.
    Glibc.exit(75)
  }
}
