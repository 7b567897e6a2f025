import IMAP
import Testing

@testable import Mail

/// Answers that a server sends in several lines, or leaves out.
@Suite struct SplitAnswerTests {
  private func answers(
    to commands: [Command],
    opening folder: String? = nil,
    in open: OpenFolder? = nil,
    _ text: String
  ) throws -> FlightAnswers {
    let tags = commands.indices.map { "T\($0 + 1)" }
    let flight = Flight(commands, opening: folder)
    var recorder = FlightRecorder(flight, tags: tags, folder: open)
    for response in try responses(text.replacing("\n", with: "\r\n")) { recorder.take(response) }
    #expect(recorder.isDone)
    return recorder.answers
  }

  private var openInbox: OpenFolder {
    var folder = OpenFolder(name: "INBOX")
    folder.take(.exists(9))
    folder.noteOpened()
    return folder
  }

  // MARK: Searches

  private func found(
    _ lines: String,
    returning: [Command.SearchReturn] = []
  ) throws -> NumberSet {
    let search = try Command.uidSearch([], returning: returning)
    let answers = try answers(to: [search], in: openInbox, lines + "T1 OK done\n")
    return try answers.found(at: 0)
  }

  @Test func aSearchInSeveralLinesIsUnited() throws {
    #expect(
      try found("* SEARCH 1 2\n* SEARCH 4\n* SEARCH\n* SEARCH 9\n") == NumberSet([1, 2, 4, 9])
    )
  }

  @Test func aBriefSearchInSeveralLinesIsUnited() throws {
    let lines = """
      * ESEARCH (TAG "T1") UID ALL 1:2
      * ESEARCH (TAG "T1") UID COUNT 4
      * ESEARCH (TAG "T1") UID ALL 4,9

      """
    #expect(try found(lines, returning: [.all]) == NumberSet([1, 2, 4, 9]))
  }

  @Test(arguments: [[], [.all]] as [[Command.SearchReturn]])
  func aSearchWithoutALineHasFoundNothing(_ returning: [Command.SearchReturn]) throws {
    #expect(try found("", returning: returning).isEmpty)
  }

  @Test func aRefusedSearchHasNoResult() throws {
    let search = try Command.uidSearch([])
    let answers = try answers(to: [search], in: openInbox, "* SEARCH 1\nT1 NO not now\n")
    #expect(throws: DialogueFailure.self) { try answers.found(at: 0) }
  }

  /// Untagged responses belong to the first search that is not completed.
  @Test func linesWithoutATagAreThoseOfTheSearchThatIsUnderWay() throws {
    let searches = [try Command.uidSearch([]), try Command.search([], returning: [.min])]
    let lines = "* SEARCH 3\n* SEARCH 4\nT1 OK done\n* SEARCH 1\nT2 OK done\n"
    let answers = try answers(to: searches, in: openInbox, lines)
    #expect(try answers.found(at: 0) == NumberSet([3, 4]))
    #expect(try answers.found(at: 1) == NumberSet([1]))
  }

  @Test func aLineBehindTheCompletionCountsToo() throws {
    let commands = [try Command.uidSearch([]), .noop]
    let lines = "* SEARCH 3\nT1 OK done\n* SEARCH 4\nT2 OK done\n"
    #expect(try answers(to: commands, in: openInbox, lines).found(at: 0) == NumberSet([3, 4]))
  }

  // MARK: Messages

  private func messages(_ lines: String) throws -> [FetchedMessage] {
    let fetch = try Command.uidFetch(NumberSet(1...9), [.uid, .flags, .section(Section(.text))])
    return try answers(to: [fetch], in: openInbox, lines + "T1 OK done\n").messages
  }

  /// The UID is in the first line, in the last one, or in both.
  @Test(arguments: [("UID 7 ", ""), ("", "UID 7 "), ("UID 7 ", "UID 7 ")])
  func theLinesAboutAMessageAreOne(_ first: String, _ second: String) throws {
    let found = try messages(
      """
      * 1 FETCH (\(first)FLAGS (\\Seen))
      * 2 FETCH (\(first.replacing("7", with: "8"))FLAGS ())
      * 1 FETCH (\(second)BODY[TEXT] "one")
      * 2 FETCH (\(second.replacing("7", with: "8"))BODY[TEXT] "two")

      """
    )
    #expect(found.map(\.uid) == [7, 8])
    #expect(found.map(\.flags) == [["\\Seen"], []])
    #expect(found.map { $0.bytes(of: Section(.text)) } == [Array("one".utf8), Array("two".utf8)])
  }

  @Test func theLastWordOnFlagsCounts() throws {
    let found = try messages("* 1 FETCH (UID 7 FLAGS ())\n* 1 FETCH (FLAGS (\\Seen))\n")
    #expect(found.map(\.flags) == [["\\Seen"]])
  }

  @Test func linesAreNotMixedUpWhereAMessageGoesMeanwhile() throws {
    let found = try messages(
      """
      * 1 FETCH (UID 7 FLAGS ())
      * 2 FETCH (UID 8 FLAGS (\\Seen))
      * 3 FETCH (UID 9 FLAGS ())
      * 1 EXPUNGE
      * 2 FETCH (BODY[TEXT] "three")
      * 1 FETCH (UID 8 BODY[TEXT] "two")

      """
    )
    #expect(found.map(\.uid) == [7, 8, 9, nil])
    #expect(found[1].bytes(of: Section(.text)) == Array("two".utf8))
    #expect(found.map(\.sections.count) == [0, 1, 0, 1])
  }

  @Test func linesWithAnotherUIDAreOfAnotherMessage() throws {
    let found = try messages("* 1 FETCH (UID 7 FLAGS ())\n* 1 FETCH (UID 8 BODY[TEXT] \"two\")\n")
    #expect(found.map(\.uid) == [7, 8])
    #expect(found.map(\.flags) == [[], nil])
  }

  /// Otherwise each refresh would cause another refresh, for ever.
  @Test func theFirstLineAboutAMessageIsNoNews() throws {
    let fetch = try Command.uidFetch(NumberSet(1...9), [.uid, .flags, .section(Section(.text))])
    let lines = "* 1 FETCH (UID 7 FLAGS ())\n* 1 FETCH (BODY[TEXT] \"one\")\n"
    #expect(
      try answers(to: [fetch], in: openInbox, lines + "T1 OK done\n").folder?.hasChanged == false
    )
    let news = "* 2 FETCH (UID 8 FLAGS (\\Seen))\n"
    #expect(
      try answers(to: [fetch], in: openInbox, lines + news + "T1 OK done\n").folder?.hasChanged
        == true
    )
  }
}
