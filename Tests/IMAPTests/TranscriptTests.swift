import Testing

@testable import IMAP

/// Whole sessions, in pieces of all sizes.
struct TranscriptTests {
  @Test(arguments: Transcript.all)
  func onePieceIsReadToItsEnd(transcript: Transcript) throws {
    var parser = ResponseParser()
    parser.append(try transcript.bytes())
    let responses = try allResponses(&parser)
    #expect(responses.count > 15)
    #expect(!parser.hasUnreadBytes)
  }

  @Test(arguments: Transcript.all)
  func singleBytesGiveTheSameResponses(transcript: Transcript) throws {
    let bytes = try transcript.bytes()
    var parser = ResponseParser()
    var responses: [Response] = []
    for byte in bytes {
      parser.append(CollectionOfOne(byte))
      responses += try allResponses(&parser)
    }
    #expect(try responses == parse(bytes))
  }

  @Test(arguments: Transcript.all)
  func twoPiecesGiveTheSameResponsesWhereverTheyAreCut(transcript: Transcript) throws {
    let bytes = try transcript.bytes()
    let whole = try parse(bytes)
    for cut in bytes.indices {
      var parser = ResponseParser()
      parser.append(bytes[..<cut])
      let first = try allResponses(&parser)
      parser.append(bytes[cut...])
      let responses = try first + allResponses(&parser)
      guard responses != whole else { continue }
      Issue.record("cut at \(cut)")
    }
  }

  @Test(arguments: Transcript.all)
  func linesMayEndWithoutCarriageReturns(transcript: Transcript) throws {
    // Without literals, since their lengths would change, too.
    let text = String(decoding: try transcript.bytes(), as: UTF8.self)
    let lines = text.split(separator: "\r\n").filter { $0.first == "*" && $0.last != "}" }
    #expect(lines.count > 10)
    let bare = lines.map { $0 + "\n" }.joined()
    #expect(try parse(Array(bare.utf8)) == parse(bare))
  }

  @Test func dovecotsAnswersAreUnderstood() throws {
    let responses = try parse(try Transcript(name: "dovecot").bytes())
    #expect(
      !responses.contains { response in
        guard case .other(let name) = response else { return false }
        return !["ENABLED", "FLAGS", "RECENT"].contains(name)
      }
    )
    #expect(responses.contains(.exists(2)))
    #expect(responses.contains(.id(["name": "Dovecot"])))
    #expect(responses.contains(.search([1, 2])))
    var search = ExtendedSearch()
    search.tag = "a8"
    search.all = NumberSet(1...2)
    #expect(responses.contains(.extendedSearch(search)))
    let sent = ListedMailbox(attributes: ["\\sent"], separator: "/", encodedName: "Sent")
    #expect(responses.contains(.list(sent)))
    let drafts = ListedMailbox(attributes: [], separator: "/", encodedName: "Entw&APw-rfe")
    #expect(drafts.name == "Entwürfe")
    #expect(responses.contains(.list(drafts)))
  }

  @Test(arguments: ["dovecot", "courier"])
  func headersAndStructuresOfServersAreRead(server: String) throws {
    let responses = try parse(try Transcript(name: server).bytes())
    let messages = responses.compactMap { response -> FetchedMessage? in
      if case .fetch(let message) = response { message } else { nil }
    }
    let header = try #require(messages.first?.bytes(of: Section(.headerFields)))
    #expect(String(decoding: header, as: UTF8.self).hasPrefix("From: Ann <ann@a.example>\r\n"))
    #expect(messages.first?.flags == ["\\Seen", "\\Recent"])
    let second = messages.first { $0.structure != nil }
    #expect(second?.bytes(of: Section(.text))?.count == 40)
    let parts = try #require(second?.structure).numberedParts
    #expect(parts.map(\.number).starts(with: [[1, 1], [1, 2], [2], [2, 1]]))
    #expect(parts.last?.number == [3])
    #expect(parts.last?.part.subtype == "pdf")
    #expect(parts.last?.part.disposition?.parameters == ["filename": "x.pdf"])
  }
}
