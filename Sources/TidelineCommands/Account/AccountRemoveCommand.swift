import ArgumentParser
import Mail
import TidelineProgram

/// `tideline account remove`: removes an account, with all its data on this computer.
struct AccountRemoveCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes an account, with its password and its store.",
    discussion: "The mail on the server stays as it is."
  )

  @Argument(help: "The account’s name or URL.")
  var account: String

  @Flag(help: "Do not use the keyring, such as when it no longer answers.")
  var keepPassword = false

  func perform() async throws {
    let file = AccountListFile()
    let list = try await ReadingThreads.run { try file.read() }
    let address = try MailboxName.address(account)
    guard let account = address.map(list.account(at:)) ?? list.account(named: account) else {
      if address == nil, try await OnlineAccounts.account(named: account) != nil {
        throw ValidationError(
          "“\(account)” is an online account. Remove it in the system’s settings, under Online "
            + "Accounts."
        )
      }
      throw ValidationError("There is no such account. “tideline account list” names them.")
    }
    let removed: AccountRemoval.Removed
    do {
      removed = try await AccountRemoval(of: account, keepsPassword: keepPassword).run(file)
    } catch let failure as KeyringFailure {
      throw RemovalFailure(failure: failure)
    }
    var parts: [TerminalText] = removed.password ? ["its password"] : []
    if let store = removed.store { parts.append("its store “\(store)”") }
    let others = parts.map { ", \($0)" as TerminalText }.joined()
    try StandardOutput.write("Removed “\(account.name)”\(others).\n")
    if account.isInKeyring, keepPassword {
      StandardError.write("tideline: its password is still in the keyring.")
    }
  }
}

/// The password is still in the keyring.
private struct RemovalFailure: Error, CustomStringConvertible {
  let failure: KeyringFailure

  var description: String {
    "\(failure) Nothing was removed. Unlock the keyring and try again, or leave the password in it "
      + "by --keep-password."
  }
}
