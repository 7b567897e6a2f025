import Foundation
import Testing
import TidelineProgram

@testable import Mail
@testable import Network

/// The steps and questions while an account is added.
struct AccountSetupTests {
  private static let ann = ServerAddress(user: "ann@tide.example", host: "imap.tide.example")
  private static let noKeyring = KeyringFailure.failed(reason: "nobody")
  private static let refused = MailError.server(
    ServerFailure(.loginRefused, host: ann.host, reason: "no")
  )
  private let address: AccountAddress
  private let elsewhere: FoundServer

  init() throws {
    address = try AccountAddress("ann@tide.example")
    elsewhere = FoundServer(ServerAddress(user: "ann", host: "imap.hoster.example"), for: address)
  }

  private static func untrusted(
    _ digit: String = "a",
    _ problems: CertificateDescription.Problems = .unknownAuthority
  ) throws -> MailError {
    let certificate = CertificateDescription(
      subject: "CN=sea",
      issuer: nil,
      notBefore: 0,
      notAfter: nil,
      fingerprint: try fingerprint(digit),
      problems: problems
    )
    return .network(
      NetworkError(
        host: ann.host,
        port: 993,
        step: .handshake,
        kind: .certificateUntrusted(certificate)
      )
    )
  }

  private static func fingerprint(_ digit: String) throws -> CertificateFingerprint {
    try #require(CertificateFingerprint(hexadecimal: String(repeating: digit, count: 64)))
  }

  @Test func anAddressLeadsToAnAccountWithoutAQuestion() async throws {
    let walk = try Walk(found: FoundServer(Self.ann, for: address))
    try await walk.run(.init(.of(address)))
    #expect(walk.path == "search check store added")
    #expect(walk.added?.account.isInKeyring == true)
    #expect(walk.added?.account.name == "ann@tide.example")
    #expect(walk.listed == walk.added?.account)
    #expect(walk.request?.server == .known(Self.ann))
  }

  @Test func aKnownServerIsNotLookedFor() async throws {
    let walk = try Walk()
    try await walk.run(.init(.known(Self.ann), name: "Tide"))
    #expect(walk.path == "check store added")
    #expect(walk.listed?.name == "Tide")
  }

  @Test func aServerElsewhereIsConfirmedBeforeThePasswordIsSent() async throws {
    let walk = try Walk(found: elsewhere)
    try await walk.run(.init(.of(address)))
    #expect(walk.path == "search ask-elsewhere check store added")
    #expect(walk.listed?.address.host == "imap.hoster.example")
    let declined = try Walk(found: elsewhere, agrees: false)
    try await declined.run(.init(.of(address)))
    #expect(declined.path == "search ask-elsewhere declined")
    #expect(declined.request?.server == .of(address))
  }

  @Test func aNameThatIsTakenIsKnownBeforeThePasswordIsSent() async throws {
    let other = ServerAddress(user: "bo", host: "b.example")
    let walk = try Walk(listed: ListedAccount(name: "Tide", address: other))
    try await walk.run(.init(.known(Self.ann), name: "Tide"))
    #expect(walk.path == "failed")
  }

  @Test func whatIsThereAlreadyIsChanged() async throws {
    var account = ListedAccount(name: "Tide", address: Self.ann, pins: [try Self.fingerprint("b")])
    let walk = try Walk(listed: account)
    try await walk.run(.init(.known(Self.ann)))
    account.isInKeyring = true
    #expect(walk.listed == account)
    #expect(walk.added?.isNew == false)
  }

  @Test func aCertificateThatIsAcceptedIsTheOnlyOneFromThenOn() async throws {
    let walk = try Walk(checks: [try Self.untrusted("a"), nil])
    try await walk.run(.init(.known(Self.ann)))
    #expect(walk.path == "check ask-certificate check store added")
    #expect(walk.listed?.pins == [try Self.fingerprint("a")])
    // Another attempt, after a wrong password, does not ask about the certificate again.
    let again = try Walk(checks: [try Self.untrusted("a"), Self.refused])
    try await again.run(.init(.known(Self.ann)))
    #expect(again.path == "check ask-certificate check failed")
    #expect(again.request?.pins == [try Self.fingerprint("a")])
  }

  @Test func aSecondCertificateIsNotAskedAbout() async throws {
    let walk = try Walk(checks: [try Self.untrusted("a"), try Self.untrusted("b")])
    try await walk.run(.init(.known(Self.ann)))
    #expect(walk.path == "check ask-certificate check failed")
  }

  @Test func aCertificateIsDeclinedOrRevoked() async throws {
    let walk = try Walk(checks: [try Self.untrusted()], agrees: false)
    try await walk.run(.init(.known(Self.ann)))
    #expect(walk.path == "check ask-certificate declined")
    #expect(walk.request?.pins.isEmpty == true)
    let revoked = try Walk(checks: [try Self.untrusted("a", [.unknownAuthority, .revoked])])
    try await revoked.run(.init(.known(Self.ann)))
    #expect(revoked.path == "check failed")
  }

  @Test func aWrongPasswordEndsItBeforeAnythingIsKept() async throws {
    let walk = try Walk(checks: [Self.refused])
    try await walk.run(.init(.known(Self.ann)))
    #expect(walk.path == "check failed")
    #expect(walk.listed == nil)
  }

