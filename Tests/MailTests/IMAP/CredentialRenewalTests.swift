import Synchronization
import Testing

@testable import Mail

/// A log-in whose credential the server refuses, when another credential may be available.
struct CredentialRenewalTests {
  /// - Parameter good: the credential that the server accepts.
  /// - Returns: the credentials tried, in order.
  private func logIn(
    _ first: Credential,
    or renewed: (@Sendable () async throws -> Credential)?,
    good: Credential?
  ) async -> (tried: [Credential], accepted: [Credential], failure: ServerFailure?) {
    let tried = Mutex<[Credential]>([])
    let accepted = Mutex<[Credential]>([])
    do {
      let source = CredentialSource(
        { _ in first },
        renewed: { _ in try await renewed?() },
        accepted: { credential in accepted.withLock { $0.append(credential) } },
        refusal: .signInNeeded
      )
      try await IMAPLogin.run(with: source) { credential in
        let credential = try await credential()
        tried.withLock { $0.append(credential) }
        if credential != good {
          throw ServerFailure(.loginRefused, host: "a.example", reason: "no")
        }
      }
      return (tried.withLock { $0 }, accepted.withLock { $0 }, nil)
    } catch {
      return (tried.withLock { $0 }, accepted.withLock { $0 }, error as? ServerFailure)
    }
  }

  private let old = Credential.token("old")
  private let new = Credential.token("new")

  @Test func whatIsTakenIsNotRenewed() async {
    let result = await logIn(old, or: { [new] in new }, good: old)
    #expect(result.tried == [old])
    #expect(result.accepted == [old])
    #expect(result.failure == nil)
  }

  @Test func whatIsRefusedIsRenewedOnce() async {
    let result = await logIn(old, or: { [new] in new }, good: new)
    #expect(result.tried == [old, new])
    #expect(result.accepted == [new])
    #expect(result.failure == nil)
  }

  /// After a sleep, for example, the keyring may be locked.
  @Test(arguments: [true, false])
  func onlyWhoWaitsForAConnectionIsAsked(_ mayAsk: Bool) async throws {
    let source = CredentialSource({ .password($0 ? "asked" : "kept") })
    let used = try await IMAPLogin.run(with: source, mayAsk: mayAsk) { try await $0() }
    #expect(used == .password(mayAsk ? "asked" : "kept"))
  }

  @Test func afterThatItsUserHasToSignIn() async {
    let result = await logIn(old, or: { [new] in new }, good: nil)
    #expect(result.tried == [old, new])
    #expect(result.accepted.isEmpty)
    #expect(result.failure?.kind == .signInNeeded)
  }

  @Test func whatWasMistypedIsTypedAgain() async {
    let typed = Mutex(["once", "twice", "right", "never"])
    let result = await logIn(
      .password("kept"),
      or: { .password(typed.withLock { $0.removeFirst() }) },
      good: .password("right")
    )
    #expect(result.tried == ["kept", "once", "twice", "right"].map(Credential.password))
    #expect(result.accepted == [.password("right")])
    #expect(typed.withLock { $0 } == ["never"])
  }

  @Test func theSameIsNotTriedTwice() async {
    let result = await logIn(old, or: { [old] in old }, good: nil)
    #expect(result.tried == [old])
    #expect(result.failure?.kind == .signInNeeded)
  }

  @Test func withoutAWayToRenewItThePasswordIsWrong() async {
    let result = await logIn(old, or: nil, good: nil)
    #expect(result.tried == [old])
    #expect(result.failure?.kind == .loginRefused)
  }

  @Test func whatFailsInRenewingIsTheFailure() async {
    let failure = ServerFailure(.passwordMissing, host: "a.example", reason: "gone")
    let result = await logIn(old, or: { throw failure }, good: nil)
    #expect(result.failure == failure)
  }
}
