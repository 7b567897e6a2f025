import MailTextTesting
import Testing

@testable import IMAP
@testable import Mail

/// The requests for several messages at once, some of which cannot be read.
struct GroupDialogueTests {
  /// A server with messages in one folder.
  private struct Server {
    var mail: [UInt32: FetchedParts] = [:]
    var refusesFolder = false
    var uidValidity: UInt32 = 3
    private(set) var flights: [[String]] = []

    init(_ mail: [UInt32: FetchedParts]) { self.mail = mail }

    mutating func answers(to flight: Flight) throws -> FlightAnswers {
      flights.append(flight.commands.map(\.description))
      #expect((flight.opens != nil) == (flight.commands.first?.name == "EXAMINE"))
      var answers = FlightAnswers(accepting: flight, uidValidity: uidValidity)
      answers.completions = []
      // The last answer comes first, since servers answer in any order.
      for command in flight.commands.reversed() {
        let words = command.description.split(separator: " ")
        let uid = words.count > 3 ? UInt32(words[3]) : nil
        let isRefused = uid == nil && refusesFolder
        answers.completions.insert(Status(isRefused ? .no : .ok), at: 0)
        guard let uid, !isRefused, var parts = mail[uid] else { continue }
        parts.uid = Int(uid)
        answers.responses.append(.fetch(try parts.message))
      }
      return answers
    }
  }

  /// - Returns: the results, by UID.
  private func read(
    _ hints: KeyValuePairs<UInt32, String?>,
    isOpen: Bool = true,
    from server: inout Server
  ) throws -> [UInt32: [String]] {
    let messages = hints.map { uid, hint in
      KnownMessage(
        key: MessageKey(uidValidity: 3, uid: uid),
        flags: [],
        hint: hint.map { .structure($0) }
      )
    }
    var dialogue = GroupDialogue(messages, in: "INBOX", isOpen: isOpen)
    var answers: FlightAnswers?
    while true {
      switch dialogue.next(answers) {
      case .send(let flight): answers = try server.answers(to: flight)
      case .found(let found):
        return Dictionary(
          uniqueKeysWithValues: found.map { key, message in
            (key.server?.uid ?? 0, lines(MessageReader.read(message, now: 0).passages))
          }
        )
      }
    }
  }

  // MARK: Round trips

  @Test func severalMessagesTakeOneRoundTrip() throws {
    var server = Server([1: .mail(), 2: .whole, 9: .mail("Ebb.")])
    let found = try read([9: "1,2f", 1: "1,2f", 2: "*"], from: &server)
    let items = "INTERNALDATE BODYSTRUCTURE BODY.PEEK[HEADER] BODY.PEEK[1.MIME]"
    #expect(
      server.flights == [
        [
          "* UID FETCH 9 (UID \(items) BODY.PEEK[1]<0.131072> BODY.PEEK[2.MIME])",
          "* UID FETCH 1 (UID \(items) BODY.PEEK[1]<0.131072> BODY.PEEK[2.MIME])",
          "* UID FETCH 2 (UID INTERNALDATE BODY.PEEK[]<0.131072>)",
        ]
      ]
    )
    #expect(
      found == [
        1: ["written: High water."], 2: ["written: All of it."], 9: ["written: Ebb."],
      ]
    )
  }

  @Test func theFolderIsOpenedInTheSameRoundTrip() throws {
    var server = Server([1: .mail(), 2: .whole])
    let found = try read([1: "1,2f", 2: "*"], isOpen: false, from: &server)
    #expect(server.flights.map(\.count) == [3])
    #expect(server.flights.first?.first == "* EXAMINE \"INBOX\"")
    #expect(found.count == 2)
  }

  @Test func thoseWithoutAPlanTakeOneMoreTogether() throws {
    var server = Server([1: .mail(), 2: .mail("Ebb."), 3: .whole])
    for uid in [1, 2] as [UInt32] {
      server.mail[uid]?.sections = FetchedParts.mail().sections.filter { $0.key == "HEADER" }
    }
    let messages = [1, 2, 3].map { uid in
      KnownMessage(
        key: MessageKey(uidValidity: 3, uid: uid),
        flags: [],
        hint: uid == 3 ? .structure("*") : nil
      )
    }
    var dialogue = GroupDialogue(messages, in: "INBOX", isOpen: false)
    guard case .send(let first) = dialogue.next(nil) else {
      Issue.record("nothing is asked for")
      return
    }
    guard case .send(let second) = dialogue.next(try server.answers(to: first)) else {
      Issue.record("nothing more is asked for")
      return
    }
    #expect(second.opens == nil)
    server.mail[1] = .mail()
    server.mail[2] = .mail("Ebb.")
    guard case .found(let found) = dialogue.next(try server.answers(to: second)) else {
      Issue.record("something more is asked for")
      return
    }
    #expect(found.count == 3)
    #expect(server.flights.map(\.count) == [4, 2])
  }

  /// The longest texts fit into a flight, if the server sends no more than was requested.
  @Test func aGroupIsLessThanAFlightMayBring() {
    let texts = MessageGroups.limit * WantedSections.textCountLimit
    #expect(texts * MessageDialogue.Limits.shared.text <= ResponseLimits().flight / 2)
  }

  // MARK: Failures

  @Test func aMessageThatMakesNoSenseLeavesTheOthersAlone() throws {
    var server = Server([1: .mail(), 2: .mail(), 3: .mail()])
    server.mail[1]?.structure = "NIL"
    server.mail[3]?.sections["1"] = .some(nil)
    let found = try read([1: "1,2f", 2: "1,2f", 3: "1,2f"], from: &server)
    #expect(found == [2: ["written: High water."]])
    #expect(server.flights.count == 1)
  }

  @Test func ofAFolderThatWasMadeAnewNoneIsThere() throws {
    var server = Server([1: .mail(), 2: .whole])
    server.uidValidity = 4
    #expect(try read([1: "1,2f", 2: "*"], isOpen: false, from: &server) == [:])
    #expect(server.flights.count == 1)
  }

  @Test func ofAFolderThatIsRefusedNoneIsThere() throws {
    var server = Server([1: .mail(), 2: .whole])
    server.refusesFolder = true
    #expect(try read([1: "1,2f", 2: "*"], isOpen: false, from: &server) == [:])
    #expect(server.flights.count == 1)
  }
}
