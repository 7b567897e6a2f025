import Foundation
import MailTesting
import Synchronization
import Testing

@testable import Mail

/// The password is never shown, neither in an error nor in the log of the dialogue, even if the
/// server echoes its input.
struct EchoedSecretTests {
  private static let kinds = [ServerTraits.rich, .poor]
  private static let message =
    Data("\0\(ServerSession.user)\0\(ServerSession.password)".utf8).base64EncodedString()
  private static let login = #"LOGIN "ann@example.org" "a \"secret\" \\ word""#

  /// Refreshes the inbox of a server that refuses these commands.
  ///
  /// - Returns: the error, and all words: the log's, the reasons' and the error's.
  private func said(
    _ traits: ServerTraits,
    password: String = ServerSession.password,
    refusing answer: @escaping @Sendable (String) -> String?
  ) async throws -> (error: MailError?, all: String) {
    let this = try IMAPCase(traits, count: 3)
    let lines = Mutex<[String]>([])
    this.server.refuse(answer)
    let account = this.server.account(
      .server(UUID()),
      password: password,
      log: { line in lines.withLock { $0.append(line) } }
    ) { ScheduledMail.now }
    let mailbox = try await Mailbox.open(account, store: this.folder.file("store.sqlite"))
    var failure: MailError?
    do {
      let result = try await mailbox.refresh(for: .inbox)
      lines.withLock { $0 += result.skipped.map(\.reason) }
    } catch let error as MailError {
      failure = error
      lines.withLock { $0.append("\(error)") }
    }
    return (failure, lines.withLock { $0.joined(separator: "\n") })
  }

  @Test(
    arguments: kinds,
    [
      ("AUTHENTICATE", "NO not AUTHENTICATE PLAIN \(message)"), ("LOGIN", "BAD \(login)"),
      ("AUTHENTICATE", "BAD [X-\(message)] \(login)"),
      ("", "NO [ALERT] \(message)\r\n* BYE \(login)"), ("LIST", "NO \(login) \(message)"),
      ("EXAMINE", "NO [NONEXISTENT] \(login)"), ("UID", "NO \(login)"), ("FETCH", "BAD \(login)"),
    ]
  )
  func isNotInWhatIsSaid(_ traits: ServerTraits, _ refused: (name: String, answer: String))
    async throws
  {
    let said = try await said(traits) { $0.hasPrefix(refused.name) ? refused.answer : nil }.all
    #expect(said.contains("…"))
    for piece in ["secret", Self.message.dropFirst(8), Self.message.dropLast(8)] as [Substring] {
      #expect(!said.contains(piece), "\(said)")
    }
  }

  /// A server can write the password in more ways than a search could know.
  @Test(
    arguments: kinds,
    [
      "NO zebra", "BAD [X-ZEBRA] zebra", "NO [REFERRAL imap://zebra/] zebra",
      "NO [ALERT] too many zebra", "NO [CAPABILITY ZEBRA] zebra", "NO unsupported mechanism zebra",
      "NO zebra is authenticated but not connected", "NO [AUTHENTICATIONFAILED] zebra",
      "OK\r\n* BYE zebra", "NO\r\n* CAPABILITY ZEBRA",
    ]
  )
  func aFailedLoginIsToldWithoutTheServersWords(_ traits: ServerTraits, _ answer: String)
    async throws
  {
    let said = try await said(traits) {
      // The second line comes first, while the login is not yet answered.
      let lines = answer.split(separator: "\r\n")
      guard $0.hasPrefix("AUTHENTICATE") || $0.hasPrefix("LOGIN") else { return nil }
      return lines.count == 1 ? answer : "NOTHING\r\n\(lines[1])\r\n* OK zebra"
    }
    #expect(said.error != nil)
    #expect(!said.all.lowercased().contains("zebra"), "\(said.all)")
  }

  @Test(
    arguments: [
      ("wrong", "NO [AUTHENTICATIONFAILED] wrong", "the name or the password is wrong"),
      ("many", "NO [LIMIT] too many", "there are too many connections"),
    ]
  )
  func aPasswordThatIsAWordOfOursCutsNoneOfOurs(
    _ password: String,
    _ answer: String,
    _ sentence: String
  ) async throws {
    let error = try await said(.rich, password: password) {
      $0.hasPrefix("AUTHENTICATE") || $0.hasPrefix("LOGIN") ? answer : nil
    }.error
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test func aSentenceIsCut() async throws {
    let this = try IMAPCase(.rich, count: 3)
    let long = String(repeating: "no ", count: 1 << 20)
    this.server.refuse { $0.hasPrefix("EXAMINE") ? "NO \(long)" : nil }
    let session = try await this.server.session()
    let failure = await #expect(throws: DialogueFailure.self) { try await session.examine("INBOX") }
    #expect(failure?.reason.count == 501)
  }
}
