import IMAP
import MailTesting
import Network
import Synchronization
import Testing

@testable import Mail

/// Servers that refuse a mechanism, a password, or all log-ins for a while.
@Suite struct LoginTests {
  private func refresh(
    _ traits: ServerTraits = .rich,
    refusing answer: String
  ) async throws -> (commands: [String], error: MailError?) {
    let this = try IMAPCase(traits, count: 3)
    this.server.refuse { $0.hasPrefix("AUTHENTICATE") ? answer : nil }
    do {
      _ = try await this.open().refresh(for: .inbox)
      return (this.server.commands, nil)
    } catch let error as MailError {
      return (this.server.commands, error)
    }
  }

  @Test(arguments: [
    "BAD command unknown", "NO [CANNOT] not supported here", "NO unsupported mechanism",
    "BAD AUTHENTICATE PLAIN is unavailable", "NO AUTHENTICATE failed.",
  ])
  func aRefusedMechanismIsNoRefusedPassword(_ answer: String) async throws {
    let (commands, error) = try await refresh(refusing: answer)
    #expect(error == nil)
    #expect(commands.prefix(2).map { $0.prefix { $0 != " " } } == ["AUTHENTICATE", "LOGIN"])
  }

  @Test(arguments: [
    "NO [AUTHENTICATIONFAILED] no", "NO [EXPIRED] no", "NO [LIMIT] no", "NO [UNAVAILABLE] no",
    "NO [INUSE] no", "NO Invalid credentials (Failure)",
  ])
  func aRefusalForAnotherReasonIsNotTriedInAnotherWay(_ answer: String) async throws {
    let (commands, error) = try await refresh(refusing: answer)
    #expect(error != nil)
    #expect(!commands.contains { $0.hasPrefix("LOGIN") })
  }

  @Test func whereLoginIsDisabledItIsNotTried() async throws {
    var traits = ServerTraits.rich
    traits.capabilities.insert("LOGINDISABLED")
    let (commands, error) = try await refresh(traits, refusing: "BAD command unknown")
    #expect(!commands.contains { $0.hasPrefix("LOGIN") })
    guard case .server(let failure) = error else { throw ResponseError.malformed }
    #expect(failure.kind == .refused)
  }

  /// A wrong port: HTTP, SSH, SMTP, POP3.
  @Test(arguments: [
    "HTTP/1.1 400 Bad Request", "SSH-2.0-OpenSSH_9.2", "220 mail.example.org ESMTP", "+OK ready",
  ])
  func aServerOfAnotherProtocolIsSaidToBeOne(_ line: String) async throws {
    let failure = await #expect(throws: ServerFailure.self) {
      _ = try await IMAPSession.begin(
        on: GreetingStream(line: line),
        to: ServerAddress(user: "ann", host: "mail.example.org"),
        { throw CancellationError() },
        log: nil
      )
    }
    #expect(failure?.reason == "it is no IMAP server; check the port")
  }

  private static func failure(_ line: String) throws -> ServerFailure {
    guard case .tagged(_, let status) = try responses("T \(line)\r\n").first else {
      throw ResponseError.malformed
    }
    return ServerFailure(status, at: "AUTHENTICATE", host: "imap.example.org")
  }

  private static let passing = [
    "NO [ALERT] Too many simultaneous connections. (Failure)",
    "NO Account is temporarily unavailable", "NO [LIMIT] Rate limit hit.", "NO [INUSE] one moment",
    "NO [UNAVAILABLE] Temporary authentication failure", "NO [OVERQUOTA] mailbox is full",
    "NO [WEBALERT https://accounts.example/] Web login required.",
    "NO [ALERT] Please log in via your web browser: https://accounts.example/",
    "NO Maximum number of connections from user+IP exceeded", "NO System Error (Failure)",
    "NO Login fail. login frequency limited", "NO Backend timeout", "NO Server shutting down",
    "NO [ALERT] IMAP access is disabled for your domain.",
    "NO [ALERT] Please turn on IMAP in your account settings",
  ]

  @Test(arguments: passing)
  func aRefusalThatPassesSaysWhy(_ line: String) throws {
    let failure = try Self.failure(line)
    #expect(failure.kind == .notNow)
    #expect(!failure.isAboutLogin)
    let sentence = MailError.server(failure).description
    #expect(failure.reason != "it gives a reason that is not shown")
    #expect(!sentence.contains(line.split(separator: "] ").last ?? ""))
    #expect(!sentence.contains("password"))
    // The log-in is tried again, after a pause.
    #expect(MailError.server(failure).isOffline)
  }

  @Test(arguments: [
    "NO [AUTHENTICATIONFAILED] Too many wrong passwords", "NO [EXPIRED] change it, then try again",
    "NO LOGIN failed.", "NO Invalid password, please try again",
    "NO authentication against LDAP failed", "NO Wrong username or password. Try again later.",
    "NO Login fail. Your account or password is incorrect, login limit reached or server busy",
  ])
  func aRefusalThatStaysPutsThePasswordInDoubt(_ line: String) throws {
    #expect(try Self.failure(line).kind == .loginRefused)
  }

  @Test(arguments: [
    ("NO [AUTHENTICATIONFAILED] no", "the name or the password is wrong"),
    ("NO Invalid credentials (Failure)", "the name or the password is wrong"),
    ("NO [EXPIRED] no", "the password has expired"),
    ("NO [ALERT] Application-specific password required", "it asks for an app password"),
    ("NO nein", "it gives a reason that is not shown"),
  ])
  func aRefusalIsToldByItsClass(_ line: String, _ reason: String) throws {
    #expect(try Self.failure(line).reason.hasPrefix(reason))
  }

  @Test(arguments: passing)
  func nobodyIsAskedForAnotherPassword(_ line: String) async throws {
    let isAsked = Mutex(false)
    let source = CredentialSource(
      { _ in .password("one") },
      renewed: { _ in
        isAsked.withLock { $0 = true }
        return .password("other")
      }
    )
    await #expect(throws: ServerFailure.self) {
      try await IMAPLogin.run(with: source) { credential in
        _ = try await credential()
        throw try Self.failure(line)
      }
    }
    #expect(isAsked.withLock { !$0 })
  }
}

