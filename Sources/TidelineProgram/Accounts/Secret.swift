import Mail

/// Finds the password of an account: in the file that was named, in this process, in the keyring,
/// or by asking.
package actor Secret {
  private let address: ServerAddress
  private let account: ListedAccount?
  private let access: AccountAccess
  /// What somebody has typed, so that nobody types it twice.
  private var typed: String?

  /// - Parameter account: what is kept of it; nil where it was not added, so that the keyring has
  ///   nothing of it.
  package init(_ address: ServerAddress, _ account: ListedAccount?, _ access: AccountAccess) {
    (self.address, self.account, self.access) = (address, account, access)
  }

  /// - Throws: `ServerFailure` where no password is known and nobody can be asked, or
  ///   `CancellationError`.
  package func password() async throws -> String {
    if let typed { return typed }
    CoreDump.prevent()
    if let path = access.passwordFile {
      do {
        return try await ReadingThreads.run { try PasswordFile.read(path) }
      } catch {
        throw failure("\(error)")
      }
    }
    var reason = "it was not added"
    var remark: String?
    if let account {
      if let typed = SessionPasswords.password(of: account.id) { return typed }
      reason = "the keyring has none for it"
      do {
        if account.isInKeyring, let kept = try await Keyring.password(of: account.id) {
          return kept
        }
      } catch let error as KeyringFailure {
        reason = "the keyring does not answer: \(error.reason)"
        remark = error.description
      }
    }
    if let answer = try await access.ask?(address, remark) {
      typed = answer
      return answer
    }
    throw failure("\(reason), and \(access.unanswered)")
  }

  /// The server has refused what was typed: next time it is asked for anew.
  func forget() {
    typed = nil
    if let account { SessionPasswords.forget(account.id) }
  }

  private func failure(_ reason: String) -> ServerFailure {
    ServerFailure(.passwordMissing, host: address.host, reason: reason)
  }
}
