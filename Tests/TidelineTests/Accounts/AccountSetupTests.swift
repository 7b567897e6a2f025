import Foundation
import Testing
import TidelineProgram

@testable import Mail
@testable import Network

/// The steps and questions while an account is added.
struct AccountSetupTests {
  private static let ann = ServerAddress(user: "ann@tide.example", host: "imap.tide.example")
  private let address: AccountAddress
  private let found: AccountSetup.Event
  private let elsewhere: AccountSetup.Event
  private static let emptyList = AccountSetup.Event.read(AccountList())
  private static let noKeyring = AccountSetup.Event.failed(KeyringFailure.failed(reason: "nobody"))
  private static let refused = AccountSetup.Event.failed(
    MailError.server(ServerFailure(.loginRefused, host: ann.host, reason: "no"))
  )

  init() throws {
    address = try AccountAddress("ann@tide.example")
    found = .found(FoundServer(Self.ann, for: address))
    let other = ServerAddress(user: "ann", host: "imap.hoster.example")
    elsewhere = .found(FoundServer(other, for: address))
  }

  private static func untrusted(
    _ digit: String = "a",
    _ problems: CertificateDescription.Problems = .unknownAuthority
  ) throws -> AccountSetup.Event {
    let certificate = CertificateDescription(
      subject: "CN=sea",
      issuer: nil,
      notBefore: 0,
      notAfter: nil,
      fingerprint: try fingerprint(digit),
      problems: problems
    )
    return .failed(
      MailError.network(
        NetworkError(
          host: ann.host,
          port: 993,
          step: .handshake,
          kind: .certificateUntrusted(certificate)
        )
      )
    )
  }

  private static func fingerprint(_ digit: String) throws -> CertificateFingerprint {
    try #require(CertificateFingerprint(hexadecimal: String(repeating: digit, count: 64)))
  }

  private static func saved(_ setup: Walk) -> AccountSetup.Event {
    .saved(setup.account ?? ListedAccount(name: "?", address: ann))
  }

  @Test func anAddressLeadsToAnAccountWithoutAQuestion() {
    var walk = Walk(.init(.of(address)))
    walk.take(found, Self.emptyList, .checked, .stored)
    walk.take(Self.saved(walk))
    #expect(walk.path == "search readList check store save added")
    #expect(walk.account?.isInKeyring == true)
    #expect(walk.account?.name == "ann@tide.example")
    #expect(walk.setup.request.server == .known(Self.ann))
  }

  @Test func aKnownServerIsNotLookedFor() {
    var walk = Walk(.init(.known(Self.ann), name: "Tide"))
    walk.take(Self.emptyList)
    #expect(walk.path == "readList check")
    #expect(walk.account?.name == "Tide")
  }

  @Test func aServerElsewhereIsConfirmedBeforeThePasswordIsSent() {
    var walk = Walk(.init(.of(address)))
    walk.take(elsewhere)
    #expect(walk.path == "search ask-elsewhere")
    var declined = walk
    declined.take(.answered(false))
    #expect(declined.path == "search ask-elsewhere declined")
    #expect(declined.setup.request.server == .of(address))
    walk.take(.answered(true), Self.emptyList)
    #expect(walk.path == "search ask-elsewhere readList check")
    #expect(walk.account?.address.host == "imap.hoster.example")
  }

  @Test func aNameThatIsTakenIsKnownBeforeThePasswordIsSent() throws {
    var list = AccountList()
    try list.put(
      ListedAccount(name: "Tide", address: ServerAddress(user: "bo", host: "b.example"))
    )
    var walk = Walk(.init(.known(Self.ann), name: "Tide"))
    walk.take(.read(list))
    #expect(walk.path == "readList failed")
  }

  @Test func whatIsThereAlreadyIsChanged() throws {
    var list = AccountList()
    let before = ListedAccount(name: "Tide", address: Self.ann, pins: [try Self.fingerprint("b")])
    try list.put(before)
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(.read(list), .checked, .stored)
    var after = before
    after.isInKeyring = true
    #expect(walk.account == after)
    walk.take(.saved(after))
    #expect(walk.isNew == false)
  }

  @Test func aCertificateThatIsAcceptedIsTheOnlyOneFromThenOn() throws {
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(Self.emptyList, try Self.untrusted("a"))
    #expect(walk.path == "readList check ask-certificate")
    walk.take(.answered(true))
    #expect(walk.account?.pins == [try Self.fingerprint("a")])
    // Another attempt, after a wrong password, does not ask about the certificate again.
    var again = walk
    again.take(Self.refused)
    #expect(again.path == "readList check ask-certificate check failed")
    #expect(again.setup.request.pins == [try Self.fingerprint("a")])
    walk.take(.checked, .stored)
    #expect(walk.account?.pins == [try Self.fingerprint("a")])
  }