/// A password or a token is never printed, not even in the message of a crash.
struct CredentialTests {
  @Test(arguments: [Credential.password("staaf"), .token("staaf")])
  func hasNoDescriptionWithTheSecret(_ credential: Credential) {
    var dumped = ""
    dump([credential], to: &dumped)
    for text in [dumped, "\(credential)", "\(Optional(credential) as Any)"] {
      #expect(text.contains("…"))
      #expect(!text.contains("staaf"))
    }
  }
}

/// An account's URL is read and written.
struct ServerAddressTests {
  @Test(arguments: [
    ("imaps://ann@a.example/", "ann", "a.example", 993, ServerAddress.Security.tls),
    ("imaps://ann@a.example", "ann", "a.example", 993, .tls),
    ("IMAPS://ann@A.Example/", "ann", "a.example", 993, .tls),
    ("imap://ann@a.example/", "ann", "a.example", 143, .startTLS),
    ("imaps://ann@a.example:994/", "ann", "a.example", 994, .tls),
    ("imaps://ann%40b.example@a.example/", "ann@b.example", "a.example", 993, .tls),
    ("imaps://a%3Ab%2F%20c@a.example/", "a:b/ c", "a.example", 993, .tls),
    ("imaps://ann@[::1]:993/", "ann", "::1", 993, .tls),
    ("imaps://ann@127.0.0.1/INBOX", "ann", "127.0.0.1", 993, .tls),
  ])
  func aURLIsReadAndWrittenAgain(
    url: String,
    user: String,
    host: String,
    port: UInt16,
    security: ServerAddress.Security
  ) throws {
    let address = try #require(ServerAddress(url: url))
    #expect(address == ServerAddress(user: user, host: host, port: port, security: security))
    #expect(ServerAddress(url: address.url) == address)
  }

  @Test(arguments: [
    "", "Ann", "/mail", "http://ann@a.example/", "imaps://a.example/", "imaps://@a.example/",
    "imaps://ann@/", "imaps://ann@a.example:0/", "imaps://ann@a.example:65536/",
    "imaps://ann:hush@a.example/", "imaps://ann:@a.example/",
  ])
  func anythingElseIsNone(_ url: String) {
    #expect(ServerAddress(url: url) == nil)
  }
}

/// A server that sends one line, and then waits for its client.
private final class GreetingStream: ServerStream {
  private let line: Mutex<String?>

  init(line: String) { self.line = Mutex(line) }

  func read(_ patience: Connection.Patience) async throws -> [UInt8] {
    let line = line.withLock { line in
      defer { line = nil }
      return line
    }
    guard let line else { throw ServerFailure(.connectionLost, host: "", reason: "silence") }
    return Array("\(line)\r\n".utf8)
  }

  func disregard(_ count: Int) async {}
  func write(_ bytes: [UInt8]) async throws {}
  func protect() async throws {}
  func close() async {}
}
