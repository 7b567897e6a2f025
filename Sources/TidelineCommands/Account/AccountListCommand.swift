import ArgumentParser
import Mail
import TidelineProgram

/// `tideline account list`: the accounts that were added.
struct AccountListCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the accounts that were added."
  )

  @Flag(help: "Write JSON.")
  var json = false

  func perform() async throws {
    let accounts = try await ReadingThreads.run { try AccountListFile().read().accounts }
    if json { return try StandardOutput.write(json: accounts.map(AccountOutput.init)) }
    if accounts.isEmpty {
      StandardError.write("There is no account. “tideline account add” adds one.")
    }
    for account in accounts {
      var notes: [String] = account.isInKeyring ? [] : ["password not in the keyring"]
      if !account.pins.isEmpty { notes.append("certificate pinned") }
      let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
      try StandardOutput.write("\(account.name)\t\(account.address.url)\(note)\n")
    }
  }
}
