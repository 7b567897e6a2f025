import ArgumentParser
import Mail
import TidelineProgram

/// `tideline find`: lists the mailboxes on this computer.
struct FindCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Lists the mailboxes that are on this computer.",
    discussion: """
      Looks where mail programs keep mail and where their settings say so. Any of the paths may be \
      given to the other commands.
      """
  )

  @Flag(help: "Write JSON.")
  var json = false

  func perform() async throws {
    let found = await MailOnThisMachine.find()
    if json { return try StandardOutput.write(json: found) }
    if found.isEmpty { StandardError.write("No mailbox was found.") }
    for mailbox in found {
      let note = mailbox.isEmpty ? " (empty)" : ""
      try StandardOutput.write("\(mailbox.path)\t\(mailbox.title)\(note)\n")
    }
  }
}
