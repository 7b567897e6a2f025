import Testing

@testable import Mail

struct ConversationDigestTests {
  private func digest(_ names: [String]) -> Conversation? {
    var digest = ConversationDigest()
    for (index, name) in names.enumerated() {
      let head = MessageHead(
        messageID: "\(index)",
        date: Int64(index),
        senders: [name],
        subject: index == 0 ? "Re: Boat" : "Re: Re: Boat",
        snippet: index == 2 ? "" : "text \(index)",
        hasAttachments: index == 1
      )
      digest.add(head, folder: 1, flags: index == 0 ? .flagged : .seen)
    }
    return digest.conversation(id: 1)?.row
  }

  @Test func aRowSumsUpItsMessages() throws {
    let row = try #require(digest(["Ann", "Bob", "Ann"]))
    #expect(row.subject == "Boat")
    #expect(row.participants == ["Ann", "Bob"])
    #expect(row.messageCount == 3)
    #expect(row.unread == 1)
    #expect(row.flagged)
    #expect(row.attachments)
    #expect(row.snippet == "text 1")
    #expect(row.date.timeIntervalSince1970 == 2)
  }

  @Test func ofManyWritersTheFirstAndTheNewestAreShown() throws {
    let row = try #require(digest((0..<100).map { "P\($0)" }))
    #expect(row.participants.count == Conversation.participantLimit)
    #expect(row.participants.first == "P0")
    #expect(row.participants.last == "P99")
  }

  @Test func noMessagesNoRow() { #expect(digest([]) == nil) }

  private struct Copy {
    var id: String
    var folder: Int64
    var flags: MessageFlags
    var fingerprint: Int64

    init(_ id: String, _ folder: Int64, _ flags: MessageFlags = [], says fingerprint: Int64 = 0) {
      (self.id, self.folder, self.flags) = (id, folder, flags)
      self.fingerprint = fingerprint
    }
  }

  private func counts(_ copies: [Copy]) throws -> [Int] {
    var digest = ConversationDigest()
    for copy in copies {
      var head = PagedMail.head(copy.id, date: 0)
      head.fingerprint = copy.fingerprint
      digest.add(head, folder: copy.folder, flags: copy.flags)
    }
    let row = try #require(digest.conversation(id: 1)).row
    return [row.messageCount, row.unread]
  }

  @Test func copiesInSeveralFoldersAreOneMessage() throws {
    #expect(try counts([Copy("a", 1), Copy("a", 2)]) == [1, 1])
    #expect(try counts([Copy("a", 1), Copy("a", 2, .seen), Copy("b", 2)]) == [2, 1])
  }

  @Test func copiesInOneFolderAreOneMessage() throws {
    #expect(try counts([Copy("a", 1), Copy("a", 1)]) == [1, 1])
    #expect(try counts([Copy("a", 1), Copy("a", 1, .seen)]) == [1, 0])
    #expect(try counts([Copy("a", 1), Copy("a", 1), Copy("a", 2)]) == [1, 1])
    #expect(try counts([Copy("a", 1), Copy("a", 1), Copy("b", 1, .seen)]) == [2, 1])
  }

  @Test func aCopyThatIsMarkedForDeletionDecidesNothingInItsFolderEither() throws {
    #expect(try counts([Copy("a", 1, [.seen, .trashed]), Copy("a", 1)]) == [1, 1])
    #expect(try counts([Copy("a", 1, .trashed), Copy("a", 1, .seen)]) == [1, 0])
    #expect(try counts([Copy("a", 1, .trashed), Copy("a", 1, .trashed)]) == [1, 0])
  }

  @Test func aMessageThatBearsAnothersIDCountsByItself() throws {
    #expect(try counts([Copy("a", 1, .seen), Copy("a", 2, says: 7)]) == [2, 1])
    #expect(try counts([Copy("a", 1, .seen), Copy("a", 1, says: 7)]) == [2, 1])
    #expect(
      try counts([Copy("a", 1, .seen), Copy("a", 2), Copy("a", 2, says: 7), Copy("a", 3, says: 7)])
        == [2, 1]
    )
  }
}