  @Test func withoutAKeyringTheAccountIsAddedWhereThatIsWanted() async throws {
    let declined = try Walk(store: Self.noKeyring, agrees: false)
    try await declined.run(.init(.known(Self.ann)))
    #expect(declined.path == "check store ask-keyring declined")
    let walk = try Walk(store: Self.noKeyring)
    try await walk.run(.init(.known(Self.ann)))
    #expect(walk.path == "check store ask-keyring added")
    #expect(walk.listed?.isInKeyring == false)
    #expect(walk.added?.keyringFailure == Self.noKeyring)
  }

  @Test func aPasswordWithoutAnAccountIsTakenOutOfTheKeyring() async throws {
    let walk = try Walk(isListLocked: true)
    try await walk.run(.init(.known(Self.ann)))
    #expect(walk.path == "check store remove failed")
    #expect(walk.failure is AccountListError)
    let without = try Walk(store: Self.noKeyring, isListLocked: true)
    try await without.run(.init(.known(Self.ann)))
    #expect(without.path == "check store ask-keyring failed")
    let cancelled = try Walk(store: CancellationError())
    await #expect(throws: CancellationError.self) {
      try await cancelled.run(.init(.known(Self.ann)))
    }
    #expect(cancelled.path == "check store remove")
  }

  @Test func anOlderPasswordIsNotForgottenWhereANewOneCannotBeKept() async throws {
    let before = ListedAccount(name: "Tide", address: Self.ann, isInKeyring: true)
    let walk = try Walk(listed: before, store: Self.noKeyring)
    try await walk.run(.init(.known(Self.ann)))
    // The older password stays in the keyring, and is removed with the account.
    #expect(walk.listed == before)
    let unsaved = try Walk(listed: before, isListLocked: true)
    try await unsaved.run(.init(.known(Self.ann)))
    #expect(unsaved.path == "check store failed")
  }

  @Test func aSearchThatFindsNothingEndsIt() async throws {
    let walk = try Walk()
    try await walk.run(.init(.of(address)))
    #expect(walk.path == "search failed")
  }
}

/// A setup with a list of its own, which notes its steps.
private final class Walk {
  private(set) var path = ""
  private(set) var request: AccountSetup.Request?
  private(set) var added: AddedAccount?
  private(set) var failure: (any Error)?
  private let steps = Steps()
  private let folder: TestFolder
  private let found: FoundServer?
  private let checks: [(any Error)?]
  private let store: (any Error)?
  private let agrees: Bool
  private var file: AccountListFile { AccountListFile(path: folder.path + "/accounts.json") }

  /// The steps, and the results of the checks that are still to come.
  private actor Steps {
    private(set) var names: [String] = []
    private var checks: [(any Error)?] = []

    func prepare(_ checks: [(any Error)?]) { self.checks = checks }

    func take(_ name: String) { names.append(name) }

    func check() throws {
      take("check")
      if !checks.isEmpty, let error = checks.removeFirst() { throw error }
    }
  }

  /// - Parameters:
  ///   - found: the result of the search; nil if it finds no server.
  ///   - listed: the account that is in the list before.
  ///   - checks: the errors of the checks, in order; nil for one that succeeds.
  ///   - store: the error of storing the password.
  ///   - agrees: the answer to all questions.
  ///   - isListLocked: whether the list can be read, but not changed.
  init(
    found: FoundServer? = nil,
    listed: ListedAccount? = nil,
    checks: [(any Error)?] = [],
    store: (any Error)? = nil,
    agrees: Bool = true,
    isListLocked: Bool = false
  ) throws {
    (self.found, self.checks, self.store, self.agrees) = (found, checks, store, agrees)
    folder = try TestFolder()
    if let listed { try file.change { try $0.put(listed) } }
    guard isListLocked else { return }
    let lock = file.path + ".lock"
    try? FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
  }

  /// The account in the list.
  var listed: ListedAccount? { try? file.read().accounts.first }

  func run(_ request: AccountSetup.Request) async throws {
    let (steps, found, store, agrees) = (steps, found, store, agrees)
    await steps.prepare(checks)
    var passwords = PasswordStore()
    passwords.store = { _, _ in
      await steps.take("store")
      if let store { throw store }
    }
    passwords.remove = { _ in await steps.take("remove") }
    let setup = AccountSetup(
      file: file,
      passwords: passwords,
      search: { address in
        await steps.take("search")
        guard let found else { throw ServerSearchFailure.notFound(domain: address.domain) }
        return found
      },
      check: { _ in
        try await steps.check()
        return "password"
      },
      ask: { question in
        switch question {
        case .serverElsewhere: await steps.take("ask-elsewhere")
        case .certificate: await steps.take("ask-certificate")
        case .noKeyring: await steps.take("ask-keyring")
        }
        return agrees
      }
    )
    var request = request
    let ending: AccountSetup.Ending
    do {
      ending = try await setup.run(&request)
    } catch {
      path = await steps.names.joined(separator: " ")
      throw error
    }
    self.request = request
    switch ending {
    case .added(let added):
      await steps.take("added")
      self.added = added
    case .declined: await steps.take("declined")
    case .failed(let error):
      await steps.take("failed")
      failure = error
    }
    path = await steps.names.joined(separator: " ")
  }
}
