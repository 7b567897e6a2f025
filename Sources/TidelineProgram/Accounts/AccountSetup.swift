import FoundationEssentials
import Mail
import Network

/// Adds an account: finds its server, reads the list of accounts, logs in, stores the password, and
/// then the account. The user is asked on the way, each question once at most.
///
/// If the task is cancelled, or something fails, the account is not in the list.
package struct AccountSetup: Sendable {
  /// The account to add.
  package struct Request: Sendable, Hashable {
    package enum Server: Sendable, Hashable {
      /// The server of a mail address, which must be found first.
      case of(AccountAddress)
      case known(ServerAddress)
    }

    package var server: Server
    /// The account's name; nil for its mail address.
    package var name: String?
    /// The only accepted certificates, if there are any.
    package var pins: Set<CertificateFingerprint>

    package init(
      _ server: Server,
      name: String? = nil,
      pins: Set<CertificateFingerprint> = []
    ) {
      (self.server, self.name, self.pins) = (server, name, pins)
    }
  }

  /// A question that only a person can decide.
  package enum Question: Sendable, Hashable {
    /// Whether to log in at a server that was found outside the address's domain.
    case serverElsewhere(FoundServer, domain: String)
    /// Whether to accept an untrusted certificate, and from then on no other one.
    case certificate(CertificateFacts)
    /// Whether to add the account although its password cannot be stored.
    case noKeyring(KeyringFailure)
  }

  package enum Ending: Sendable {
    case added(AddedAccount)
    /// Nothing was added, because the user answered a question with no.
    case declined(Question)
    /// Nothing was added.
    case failed(any Error)
  }

  private let search: @Sendable (AccountAddress) async throws -> FoundServer
  /// Connects and logs in as the account would; returns the password that the server has accepted.
  private let check: @Sendable (ListedAccount) async throws -> String
  private let ask: @Sendable (Question) async throws -> Bool
  private let file: AccountListFile
  private let passwords: PasswordStore

  package init(
    file: AccountListFile = AccountListFile(),
    passwords: PasswordStore = PasswordStore(),
    search: @escaping @Sendable (AccountAddress) async throws -> FoundServer,
    check: @escaping @Sendable (ListedAccount) async throws -> String,
    ask: @escaping @Sendable (Question) async throws -> Bool
  ) {
    (self.file, self.passwords) = (file, passwords)
    (self.search, self.check, self.ask) = (search, check, ask)
  }

  /// - Parameter request: contains at the end everything that was found and agreed to, so that a
  ///   second attempt begins with it.
  /// - Throws: `CancellationError` only; other errors are an ending.
  package func run(_ request: inout Request) async throws -> Ending {
    CoreDump.prevent()
    do {
      return .added(try await add(&request))
    } catch let refusal as Declined {
      return .declined(refusal.question)
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failed(error)
    }
  }

  private struct Declined: Error { let question: Question }

  private func confirm(_ question: Question) async throws {
    guard try await ask(question) else { throw Declined(question: question) }
  }

  private func add(_ request: inout Request) async throws -> AddedAccount {
    let address = try await address(of: request.server)
    request.server = .known(address)
    var list = try await ReadingThreads.run { [file] in try file.read() }
    let isNew = list.account(at: address) == nil
    var account = list.described(address, request)
    // Checks that the list can take the account, before the password is sent.
    try list.put(account)
    let password = try await logIn(&account, &request)
    let (saved, failure) = try await save(account, password, isNamed: request.name != nil)
    if failure != nil { SessionPasswords.keep(password, of: saved.id) }
    return AddedAccount(account: saved, isNew: isNew, keyringFailure: failure)
  }

  private func address(of server: Request.Server) async throws -> ServerAddress {
    switch server {
    case .known(let address): return address
    case .of(let address):
      let found = try await search(address)
      if found.isElsewhere {
        try await confirm(.serverElsewhere(found, domain: address.typedDomain))
      }
      return found.address
    }
  }

  /// - Returns: the password that the server has accepted.
  private func logIn(
    _ account: inout ListedAccount,
    _ request: inout Request
  ) async throws -> String {
    do {
      return try await check(account)
    } catch MailError.network(let error) {
      guard let certificate = error.certificate, !certificate.problems.contains(.revoked) else {
        throw MailError.network(error)
      }
      try await confirm(.certificate(CertificateFacts(certificate, error)))
      request.pins = [certificate.fingerprint]
      account.pins = request.pins
      return try await check(account)
    }
  }

  /// Stores the password, and then the account. If the account is not stored after all, removes its
  /// new password; one that was in the keyring before stays.
  ///
  /// - Parameter isNamed: whether the account must have this name, or may get another free one.
  private func save(
    _ account: ListedAccount,
    _ password: String,
    isNamed: Bool
  ) async throws -> (ListedAccount, KeyringFailure?) {
    var (account, failure) = (account, nil as KeyringFailure?)
    var mayLeavePassword = !account.isInKeyring
    do {
      do {
        try await passwords.store(password, account)
        account.isInKeyring = true
      } catch let error as KeyringFailure {
        (failure, mayLeavePassword) = (error, false)
        try await confirm(.noKeyring(error))
      }
      let saved = try await ReadingThreads.run { [file, account] in
        try file.change { try $0.add(account, isNamed: isNamed) }
      }
      return (saved, failure)
    } catch {
      // Runs in another task, because this task may be cancelled.
      guard mayLeavePassword else { throw error }
      await Task { [id = account.id] in try? await passwords.remove(id) }.value
      throw error
    }
  }
}

