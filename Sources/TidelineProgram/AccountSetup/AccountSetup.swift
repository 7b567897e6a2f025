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
