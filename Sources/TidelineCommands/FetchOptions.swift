import ArgumentParser
import Mail

/// The command that fetches mail before the mailbox is read.
struct FetchOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "First run a program that fetches new mail, such as “mbsync -a”. Without this, nothing is "
        + "fetched.",
      valueName: "command"
    )
  )
  var fetch: String?

  @Flag(help: "Let /bin/sh run the command.")
  var fetchInShell = false

  @Option(
    help: ArgumentHelp(
      "End the command after this time in seconds; 0 for never.",
      valueName: "seconds"
    )
  )
  var fetchTimeLimit = Int(FetchCommand.defaultTimeLimit.components.seconds)

  /// The command that fetches mail; nil if the option is not given.
  var command: FetchCommand? {
    fetch.flatMap {
      FetchCommand($0, usesShell: fetchInShell, timeLimit: .seconds(fetchTimeLimit))
    }
  }

  func validate() throws {
    if fetch != nil, command == nil { throw ValidationError("--fetch must name a program.") }
    guard (0...FetchCommand.longestTimeLimit).contains(fetchTimeLimit) else {
      throw ValidationError(
        "--fetch-time-limit must be within 0 and \(FetchCommand.longestTimeLimit)."
      )
    }
  }
}
