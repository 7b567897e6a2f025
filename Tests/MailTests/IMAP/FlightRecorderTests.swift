import MailTesting
import Synchronization
import Testing

@testable import IMAP
@testable import Mail

/// Answers of a server that sends more than was requested.
struct FlightRecorderTests {
  private func answers(_ lines: String) throws -> FlightAnswers {
    let flight = Flight([try .examine("a")], opening: "a")
    var recorder = FlightRecorder(flight, tags: ["T1"], folder: OpenFolder(name: "b"))
    for response in try responses("\(lines)T1 OK done\r\n") { recorder.take(response) }
    #expect(recorder.isDone)
    return recorder.answers
  }

  @Test func remarksAreNotKept() throws {
    let remarks = "* OK [ALERT] a\r\n* FLAGS (a b)\r\n* CAPABILITY A\r\n+ go on\r\n* X\r\n"
    #expect(try answers("\(remarks)* 1 FETCH (UID 3)\r\n").responses.count == 2)
  }

  /// A server could repeat an answer without end.
  @Test func anAnswerThatComesAgainIsNoProgress() throws {
    let flight = Flight(
      [
        try .examine("a"), try .status("b", [.messages]),
        try .uidFetch(NumberSet(1...2), [.uid, .flags]),
      ],
      opening: "a"
    )
    var recorder = FlightRecorder(flight, tags: ["T1", "T2", "T3"], folder: nil)
    for (line, isProgress) in [
      ("* 3 EXISTS", true), ("* 3 EXISTS", false), ("* 4 EXISTS", false),
      ("* STATUS b (MESSAGES 1)", true), ("* STATUS b (MESSAGES 2)", false),
      ("* 1 FETCH (UID 1 FLAGS ())", true), ("* 1 FETCH (UID 1 FLAGS (\\Seen))", false),
      ("* 1 FETCH (UID 1 BODY[TEXT] {1}\r\na)", true),
      ("* 1 FETCH (UID 1 BODY[TEXT] {1}\r\nb)", false),
      ("* 2 FETCH (UID 2 FLAGS ())", true), ("* LIST () \"/\" c", false), ("* SEARCH 1", false),
      ("T1 OK done", true), ("T1 OK done", false), ("T9 OK done", false),
    ] {
      let response = try #require(try responses("\(line)\r\n").first)
      #expect(recorder.take(response) == isProgress, "\(line)")
    }
  }

  @Test func aLogInHasShorterAnswersThanMessages() throws {
    let login = Flight([try .login(user: "a", password: "b")])
    let fetching = Flight([try .uidFetch(NumberSet(1...2), [.flags])])
    #expect(login.byteLimit < ResponseLimits().flight)
    #expect(fetching.byteLimit >= ResponseLimits().flight)
    #expect(Flight([try .examine("a")], opening: "a").byteLimit >= ResponseLimits().flight)
  }

  @Test func beforeAFolderIsClosedAllIsAboutThatOne() throws {
    let answers = try answers("* 1 FETCH (UID 3)\r\n* OK [CLOSED]\r\n* 2 FETCH (UID 5)\r\n")
    #expect(answers.messages.compactMap(\.uid) == [5])
  }

  /// Each further CLOSED would search all earlier responses.
  @Test func aFolderIsClosedOnce() throws {
    let lines = (1...50).map { "* \($0) FETCH (UID \($0))\r\n* OK [CLOSED]\r\n" }
    #expect(try answers(lines.joined()).messages.count == 49)
  }
}

/// The log of a dialogue reads like IMAP, and contains neither passwords nor mail.
struct DialogueLogTests {
  private func line(_ response: Response) -> String {
    let lines = Mutex<[String]>([])
    DialogueLog { line in lines.withLock { $0.append(line) } }.received(response, SecretFilter())
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
    message.sections = [Section(part: [1, 2], .mime): Array("Subject: hush".utf8)]
    #expect(line(.fetch(message)).hasSuffix("* 3 FETCH UID 9, BODY[1.2.MIME] with 13 bytes"))
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
