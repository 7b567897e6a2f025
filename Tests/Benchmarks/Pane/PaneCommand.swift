import ArgumentParser
import Mail

/// `Benchmarks pane`: the cost of opening and scrolling long messages in the reading pane.
struct PaneCommand: ParsableCommand {
  @Argument(help: "A Maildir with the conversations that pane.py writes.")
  var mailbox: String

  @Option(help: "A file for its store.")
  var store: String

  @Option(help: "How often each message is opened, and each conversation scrolled.")
  var rounds = 10

  @Option(help: "For how many frames a conversation is scrolled each time.")
  var frames = 120

  func run() throws {
    let (path, store, rounds, frames) = (mailbox, store, rounds, frames)
    MainActor.assumeIsolated {
      BenchmarkProgram.run("pane") { window in
        let mailbox = try await Mailbox.open(path, store: store)
        _ = try await mailbox.refresh()
        try await PaneBench(window, mailbox).run(rounds: rounds, frames: frames)
      }
    }
  }
}
