import IMAP
import Testing

@testable import Mail

/// Folders that are read by the days on which their messages arrived.
@Suite struct FolderDaysTests {
  /// Such days come from a damaged store, or from a server whose clock began at day 0.
  @Test(arguments: [0, -1, -719_000] as [Int64])
  func aFolderThatIsReadDownTo1970ReachesItsEnd(_ day: Int64) throws {
    var folder = OpenFolder(name: "INBOX")
    for response in [Response.status(Status(.ok, code: .uidValidity(7))), .exists(21)] {
      folder.take(response)
    }
    folder.noteOpened()
    let floor = FolderFloor(uidValidity: 7, extent: .since(day: day))
    let horizon = Horizon(seconds: 5, key: try SyncCheckpoint(encoding: floor).bytes)
    let state = SyncFolder(id: FolderID("INBOX"), checkpoint: nil, horizon: horizon)
    let abilities = ServerAbilities(searchesBriefly: true)
    let terms = SyncTerms(limit: 100, abilities: abilities, now: 1_800_000_000)
    var dialogue = FolderWindow(folder, KnownMessages(state, KnownFlags([:])), terms)
    guard case .send(let flight) = try dialogue.next(nil) else {
      Issue.record("nothing is asked for")
      return
    }
    #expect(flight.commands.count == 1)
    var recorder = FlightRecorder(flight, tags: ["T"], folder: folder)
    var result = ExtendedSearch()
    result.tag = "T"
    recorder.take(.extendedSearch(result))
    recorder.take(.tagged(tag: "T", Status(.ok)))
    guard case .report(let batch) = try dialogue.next(recorder.answers) else {
      Issue.record("it does not end")
      return
    }
    #expect(batch.horizon == .reachedEnd)
  }
}
