import Mail

/// Removes an account from this computer, with all its data here. The mail on the server is not
/// changed.
package struct AccountRemoval: Sendable {
  package let account: ListedAccount
  /// Whether the password stays in the keyring.
  package let keepsPassword: Bool

  package init(of account: ListedAccount, keepsPassword: Bool = false) {
    (self.account, self.keepsPassword) = (account, keepsPassword)
  }

  /// The removed data, besides the account's entry.
  package struct Removed: Sendable, Equatable {
    package var password = false
    /// The path of the account's store; nil if it had none.
    package var store: String?
  }

  /// Removes the entry last, so that a failed removal can be repeated.
  ///
  /// - Parameter close: closes the store; called before the store is removed.
  /// - Throws: ``KeyringFailure``, with nothing removed; `MailError`, or ``AccountListError``.
  package func run(
    _ file: AccountListFile = AccountListFile(),
    close: @Sendable () async -> Void = {}
  ) async throws -> Removed {
    var removed = Removed()
    if account.isInKeyring, !keepsPassword {
      removed.password = try await Keyring.remove(account.id)
    }
    SessionPasswords.forget(account.id)
    await close()
    removed.store = try await Mailbox.removeStore(
      of: ServerAccount.make(account.address, account),
      marks: MarkFile()
    )
    let id = account.id
    try await ReadingThreads.run { try file.change { $0.remove(id) } }
    return removed
  }
}
