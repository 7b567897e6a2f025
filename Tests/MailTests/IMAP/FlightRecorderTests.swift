import IMAP
import MailTesting
import Testing

@testable import Mail

/// Answers of a server that sends more than was requested.
struct FlightRecorderTests {
  private func answers(_ lines: String) throws -> FlightAnswers {
    let flight = Flight([try .examine("a")], opening: "a")
    var recorder = FlightRecorder(flight, tags: ["T1"], folder: OpenFolder(name: "b"))
    var parser = ResponseParser()
    parser.append(Array("\(lines)T1 OK done\r\n".utf8))
    while let response = try parser.next() { recorder.take(response) }
    #expect(recorder.isDone)
    return recorder.answers
  }

  @Test func remarksAreNotKept() throws {
    let remarks = "* OK [ALERT] a\r\n* FLAGS (a b)\r\n* CAPABILITY A\r\n+ go on\r\n* X\r\n"
    #expect(try answers("\(remarks)* 1 FETCH (UID 3)\r\n").responses.count == 2)
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
