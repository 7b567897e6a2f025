import IMAP
import Synchronization
import Testing

@testable import Mail

/// The log of a dialogue reads like IMAP, and contains neither passwords nor mail.
struct DialogueLogTests {
  private func line(_ response: Response) -> String {
    let lines = Mutex<[String]>([])
    DialogueLog { line in lines.withLock { $0.append(line) } }.received(
      response,
      SecretFilter()
    )
    return lines.withLock { $0.joined() }
  }

  @Test func whatAServerSaysIsWrittenAsItWroteIt() {
    let refused = Status(.no, code: .authenticationFailed, text: "No.")
    let capable = Status(.ok, code: .capability(Capabilities(["idle", "Id"])), text: "Hello")
    let pairs: [(Response, String)] = [
      (.status(Status(.ok, code: .uidValidity(7), text: "Valid")), "* OK [UIDVALIDITY 7] Valid"),
      (.tagged(tag: "T3", refused), "T3 NO [AUTHENTICATIONFAILED] No."),
      (.status(Status(.bye, text: "Gone")), "* BYE Gone"),
      (.status(capable), "* OK [CAPABILITY ID IDLE] Hello"),
      (.capability(Capabilities(["IDLE"])), "* CAPABILITY IDLE"),
      (.exists(12), "* 12 EXISTS"),
    ]
    for (response, text) in pairs {
      #expect(line(response).hasSuffix(" ms < \(text)"), "\(line(response))")
    }
  }

  @Test func ofMessagesOnlyTheLengthIsWritten() {
    var message = FetchedMessage(sequenceNumber: 3)
    message.uid = 9
    message.sections = [Section(part: [1, 2], .mime, offset: 5): Array("Subject: hush".utf8)]
    #expect(line(.fetch(message)).hasSuffix("* 3 FETCH UID 9, BODY[1.2.MIME]<5> with 13 bytes"))
    #expect(!line(.continuation("aHVzaA==")).contains("aHVz"))
  }

  @Test func theSecretsOfCommandsAreLeftOut() throws {
    let lines = Mutex<[String]>([])
    let log = DialogueLog { line in lines.withLock { $0.append(line) } }
    log.sent(try .authenticate(.plain(user: "ann", password: "hush")), tag: "T1")
    log.sent(try .login(user: "ann", password: "hush"), tag: "T2")
    let text = lines.withLock { $0.joined() }
    #expect(text.contains("T1 AUTHENTICATE PLAIN …"))
    #expect(!text.contains("hush"))
    #expect(try Command.authenticate(.plain(user: "ann", password: "hush")).mechanism == "PLAIN")
    #expect(try Command.login(user: "ann", password: "hush").mechanism == "LOGIN")
    #expect(Command.noop.mechanism == nil)
  }
}
