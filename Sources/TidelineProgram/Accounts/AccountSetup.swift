import Mail
import Network

/// The steps of adding an account, and the questions for the user.
///
///     search ─► readList ─► check ─► storePassword ─► save ─► end
///        └ ask: elsewhere?   └ ask: certificate?  └ ask: without a keyring?
///
/// This state machine carries out nothing: each event returns the next effect, which leads to the
/// next event. ``AccountSetupRun`` carries out the effects. The password is never stored here.
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

  /// A question that only a person can decide. Each is asked once at most.
  package enum Question: Sendable, Hashable {
    /// Whether to log in at a server that was found outside the address's domain.
    case serverElsewhere(FoundServer, domain: String)
    /// Whether to accept an untrusted certificate, and from then on no other one.
    case certificate(CertificateFacts)
    /// Whether to add the account although its password cannot be stored.
    case noKeyring(KeyringFailure)
  }

  package enum Effect: Sendable {
    case search(AccountAddress)
    case ask(Question)
    case readList
    /// Connects and logs in, as the account would.
    case check(ListedAccount)
    case storePassword(ListedAccount)
    /// - Parameter isNamed: whether the account must have this name, or may get another free one.
    case save(ListedAccount, isNamed: Bool)
    case removePassword(ListedAccount)
    case end(Ending)
  }

  package enum Event: Sendable {
    case found(FoundServer)
    case answered(Bool)
    case read(AccountList)
    case checked
    case stored
    case saved(ListedAccount)
    case removed
    /// The effect could not be carried out.
    case failed(any Error)
  }

  package enum Ending: Sendable {
    case added(AddedAccount)
    /// Nothing was added, because the user answered a question with no.
    case declined(Question)
    /// Nothing was added.
    case failed(any Error)
  }

  private enum State {
    case waiting
    case searching(AccountAddress)
    case confirmingServer(FoundServer, Question)
    case readingList(ServerAddress)
    case checking(ListedAccount)
    case confirmingCertificate(ListedAccount, CertificateFingerprint, Question)
    case storing(ListedAccount)
    case goingWithoutKeyring(ListedAccount, KeyringFailure)
    case saving(ListedAccount, KeyringFailure?)
    case removing(ListedAccount, because: any Error)
    case ended
  }

  /// The request with everything found and agreed to so far. A second attempt begins with it.
  package private(set) var request: Request
  private var state = State.waiting
  /// Whether the list has no account with the address.
  private var isNew = true
  /// Whether the keyring already had a password for the account. A password that could not be
  /// replaced stays there.
  package private(set) var wasInKeyring = false
  private var hasAskedAboutCertificate = false

  package init(_ request: Request) { self.request = request }

  package mutating func start() -> Effect {
    switch request.server {
    case .known(let address): return readList(for: address)
    case .of(let address):
      state = .searching(address)
      return .search(address)
    }
  }

  package mutating func take(_ event: Event) -> Effect {
    switch (state, event) {
    case (.searching(let address), .found(let server)):
      guard server.isElsewhere else { return readList(for: server.address) }
      let question = Question.serverElsewhere(server, domain: address.domain)
      state = .confirmingServer(server, question)
      return .ask(question)
    case (.confirmingServer(let server, _), .answered(true)): return readList(for: server.address)
    case (.readingList(let address), .read(let list)): return describe(address, in: list)
    case (.checking(let account), .checked):
      state = .storing(account)
      return .storePassword(account)
    case (.checking(let account), .failed(MailError.network(let error))):
      return checkFailed(account, error)
    case (.confirmingCertificate(let account, let fingerprint, _), .answered(true)):
      return pin(fingerprint, for: account)
    case (.storing(var account), .stored):
      account.isInKeyring = true
      return save(account, nil)
    case (.storing(let account), .failed(let failure as KeyringFailure)):
      state = .goingWithoutKeyring(account, failure)
      return .ask(.noKeyring(failure))
    case (.goingWithoutKeyring(let account, let failure), .answered(true)):
      return save(account, failure)
    case (.saving(_, let failure), .saved(let account)):
      return end(.added(AddedAccount(account: account, isNew: isNew, keyringFailure: failure)))
    case (.saving(let account, _), .failed(let error)) where account.isInKeyring && !wasInKeyring:
      state = .removing(account, because: error)
      return .removePassword(account)
    case (.removing(_, let error), _): return end(.failed(error))
    case (.confirmingServer(_, let question), .answered),
      (.confirmingCertificate(_, _, let question), .answered):
      return end(.declined(question))
    case (.goingWithoutKeyring(_, let failure), .answered):
      return end(.declined(.noKeyring(failure)))
    case (_, .failed(let error)): return end(.failed(error))
    default: return end(.failed(CancellationError()))
    }
  }

  private mutating func readList(for address: ServerAddress) -> Effect {
    request.server = .known(address)
    state = .readingList(address)
    return .readList
  }

  /// Checks that the list can take the account, before the user types a password.
  private mutating func describe(_ address: ServerAddress, in list: AccountList) -> Effect {
    let account = list.described(address, request)
    isNew = list.account(at: address) == nil
    wasInKeyring = account.isInKeyring
    var trial = list
    do {
      try trial.put(account)
    } catch {
      return end(.failed(error))
    }
    return check(account)
  }

  private mutating func check(_ account: ListedAccount) -> Effect {
    state = .checking(account)
    return .check(account)
  }

  private mutating func checkFailed(_ account: ListedAccount, _ error: NetworkError) -> Effect {
    guard let certificate = error.certificate, !certificate.problems.contains(.revoked),
      !hasAskedAboutCertificate
    else { return end(.failed(MailError.network(error))) }
    hasAskedAboutCertificate = true
    let question = Question.certificate(CertificateFacts(certificate, error))
    state = .confirmingCertificate(account, certificate.fingerprint, question)
    return .ask(question)
  }

  private mutating func pin(
    _ fingerprint: CertificateFingerprint,
    for account: ListedAccount
  ) -> Effect {
    request.pins = [fingerprint]
    var account = account
    account.pins = request.pins
    return check(account)
  }

  private mutating func save(_ account: ListedAccount, _ failure: KeyringFailure?) -> Effect {
    state = .saving(account, failure)
    return .save(account, isNamed: request.name != nil)
  }

  private mutating func end(_ ending: Ending) -> Effect {
    state = .ended
    return .end(ending)
  }
}