  @Test func aSecondCertificateIsNotAskedAbout() throws {
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(Self.emptyList, try Self.untrusted("a"), .answered(true), try Self.untrusted("b"))
    #expect(walk.path == "readList check ask-certificate check failed")
  }

  @Test func aCertificateIsDeclinedOrRevoked() throws {
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(Self.emptyList, try Self.untrusted(), .answered(false))
    #expect(walk.path == "readList check ask-certificate declined")
    #expect(walk.setup.request.pins.isEmpty)
    var revoked = Walk(.init(.known(Self.ann)))
    revoked.take(Self.emptyList, try Self.untrusted("a", [.unknownAuthority, .revoked]))
    #expect(revoked.path == "readList check failed")
  }

  @Test func aWrongPasswordEndsItBeforeAnythingIsKept() {
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(Self.emptyList, Self.refused)
    #expect(walk.path == "readList check failed")
  }

  @Test func withoutAKeyringTheAccountIsAddedWhereThatIsWanted() {
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(Self.emptyList, .checked, Self.noKeyring)
    var declined = walk
    declined.take(.answered(false))
    #expect(declined.path == "readList check store ask-keyring declined")
    walk.take(.answered(true))
    walk.take(Self.saved(walk))
    #expect(walk.path == "readList check store ask-keyring save added")
    #expect(walk.account?.isInKeyring == false)
    #expect(walk.keyringFailure == KeyringFailure.failed(reason: "nobody"))
  }

  @Test func aPasswordWithoutAnAccountIsTakenOutOfTheKeyring() {
    let full = AccountSetup.Event.failed(AccountListError.busy(path: "/list"))
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(Self.emptyList, .checked, .stored, full)
    #expect(walk.path == "readList check store save remove")
    var locked = walk
    walk.take(.removed)
    #expect(walk.path == "readList check store save remove failed")
    locked.take(Self.noKeyring)
    #expect(locked.failure as? AccountListError == .busy(path: "/list"))
    var without = Walk(.init(.known(Self.ann)))
    without.take(Self.emptyList, .checked, Self.noKeyring, .answered(true), full)
    #expect(without.path == "readList check store ask-keyring save failed")
  }

  @Test func anOlderPasswordIsNotForgottenWhereANewOneCannotBeKept() throws {
    var list = AccountList()
    let before = ListedAccount(name: "Tide", address: Self.ann, isInKeyring: true)
    try list.put(before)
    var walk = Walk(.init(.known(Self.ann)))
    walk.take(.read(list), .checked)
    var unsaved = walk
    walk.take(Self.noKeyring, .answered(true))
    // The older password stays in the keyring, and is removed with the account.
    #expect(walk.account == before)
    unsaved.take(.stored, .failed(AccountListError.busy(path: "/list")))
    #expect(unsaved.path == "readList check store save failed")
  }

  @Test func aSearchThatFindsNothingEndsIt() {
    var walk = Walk(.init(.of(address)))
    walk.take(.failed(ServerSearchFailure.notFound(domain: "tide.example")))
    #expect(walk.path == "search failed")
  }
}

/// A setup, and the effects that it has had.
private struct Walk {
  private(set) var setup: AccountSetup
  private(set) var path = ""
  /// The account in the last effect that contains one.
  private(set) var account: ListedAccount?
  private(set) var isNew: Bool?
  private(set) var keyringFailure: KeyringFailure?
  private(set) var failure: (any Error)?

  init(_ request: AccountSetup.Request) {
    setup = AccountSetup(request)
    note(setup.start())
  }

  mutating func take(_ events: AccountSetup.Event...) {
    for event in events { note(setup.take(event)) }
  }

  private mutating func note(_ effect: AccountSetup.Effect) {
    let name: String
    switch effect {
    case .search: name = "search"
    case .ask(.serverElsewhere): name = "ask-elsewhere"
    case .ask(.certificate): name = "ask-certificate"
    case .ask(.noKeyring): name = "ask-keyring"
    case .readList: name = "readList"
    case .check(let account): (name, self.account) = ("check", account)
    case .storePassword(let account): (name, self.account) = ("store", account)
    case .save(let account, _): (name, self.account) = ("save", account)
    case .removePassword: name = "remove"
    case .end(.added(let added)):
      name = "added"
      (account, isNew, keyringFailure) = (added.account, added.isNew, added.keyringFailure)
    case .end(.declined): name = "declined"
    case .end(.failed(let error)): (name, failure) = ("failed", error)
    }
    path += path.isEmpty ? name : " \(name)"
  }
}
