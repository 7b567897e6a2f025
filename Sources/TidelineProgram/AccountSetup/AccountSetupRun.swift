import Mail

/// Carries out the decisions of ``AccountSetup``.
///
/// A run ends early when its task is cancelled; the account is then not in the list.
package struct AccountSetupRun: Sendable {
  /// Finds the server of an address.
  package var search: @Sendable (AccountAddress) async throws -> FoundServer
  /// Connects and logs in as the account would; returns the password that the server has accepted.
  package var check: @Sendable (ListedAccount) async throws -> String
  /// Asks a person.
  package var ask: @Sendable (AccountSetup.Question) async throws -> Bool
  private let file: AccountListFile

  package init(
    file: AccountListFile = AccountListFile(),
    search: @escaping @Sendable (AccountAddress) async throws -> FoundServer,
    check: @escaping @Sendable (ListedAccount) async throws -> String,
    ask: @escaping @Sendable (AccountSetup.Question) async throws -> Bool
  ) {
    (self.file, self.search, self.check, self.ask) = (file, search, check, ask)
  }

  /// Adds an account.
  ///
  /// - Parameter request: contains at the end everything that was found and agreed to.
  /// - Throws: `CancellationError` only; other errors are an ending.
  package func run(_ request: inout AccountSetup.Request) async throws -> AccountSetup.Ending {
    CoreDump.prevent()
    var setup = AccountSetup(request)
    defer { request = setup.request }
    var password = ""
    var effect = setup.start()
    while true {
      do {
        if case .check(let account) = effect { password = try await check(account) }
        guard let next = try await event(of: effect, password) else { break }
        effect = setup.take(next)
      } catch let error as CancellationError {
        if !setup.wasInKeyring { await forgetPassword(effect) }
        throw error
      } catch {
        effect = setup.take(.failed(error))
      }
    }
    guard case .end(let ending) = effect else { throw CancellationError() }
    if case .added(let added) = ending, added.keyringFailure != nil {
      SessionPasswords.keep(password, of: added.account.id)
    }
    return ending
  }

  /// Removes the new password of an account that is not added after all. A password that was in the
  /// keyring before stays.
  private func forgetPassword(_ effect: AccountSetup.Effect) async {
    switch effect {
    case .storePassword(let account), .save(let account, _):
      // Runs in another task, because this task is cancelled.
      await Task { _ = try? await Keyring.remove(account.id) }.value
    case .search, .ask, .readList, .check, .removePassword, .end: break
    }
  }

  /// Returns nil at the end.
  private func event(
    of effect: AccountSetup.Effect,
    _ password: String
  ) async throws -> AccountSetup.Event? {
    switch effect {
    case .search(let address): return .found(try await search(address))
    case .ask(let question): return .answered(try await ask(question))
    case .readList: return .read(try await ReadingThreads.run { [file] in try file.read() })
    case .check: return .checked
    case .storePassword(let account):
      try await Keyring.store(password, of: account)
      return .stored
    case .save(let account, let isNamed):
      let saved = try await ReadingThreads.run { [file] in
        try file.change { try $0.add(account, isNamed: isNamed) }
      }
      return .saved(saved)
    case .removePassword(let account):
      try await Keyring.remove(account.id)
      return .removed
    case .end: return nil
    }
  }
}
