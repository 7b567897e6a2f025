import ArgumentParser
import Mail
import MailSample
import TidelineProgram

struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Writes a mailbox to try things on.",
    discussion: """
      The same number of messages and the same seed give the same mailbox; its dates lead up to \
      the present. An older sample in the folder is replaced.
      """
  )

  @Argument(help: "A folder that is missing, empty, or an older sample.")
  var directory: String

  @Option(help: "The number of messages.")
  var messages = SampleMailbox.defaultCount

  @Option(help: "Another number gives another mailbox.")
  var seed = SampleMailbox.defaultSeed

  @Flag(help: "Write which messages belong together, as “threads --json” does.")
  var truth = false

  func validate() throws {
    guard messages > 0 else { throw ValidationError("--messages must be at least 1.") }
  }

  func run() throws {
    let sample = SampleMailbox(
      try SampleStories(contentsOf: InstalledData.sample),
      count: messages,
      seed: seed
    )
    try sample.write(to: directory)
    guard truth else {
      let count = sample.conversations.count
      let conversations = count == 1 ? "1 conversation" : "\(count) conversations"
      StandardError.write("\(sample.messages.count) messages in \(conversations)")
      return
    }
    for (index, messages) in sample.conversations.enumerated() {
      try StandardOutput.write(
        json: ConversationThread(id: Int64(index + 1), messages: messages)
      )
    }
  }
}

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