/// The keyring, as far as a setup uses it; tests replace it.
package struct PasswordStore: Sendable {
  package var store: @Sendable (_ password: String, _ account: ListedAccount) async throws -> Void
  package var remove: @Sendable (_ account: UUID) async throws -> Void

  package init() {
    store = { try await Keyring.store($0, of: $1) }
    remove = { _ = try await Keyring.remove($0) }
  }
}

package struct AddedAccount: Sendable {
  package let account: ListedAccount
  /// Whether the list had no account with its address before.
  package let isNew: Bool
  /// The reason why the password is not in the keyring, which may still have an older one; nil if
  /// it is stored there.
  package let keyringFailure: KeyringFailure?
}

/// The present step of an ``AccountSetup`` with a typed password.
package enum AccountSetupStep: Sendable, Hashable {
  /// The domain's own sources are asked for its server.
  case searching(domain: String)
  /// Thunderbird's database of providers is asked about a domain.
  case askingDatabase(domain: String)
  case connecting(ServerAddress)
  case loggingIn(ServerAddress)
  case listing(ServerAddress)
  case storingPassword
}

extension AccountSetup {
  /// A setup with a password that the user has already typed.
  ///
  /// - Parameter report: called for each step as it begins, from any thread.
  package init(
    password: String,
    report: @escaping @Sendable (AccountSetupStep) -> Void,
    ask: @escaping @Sendable (Question) async throws -> Bool
  ) {
    self.init(
      search: { address in
        report(.searching(domain: address.typedDomain))
        return try await ServerSearch.run(for: address, trust: ServerAccount.trust([])) {
          if case .asking(.database) = $0 { report(.askingDatabase(domain: address.typedDomain)) }
        }
      },
      check: { account in
        let address = account.address
        report(.connecting(address))
        try await AccountCheck.run(
          address,
          trust: ServerAccount.trust(account.pins),
          credentials: CredentialSource { _ in .password(password) },
          log: AccountAccess().log,
          report: { step in
            switch step.finding {
            case .connected: break
            case .greeted: report(.loggingIn(address))
            case .loggedIn: report(.listing(address))
            case .listed: report(.storingPassword)
            }
          }
        )
        return password
      },
      ask: ask
    )
  }
}

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

  /// Removes the entry last, so that a failed removal can be repeated. If the list of accounts
  /// cannot be written, nothing is removed.
  ///
  /// - Parameter close: closes the store; called before the store is removed.
  /// - Throws: ``KeyringFailure``, with nothing removed; `MailError`, or ``AccountListError``.
  package func run(
    _ file: AccountListFile = AccountListFile(),
    close: @Sendable () async -> Void = {}
  ) async throws -> Removed {
    try await ReadingThreads.run { try file.checkWritable() }
    var removed = Removed()
    if account.isInKeyring, !keepsPassword {
      removed.password = try await Keyring.remove(account.id)
    }
    SessionPasswords.forget(account.id)
    await close()
    let (server, id) = (ServerAccount.make(account.address, account), account.id)
    removed.store = try await Mailbox.removeStore(of: server, marks: MarkFile())
    try await ReadingThreads.run { try file.change { $0.remove(id) } }
    // A process that has read the list before may have made the store again. Those that have opened
    // it later find the account gone, and remove it.
    _ = try? await Mailbox.removeStore(of: server, marks: MarkFile())
    return removed
  }
}
