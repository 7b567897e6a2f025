import Mail
import Testing
import TidelineProgram

@testable import Tideline

/// The times at which the user is asked for a password.
@MainActor
struct PasswordQuestionTests {
  @Test(.timeLimit(.minutes(120)))
  func inTheBackgroundThereIsNoPasswordAtOnceEvenWithoutAWindow() async throws {
    let address = try #require(ServerAddress(url: "imaps://ann@tide.example/"))
    let ask = try #require(PasswordQuestion.access.ask)
    let answer = try await PasswordQuestion.$isAllowed.withValue(false) {
      // Asks in an unstructured task, as when a connection is opened.
      try await Task { try await ask(PasswordRequest(address: address)) }.value
    }
    #expect(answer == nil)
  }
}
