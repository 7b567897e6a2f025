import Testing

@testable import IMAP

/// Known deviations of servers from the grammar.
struct QuirkTests {
  @Test func flagsHoldBrackets() throws {
    #expect(try fetched("FLAGS (\\Seen a]b [c] ]) UID 2").flags == ["\\Seen", "a]b", "[c]", "]"])
    #expect(try fetched("FLAGS (\\Seen a]b [c] ]) UID 2").uid == 2)
    let responses = try parse("* FLAGS (x] y)\n* OK [PERMANENTFLAGS (x] y)] Limited\n")
    let status = Status(.ok, code: .permanentFlags(["x]", "y"]), text: "Limited")
    #expect(responses == [.other("FLAGS"), .status(status)])
  }

  @Test func aCodeNeedsNoText() throws {
    let status = Status(.ok, code: .highestModSeq(5))
    #expect(try parse("* OK [HIGHESTMODSEQ 5]\n") == [.status(status)])
    #expect(try parse("a OK [HIGHESTMODSEQ 5]\n") == [.tagged(tag: "a", status)])
  }

  @Test func aCodeNeedsNoOKBeforeIt() throws {
    let status = Status(.ok, code: .uidNext(5), text: "Next")
    #expect(
      try parse("* [UIDNEXT 5] Next\n[UIDNEXT 5] Next\n") == [.status(status), .status(status)]
    )
  }

  @Test func aCodeMayLackItsSpaceOrItsEnd() throws {
    #expect(try parse("* OK[ALERT]x\n") == [.status(Status(.ok, code: .alert, text: "x"))])
    #expect(try parse("* OK [UIDNEXT 5\n") == [.status(Status(.ok, code: .uidNext(5)))])
  }

  @Test func beingNotConnectedIsNoFailureToAuthenticate() throws {
    let text = "User is authenticated but not connected."
    #expect(try parse("a BAD \(text)\n") == [.tagged(tag: "a", Status(.bad, text: text))])
  }

  @Test func oneBadMessageIsTold() throws {
    let responses = try parse("a NO [UNAVAILABLE] x\nb NO [SERVERBUG] y\n")
    #expect(
      responses == [
        .tagged(tag: "a", Status(.no, code: .unavailable, text: "x")),
        .tagged(tag: "b", Status(.no, code: .serverBug, text: "y")),
      ]
    )
  }

  @Test func headerNamesAreEchoedInAnyWay() throws {
    for names in ["DATE FROM", "\"DATE\" \"FROM\"", "Date from X-OTHER", ""] {
      let message = try fetched("UID 2  BODY[HEADER.FIELDS (\(names))] {1}\nx")
      #expect(message.bytes(of: Section(.headerFields)) == Array("x".utf8))
    }
  }

  @Test func spacesBeforeASectionAreSkipped() throws {
    for text in ["  BODY[TEXT] {1}\nx", " BODY [TEXT] {1}\nx", " BODY[ TEXT ]{1}\nx"] {
      let message = try fetched("UID 2\(text) FLAGS (a)")
      #expect(message.bytes(of: Section(.text)) == Array("x".utf8))
      #expect(message.flags == ["a"])
    }
  }

  @Test func aPreviewMayBeNIL() throws {
    #expect(try fetched("PREVIEW NIL UID 2").uid == 2)
  }

  @Test func aSectionMayLackItsValue() throws {
    for items in ["UID 2 BODY[]", "BODY[] UID 2", "BODY[]  UID 2", "UID 2 BODY[] BODY[TEXT] NIL"] {
      let message = try fetched(items)
      #expect(message.sections[Section(.whole)] == .some(nil), "\(items)")
      #expect(message.uid == 2)
    }
  }

  @Test func anItemMayLackItsValue() throws {
    let message = try fetched("UID FLAGS (a) INTERNALDATE MODSEQ X-FOO RFC822.SIZE 5")
    #expect(message.uid == nil)
    #expect(message.flags == ["a"])
    #expect(message.internalDate == nil)
    #expect(message.size == 5)
  }

  @Test func numbersAreWrittenAsFractions() throws {
    #expect(try fetched("RFC822.SIZE 9.37e+06").size == 9_370_000)
    #expect(try fetched("RFC822.SIZE 9.3E6").size == 9_300_000)
  }

  @Test func numbersAreNegative() throws {
    let message = try fetched("MODSEQ (-1) RFC822.SIZE -1 UID 2")
    #expect(message.size == nil)
    #expect(message.uid == 2)
    var status = MailboxStatus(encodedName: "x")
    status.messages = 2
    #expect(try parse("* STATUS x (UNSEEN -1 MESSAGES 2)\n") == [.mailboxStatus(status)])
  }

  @Test func quotesAreNotEscaped() throws {
    let structure = try fetched(
      "BODYSTRUCTURE (\"APPLICATION\" \"PDF\" (\"NAME\" \"a \"b\"c.pdf\") NIL NIL \"BASE64\" 5) UID 2"
    )
    #expect(structure.uid == 2)
    let part = try #require(structure.structure?.numberedParts.first)
    #expect(part.part.parameters["name"] != nil)
    let text = try fetched("BODY[TEXT] \"say \"hi\" UID 2")
    #expect(text.bytes(of: Section(.text)) == Array("say \"hi".utf8))
    #expect(text.uid == 2)
  }

  @Test func mailboxNamesHaveSpacesWithoutQuotes() throws {
    let mailbox = ListedMailbox(attributes: [], separator: "/", encodedName: "Sent Items")
    #expect(try parse("* LIST () \"/\" Sent Items\n") == [.list(mailbox)])
    var status = MailboxStatus(encodedName: "Sent Items")
    status.messages = 2
    #expect(try parse("* STATUS Sent Items (MESSAGES 2)\n") == [.mailboxStatus(status)])
  }

  @Test func theNextUIDMayBeMissing() throws {
    #expect(try parse("* STATUS x ()\n") == [.mailboxStatus(MailboxStatus(encodedName: "x"))])
  }

  @Test func emptyLinesLieBetweenResponses() throws {
    #expect(try parse("\n\n* 1 EXISTS\n\n* 2 EXISTS\n") == [.exists(1), .exists(2)])
  }

  @Test func anySetIsReadAscending() throws {
    let uids = NumberSet([1, 5, 6, 7, 8, 9])
    #expect(try parse("* VANISHED 9:5,1,7\n") == [.vanished(uids, isEarlier: false)])
  }

  @Test func completionsComeOutOfOrder() throws {
    let responses = try parse("* SEARCH 4\na2 OK b\n* ESEARCH (TAG \"a3\") UID ALL 4\na1 OK a\n")
    #expect(responses.count == 4)
    guard case .extendedSearch(let search) = responses[2] else {
      Issue.record("\(responses[2])")
      return
    }
    #expect(search.tag == "a3")
  }

  @Test func newestMessagesComeFirst() throws {
    let responses = try parse("* 1 FETCH (UID 90)\n* 2 FETCH (UID 7)\n")
    let uids = responses.map { response -> UInt32? in
      if case .fetch(let message) = response { message.uid } else { nil }
    }
    #expect(uids == [90, 7])
  }

  @Test(arguments: ["a\tb", "a\t", "\ta", "a\tb c\t"])
  func mailboxNamesHaveTabsWithoutQuotes(name: String) throws {
    let mailbox = ListedMailbox(attributes: [], separator: "/", encodedName: name)
    #expect(try parse("* LIST () \"/\" \(name)\r\n") == [.list(mailbox)])
  }
}
