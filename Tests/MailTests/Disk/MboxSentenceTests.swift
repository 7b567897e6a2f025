import MailTextTesting
import Testing

@testable import Mail

/// Sentences that look like From lines: with a time and a year, after an empty line.
struct MboxSentenceTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  @Test(arguments: [
    "From 9:00 on 12 May 2025 the bridge is closed.", "From 12:30, 1 June 2024, we meet here.",
    "From Monday 09:15 until Friday 2025-05-16", "From ann@x.example Mon Jan  2 15:04:05 2023",
    "From 10:00 on 3 May 2021\nthe ferry: none", "From 10:00 on 3 May 2021\nNote: bring oars",
    "From 08:00 2025\n\nSubject: later", "From 08:00 2025\n",
    "From 9:00 on Mon May 12 2025 we meet.\nPlace: room 4",
    "From ann Mon Jan  2 15:04:05 2023\n> From: Ann\n> Subject: x",
    "From - Mon Jan  2 15:04:05 2023\n\nX-Mozilla-Status: 0001",
  ])
  func aSentenceOfThePastSplitsNoMessage(sentence: String) async throws {
    for end in ["\n", "\r\n"] {
      let body = "Hello.\n\n\(sentence)\n\nBye.\n"
      let text = mboxText(message("a@x", body: body), message("b@x"))
      let reader = try await layout.read(text.replacing("\n", with: end))
      #expect(reader.ids == ["a@x", "b@x"])
      let snippet = reader.head("a@x")?.snippet
      #expect(snippet?.contains("Hello.") == true)
      #expect(snippet?.hasSuffix("Bye.") == true)
    }
  }

  @Test(arguments: [
    "From ann Mon Jan  2 15:04:05 2023\nX-Anything: x",
    "From 1823400000000000000@xxx Mon Jan 06 10:00:00 +0000 2025\nX-GM-THRID: 18",
    "From ann@x.example Fri Apr 11 15:36:11 2025\n>From - Sat Apr 12 2025 15:59:28\nSubject: x",
    "From ann@x.example Fri Apr 11 15:36:11 2025\n>From ann Sat Apr 12 2025\nReceived: from x",
    "From ann at x.example  Mon Jan  2 15:04:05 2023\nFrom: ann at x.example (Ann)",
    "From ann Mo Jan  2 15:04:05 2023\nReturn-Path: <ann@x.example>",
    "From ann@x.example 2023-01-02T15:04:05\nSubject : x",
    "From ???@??? Mon Jan 02 15:04:05 1995\nTo: bob",
    "From ann@x.example 2024-01-05 10:00:00\nAuthentication-Results: x",
    "From ann@x.example Thu, 5 Jan 2024 10:00:00\nARC-Seal: i=1",
    "From ann@x.example 2024-01-05 10:00:00\nList-Id: <x>",
  ])
  func aFromLineAboveAFieldBeginsAMessage(lines: String) async throws {
    let text = mboxText(message("a@x")) + lines + "\nMessage-ID: <b@x>\n\ntext\n"
    #expect(try await layout.read(text).ids == ["a@x", "b@x"])
    let windows = text.replacing("\n", with: "\r\n")
    #expect(try await layout.read(windows).ids == ["a@x", "b@x"])
  }

  @Test func aMessageThatIsWrittenJustNowIsListedWithItsHeader() async throws {
    let reader = SourceReader()
    let first = mboxText(message("a@x"))
    let next = mboxText(message("b@x"))
    for text in [first, first + "From ann Mon Jan  2 15:04:05 2023\n", first + next] {
      _ = try await layout.read(text, with: reader)
    }
    #expect(reader.content == ["a@x 0", "b@x 0"])
  }
}
