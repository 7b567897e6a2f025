import IMAP
import Testing

@testable import Mail

/// Messages that are removed while others are requested by sequence number, as a server may report
/// at the end of IDLE.
@Suite struct MovedPlacesTests {
  private func window(_ flight: Flight) -> String {
    flight.commands.map { String($0.logLine(tag: "T").prefix { $0 != "(" }) }.joined()
  }

  /// The server executes the command after the removal, with shifted sequence numbers.
  @Test(arguments: [Status.Kind.ok, .bad])
  func theWindowIsAskedForOnceMore(_ kind: Status.Kind) throws {
    var folder = OpenFolder(name: "INBOX")
    for response in [Response.status(Status(.ok, code: .uidValidity(7))), .exists(21)] {
      folder.take(response)
    }
    folder.noteOpened()
    let terms = SyncTerms(limit: 100, abilities: ServerAbilities(), now: 1_800_000_000)
    var dialogue = FolderWindow(folder, KnownMessages(), terms)
    guard case .send(let first) = try dialogue.next(nil) else {
      Issue.record("nothing is asked for")
      return
    }
    #expect(window(first) == "T FETCH 1:21 ")
    var recorder = FlightRecorder(first, tags: ["T"], folder: folder)
    recorder.take(.expunge(3))
    recorder.take(.tagged(tag: "T", Status(kind)))
    guard case .send(let second) = try dialogue.next(recorder.answers) else {
      Issue.record("nothing is asked for again")
      return
    }
    #expect(window(second) == "T FETCH 1:20 ")
  }
}
