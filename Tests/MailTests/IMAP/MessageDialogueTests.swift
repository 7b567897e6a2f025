import IMAP
import MailTextTesting
import Testing

@testable import Mail

/// The request for a message, and the use of a server's answers.
struct MessageDialogueTests {
  private static let place = ServerPlace(uid: 7, uidValidity: 3, folder: "INBOX")

  /// Plays a dialogue with a server that answers each flight with these lines.
  private func play(
    hint: String?,
    isOpen: Bool = true,
    _ answers: [Answer]
  ) throws -> (commands: [[String]], read: ReadMessage) {
    let plan = ReadingPlan(hint.map { .structure($0) })
    var dialogue = MessageDialogue(Self.place, plan, isOpen: isOpen)
    var commands: [[String]] = []
    var answer: FlightAnswers?
    while true {
      switch try dialogue.next(answer) {
      case .found(let found): return (commands, MessageReader.read(found, now: 1_700_000_000))
      case .send(let flight):
        commands.append(flight.commands.map(\.description))
        let next = try #require(answers.count >= commands.count ? answers[commands.count - 1] : nil)
        answer = try next.answers(to: flight)
      }
    }
  }

  private enum Answer {
    case sends(FetchedParts)
    case nothing
    case refuses
    case isAnotherFolder

    func answers(to flight: Flight) throws -> FlightAnswers {
      var answers = FlightAnswers(accepting: flight)
      switch self {
      case .sends(let parts): answers.responses = [.fetch(try parts.message)]
      case .nothing: break
      case .refuses: answers.completions[flight.commands.count - 1] = Status(.no)
      case .isAnotherFolder: answers = FlightAnswers(accepting: flight, uidValidity: 4)
      }
      return answers
    }
  }

  private func isForAll(_ commands: [String]) -> Bool {
    commands.last?.contains("BODY.PEEK[]<0.") == true
  }

  // MARK: Round trips

  @Test func aListedMessageTakesOneRoundTrip() throws {
    let (commands, read) = try play(hint: "1,2f", [.sends(.mail())])
    #expect(
      commands == [
        [
          "* UID FETCH 7 (UID INTERNALDATE BODYSTRUCTURE BODY.PEEK[HEADER] BODY.PEEK[1.MIME] "
            + "BODY.PEEK[1]<0.2000000> BODY.PEEK[2.MIME])"
        ]
      ]
    )
    #expect(lines(read.passages) == ["written: High water."])
    #expect(read.attachments.map(\.type) == ["application/pdf"])
  }

  @Test func theFolderIsOpenedInTheSameRoundTrip() throws {
    let (commands, _) = try play(hint: "1,2f", isOpen: false, [.sends(.mail())])
    #expect(commands.count == 1 && commands.first?.count == 2)
    #expect(commands.first?.first == "* EXAMINE \"INBOX\"")
  }

  @Test func otherwiseItsStructureIsAskedForFirst() throws {
    var first = FetchedParts.mail()
    first.sections = first.sections.filter { $0.key == "HEADER" }
    let (commands, read) = try play(hint: nil, isOpen: false, [.sends(first), .sends(.mail())])
    #expect(
      commands == [
        [
          "* EXAMINE \"INBOX\"",
          "* UID FETCH 7 (UID INTERNALDATE BODYSTRUCTURE BODY.PEEK[HEADER])",
        ],
        ["* UID FETCH 7 (UID BODY.PEEK[1.MIME] BODY.PEEK[1]<0.2000000> BODY.PEEK[2.MIME])"],
      ]
    )
    #expect(lines(read.passages) == ["written: High water."])
  }

  @Test func aSmallMessageIsReadWhole() throws {
    let (commands, read) = try play(hint: "*", [.sends(.whole)])
    #expect(commands.count == 1 && isForAll(commands[0]))
    #expect(lines(read.passages) == ["written: All of it."])
  }

  // MARK: Failures

  @Test(arguments: ["t", "", "1.1,1.2", "nonsense"])
  func aHintThatIsWrongShowsNoWrongText(hint: String) throws {
    var first = FetchedParts.mail()
    first.sections = first.sections.filter { $0.key == "HEADER" }
    first.sections["TEXT"] = "--b\n\nraw"
    first.sections["1.1"] = "other"
    let (_, read) = try play(hint: hint, [.sends(first), .sends(.mail())])
    #expect(lines(read.passages) == ["written: High water."])
    #expect(read.attachments.count == 1)
  }

  @Test func aSectionThatTheServerDoesNotHaveMeansAll() throws {
    for name in ["HEADER", "1", "1.MIME", "2.MIME"] {
      var parts = FetchedParts.mail()
      for missing in [nil, .some(nil)] as [String??] {
        parts.sections[name] = missing
        let (commands, read) = try play(hint: "1,2f", [.sends(parts), .sends(.whole)])
        #expect(commands.count == 2 && isForAll(commands[1]), "\(name)")
        #expect(lines(read.passages) == ["written: All of it."])
      }
    }
  }

  @Test(arguments: [nil, "NIL", "()", "\"x\""])
  func aStructureThatMakesNoSenseMeansAll(structure: String?) throws {
    var parts = FetchedParts.mail()
    parts.structure = structure
    let (commands, read) = try play(hint: "1,2f", [.sends(parts), .sends(.whole)])
    #expect(commands.count == 2 && isForAll(commands[1]))
    #expect(lines(read.passages) == ["written: All of it."])
  }

  @Test func aRefusalMeansAll() throws {
    let (commands, read) = try play(hint: "1,2f", [.refuses, .sends(.whole)])
    #expect(commands.count == 2 && isForAll(commands[1]))
    #expect(lines(read.passages) == ["written: All of it."])
    #expect(throws: DialogueFailure.self) { try play(hint: "1,2f", [.refuses, .refuses]) }
  }

  @Test func aMessageThatIsNotThereIsGone() {
    for hint in ["1,2f", "*", nil] {
      #expect(throws: MailError.messageGone(path: "INBOX")) { try play(hint: hint, [.nothing]) }
      #expect(throws: MailError.messageGone(path: "INBOX")) {
        try play(hint: hint, [.isAnotherFolder])
      }
    }
    // Every section is NIL.
    #expect(throws: MailError.messageGone(path: "INBOX")) {
      try play(hint: "*", [.sends(FetchedParts(sections: ["": nil]))])
    }
  }

  @Test func namesOfSectionsMayBeQuotedAndPiecesApart() throws {
    var (one, other) = (FetchedParts.mail(), FetchedParts.mail())
    one.sections = ["\"HEADER\"": one.sections["HEADER"] ?? nil]
    other.structure = nil
    other.sections["HEADER"] = nil
    let content = other.sections.removeValue(forKey: "1") ?? nil
    other.sections["\"1\""] = content
    let plan = ReadingPlan(.structure("1,2f"))
    var dialogue = MessageDialogue(Self.place, plan, isOpen: true)
    guard case .send(let flight) = try dialogue.next(nil) else {
      Issue.record("nothing is asked for")
      return
    }
    var answers = try Answer.nothing.answers(to: flight)
    answers.responses = [.fetch(try one.message), .fetch(try other.message)]
    guard case .found(let found) = try dialogue.next(answers) else {
      Issue.record("something more is asked for")
      return
    }
    let read = MessageReader.read(found, now: 1_700_000_000)
    #expect(lines(read.passages) == ["written: High water."])
    #expect(read.date.timeIntervalSince1970 == 1_672_671_845)
  }
}
