import ArgumentParser
import Glibc
import Mail
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
      BenchmarkProgram.run("scale") { window in
        let mailbox = try await Self.mailbox(store, rows)
        try await ScaleBench(window, mailbox, scrolls: scrolls).run(rows: rows)
      }
    }
  }

  private static func mailbox(_ store: String, _ rows: Int) async throws -> Mailbox {
    let mailbox = try await Mailbox.open(SyntheticMail(count: rows), store: store)
    guard try await mailbox.conversationCount() < rows else { return mailbox }
    let summary = try await mailbox.refresh()
    StandardError.write("\(summary.messages) messages indexed in \(Int(summary.seconds)) s")
    // Exits, so that a fresh process measures: the list's memory must not include that of indexing.
    Glibc.exit(75)
  }
}
