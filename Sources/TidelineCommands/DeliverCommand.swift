import ArgumentParser
import MailSample
import TidelineProgram

/// `tideline deliver`: delivers new sample mail into a Maildir.
struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Drops new mail into a Maildir, as a mail server would.",
    discussion: "Writes the subjects, oldest first. This is the only command that adds mail."
  )

  @Argument(help: "A Maildir folder, such as the sample.")
  var directory: String

  @Option(help: "The number of messages.")
  var count = 3

  @Flag(help: "Answer the newest message rather than begin new conversations.")
  var answer = false

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count must be at least 1.") }
  }

  func run() throws {
    let subjects = try SampleDelivery.deliver(
      try SampleStories(contentsOf: InstalledData.sample),
      to: directory,
      count: count,
      answering: answer
    )
    try StandardOutput.write(subjects.map { "\($0)\n" }.joined())
  }
}
