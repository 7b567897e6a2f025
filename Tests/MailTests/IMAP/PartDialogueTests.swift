import Foundation
import IMAP
import MailTextTesting
import Testing

@testable import Mail

/// An attachment is fetched from a server as one part, piece by piece.
struct PartDialogueTests {
  private let part = MessagePart([2, 1], "base64")

  /// - Parameter piece: the answer to the request; nil if the section does not exist.
  private func answers(_ flight: Flight, _ piece: [UInt8]?, _ end: Status = Status(.ok))
    -> FlightAnswers
  {
    var answers = FlightAnswers(accepting: flight)
    answers.completions[flight.commands.count - 1] = end
    answers.send(Section(part: part.number, .whole), piece)
    return answers
  }

  private func dialogue() -> PartDialogue {
    PartDialogue(part, of: ServerPlace(uid: 7, uidValidity: 3, folder: "INBOX"))
  }

  @Test func aSmallFileTakesOneRoundTrip() throws {
    var dialogue = dialogue()
    let flight = try dialogue.flight(isOpen: false)
    #expect(
      flight.commands.map(\.description) == [
        "* EXAMINE \"INBOX\"", "* UID FETCH 7 (UID BODY.PEEK[2.1]<0.262144>)",
      ]
    )
    #expect(try dialogue.take(answers(flight, Array("QUJD".utf8))) == .found(Array("ABC".utf8)))
  }

  @Test func aLargeOneComesInPieces() throws {
    let content = [UInt8]((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
    let sent = Array(Data(content).base64EncodedString().utf8)
    var (dialogue, position, commands) = (dialogue(), 0, [String]())
    while true {
      let flight = try dialogue.flight(isOpen: true)
      commands.append(flight.commands[0].description)
      let length = position == 0 ? PartDialogue.firstPiece : PartDialogue.laterPiece
      let piece = Array(sent[position..<min(position + length, sent.count)])
      position += piece.count
      let step = try dialogue.take(answers(flight, piece))
      guard step == .more else {
        #expect(step == .found(content))
        break
      }
      #expect(dialogue.unpackedCount > 0 && dialogue.unpackedCount < Int64(content.count))
    }
    #expect(
      commands == [
        "* UID FETCH 7 (UID BODY.PEEK[2.1]<0.262144>)",
        "* UID FETCH 7 (UID BODY.PEEK[2.1]<262144.1048576>)",
        "* UID FETCH 7 (UID BODY.PEEK[2.1]<1310720.1048576>)",
      ]
    )
  }

  @Test func aPieceThatIsJustTheLastOneEndsWithNothing() throws {
    for end in [[], nil] as [[UInt8]?] {
      var dialogue = dialogue()
      let piece = Array(repeating: UInt8(ascii: "Q"), count: PartDialogue.firstPiece)
      #expect(try dialogue.take(answers(try dialogue.flight(isOpen: true), piece)) == .more)
      let step = try dialogue.take(answers(try dialogue.flight(isOpen: true), end))
      let content = try #require(Data(base64Encoded: Data(piece)))
      #expect(step == .found(Array(content)))
    }
  }

  @Test func whatTheServerDoesNotHaveIsLookedForInTheMessage() throws {
    for piece in [nil, []] as [[UInt8]?] {
      var dialogue = dialogue()
      #expect(try dialogue.take(answers(try dialogue.flight(isOpen: true), piece)) == .absent)
    }
    var dialogue = dialogue()
    let flight = try dialogue.flight(isOpen: true)
    #expect(try dialogue.take(answers(flight, nil, Status(.no))) == .absent)
  }

  @Test func aRefusalInTheMiddleIsNoEnd() throws {
    var dialogue = dialogue()
    let piece = Array(repeating: UInt8(ascii: "Q"), count: PartDialogue.firstPiece)
    _ = try dialogue.take(answers(try dialogue.flight(isOpen: true), piece))
    let flight = try dialogue.flight(isOpen: true)
    #expect(throws: DialogueFailure.self) {
      try dialogue.take(answers(flight, nil, Status(.no)))
    }
  }

  @Test func aMessageOrFolderThatIsGoneIsNamed() throws {
    var dialogue = dialogue()
    var nothing = answers(try dialogue.flight(isOpen: true), [])
    nothing.responses = []
    #expect(throws: MailError.messageGone(path: "INBOX")) { try dialogue.take(nothing) }
    var anew = answers(try dialogue.flight(isOpen: true), [65])
    anew.folder?.take(.status(Status(.ok, code: .uidValidity(4))))
    #expect(throws: MailError.messageGone(path: "INBOX")) { try dialogue.take(anew) }
  }

  @Test func thereIsAnEnd() throws {
    var dialogue = dialogue()
    var step = PartDialogue.Step.more
    var count = 0
    while step == .more, count < 100 {
      let length = count == 0 ? PartDialogue.firstPiece : PartDialogue.laterPiece
      let piece = [UInt8](repeating: 65, count: length)
      step = try dialogue.take(answers(try dialogue.flight(isOpen: true), piece))
      count += 1
    }
    #expect(step == .tooLarge && count == 65)
  }
}
