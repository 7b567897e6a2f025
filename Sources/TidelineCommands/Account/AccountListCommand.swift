import ArgumentParser
import Mail
import TidelineProgram

/// `tideline account list`: lists the added accounts and the online accounts.
struct AccountListCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the accounts that were added, and GNOME’s online accounts with mail."
  )

  @Flag(help: "Write JSON.")
  var json = false

  func perform() async throws {
    let added = try await ReadingThreads.run { try AccountListFile().read().accounts }
    let online = try await onlineAccounts()
    if json {
      return try StandardOutput.write(
        json: added.map { AccountOutput($0) } + online.map { AccountOutput($0) }
      )
    }
    if added.isEmpty, online.isEmpty {
      StandardError.write("There is no account. “tideline account add” adds one.")
    }
    for account in added {
      var notes: [String] = account.isInKeyring ? [] : ["password not in the keyring"]
      if !account.pins.isEmpty { notes.append("certificate pinned") }
      try write(account.name, account.address, notes)
    }
    for account in online {
      var notes = ["online account"]
      if !account.provider.isEmpty { notes.append(account.provider) }
      if account.needsAttention { notes.append("sign in again in the system’s settings") }
      try write(account.name, account.address, notes)
    }
  }

  private func write(_ name: String, _ address: ServerAddress, _ notes: [String]) throws {
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    try StandardOutput.write("\(name)\t\(address.url)\(note)\n")
  }

  /// The online accounts. If their service does not answer, the added accounts are still listed.
  private func onlineAccounts() async throws -> [OnlineAccount] {
    do {
      return try await OnlineAccounts.all()
    } catch let failure as OnlineAccountsFailure {
      StandardError.write("tideline: \(failure)")
      return []
    }
  }
}