/// An account that was added to the list, or changed in it.
package struct AddedAccount: Sendable {
  package let account: ListedAccount
  /// Whether the list had no account with its address before.
  package let isNew: Bool
  /// The reason why the password is not in the keyring, which may still have an older one; nil if
  /// it is stored there.
  package let keyringFailure: KeyringFailure?
}

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

/// The present step of an ``AccountSetupRun``.
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

extension AccountSetupRun {
  /// A run with a password that the user has already typed.
  ///
  /// - Parameters:
  ///   - report: called for each step as it begins, from any thread.
  ///   - ask: asks a person.
  package init(
    password: String,
    log: (@Sendable (String) -> Void)? = AccountAccess().log,
    report: @escaping @Sendable (AccountSetupStep) -> Void,
    ask: @escaping @Sendable (AccountSetup.Question) async throws -> Bool
  ) {
    self.init(
      search: { address in
        report(.searching(domain: address.domain))
        return try await ServerSearch.run(for: address, trust: ServerAccount.trust([])) {
          if case .asking(.database) = $0 { report(.askingDatabase(domain: address.domain)) }
        }
      },
      check: { account in
        let address = account.address
        report(.connecting(address))
        try await AccountCheck.run(
          address,
          trust: ServerAccount.trust(account.pins),
          credentials: CredentialSource { _ in .password(password) },
          log: log,
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

  /// Removes the entry last, so that a failed removal can be repeated. If the list of accounts cannot
  /// be written, nothing is removed.
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
    removed.store = try await Mailbox.removeStore(
      of: ServerAccount.make(account.address, account),
      marks: MarkFile()
    )
    let id = account.id
    try await ReadingThreads.run { try file.change { $0.remove(id) } }
    return removed
  }
}
