import Foundation
import Testing

@testable import IMAP

/// The grammar: every response and every response code.
struct ResponseTests {
  @Test(arguments: [
    ("+ idling", Response.continuation("idling")),
    ("+", .continuation("")),
    ("+ ", .continuation("")),
    ("a1 OK done", .tagged(tag: "a1", Status(.ok, text: "done"))),
    ("a1 no", .tagged(tag: "a1", Status(.no))),
    ("a1 BAD  {5}", .tagged(tag: "a1", Status(.bad, text: "{5}"))),
    ("* OK ready {5}", .status(Status(.ok, text: "ready {5}"))),
    ("* PREAUTH ready", .status(Status(.preauth, text: "ready"))),
    ("* BYE", .status(Status(.bye))),
    ("* CAPABILITY IMAP4rev1 idle", .capability(Capabilities(["IMAP4REV1", "IDLE"]))),
    ("* ENABLED condstore QRESYNC", .other("ENABLED")),
    ("* FLAGS (\\Seen $Junk)", .other("FLAGS")),
    ("* 0 EXISTS", .exists(0)),
    ("* 4294967295 exists", .exists(.max)),
    ("* 3 EXPUNGE", .expunge(3)),
    ("* 3 RECENT", .other("RECENT")),
    ("* VANISHED 4:6,9", .vanished(NumberSet([4, 5, 6, 9]), isEarlier: false)),
    ("* VANISHED (EARLIER) 4", .vanished(NumberSet([4]), isEarlier: true)),
    ("* SEARCH", .search([])),
    ("* SEARCH 5 3 ", .search([5, 3])),
    ("* SEARCH 5 (MODSEQ 7)", .search([5])),
    (
      "* ID (\"Name\" \"x\" \"version\" NIL \"a\" {1}\nb)", .id(["name": "x", "a": "b"])
    ),
    ("* ID NIL", .id([:])),
    ("* METADATA \"\" (/a {2}\n)()", .other("METADATA")),
    ("* NAMESPACE ((\"\" \"/\")) NIL NIL", .other("NAMESPACE")),
  ])
  func isRead(line: String, response: Response) throws {
    #expect(try parse(line + "\n") == [response])
  }

  @Test(arguments: [
    ("CAPABILITY IMAP4rev1 IDLE", ResponseCode.capability(Capabilities(["IMAP4rev1", "IDLE"]))),
    ("UIDVALIDITY 17", .uidValidity(17)),
    ("UIDVALIDITY 0", .uidValidity(0)),
    ("uidnext 4392", .uidNext(4392)),
    ("HIGHESTMODSEQ 9223372036854775807", .highestModSeq(9_223_372_036_854_775_807)),
    ("NOMODSEQ", .noModSeq),
    ("CLOSED", .closed),
    ("ALERT", .alert),
    ("AUTHENTICATIONFAILED", .authenticationFailed),
    ("AUTHORIZATIONFAILED", .authorizationFailed),
    ("EXPIRED", .expired),
    ("UNAVAILABLE", .unavailable),
    ("LIMIT", .limit),
    ("OVERQUOTA", .overQuota),
    ("SERVERBUG", .serverBug),
    ("NONEXISTENT", .nonExistent),
    ("MESSAGELIMIT 1000 23221", .messageLimit(1000, downTo: 23221)),
    ("MESSAGELIMIT 1000", .messageLimit(1000, downTo: nil)),
    ("UIDREQUIRED", .other("UIDREQUIRED")),
    ("PRIVACYREQUIRED", .privacyRequired),
    ("REFERRAL imap://a@b.example/x?y", .referral("imap://a@b.example/x?y")),
    ("READ-ONLY", .readOnly),
    ("PERMANENTFLAGS (\\Seen \\*)", .permanentFlags(["\\seen", "\\*"])),
    ("PERMANENTFLAGS ()", .permanentFlags([])),
    ("UIDNEXT 4294967296", .other("UIDNEXT")),
    ("UIDNEXT", .other("UIDNEXT")),
  ])
  func aCodeIsRead(code: String, expected: ResponseCode) throws {
    let status = Status(.ok, code: expected, text: "and text")
    #expect(try parse("* OK [\(code)] and text\n") == [.status(status)])
    #expect(try parse("a1 OK [\(code)]  and text\n") == [.tagged(tag: "a1", status)])
  }

  @Test(
    arguments: [
      ("(\\HasNoChildren) \"/\" INBOX", ["\\hasnochildren"], "/", "INBOX"),
      ("(\\Noselect) NIL \"a b\"", ["\\noselect"], nil, "a b"),
      ("() \"\\\\\" \"a\\\\b\"", [], "\\", "a\\b"),
      ("() \".\" {5}\na\"b c", [], ".", "a\"b c"),
      ("() \".\" \"\"", [], ".", ""),
      ("() \"/\" x (\"CHILDINFO\" (\"SUBSCRIBED\"))", [], "/", "x"),
      ("() \"/\" NIL", [], "/", "NIL"),
      ("() \"/\" ~user", [], "/", "~user"),
    ] as [(String, Set<String>, Character?, String)]
  )
  func aMailboxIsListed(
    line: String,
    attributes: Set<String>,
    separator: Character?,
    name: String
  ) throws {
    let mailbox = ListedMailbox(attributes: attributes, separator: separator, encodedName: name)
    #expect(try parse("* LIST \(line)\n") == [.list(mailbox)])
  }

  @Test func aMailboxHasAStatus() throws {
    var status = MailboxStatus(encodedName: "a b")
    status.messages = 3
    status.uidNext = 9
    status.uidValidity = 1
    status.unseen = 0
    status.highestModSeq = 1 << 62
    let items = "MESSAGES 3 UIDNEXT 9 UIDVALIDITY 1 UNSEEN 0 HIGHESTMODSEQ \(1 << 62) RECENT 1"
    #expect(try parse("* STATUS \"a b\" (\(items))\n") == [.mailboxStatus(status)])
    #expect(try parse("* STATUS {3}\na b (\(items))\n") == [.mailboxStatus(status)])
  }

  @Test(
    arguments: [
      ("", nil, nil, nil),
      (" (TAG \"a1\") UID", "a1", nil, nil),
      (" (TAG a1) UID ALL 3,5:9 COUNT 6 MIN 3", "a1", NumberSet([3, 5, 6, 7, 8, 9]), 3),
      (" (TAG \"a1\") COUNT 0 PARTIAL (1:5 NIL) MIN 2", "a1", nil, 2),
    ] as [(String, String?, NumberSet?, UInt32?)]
  )
  func anExtendedSearchIsRead(
    text: String,
    tag: String?,
    all: NumberSet?,
    min: UInt32?
  ) throws {
    var search = ExtendedSearch()
    search.tag = tag
    search.all = all
    search.min = min
    #expect(try parse("* ESEARCH\(text)\n") == [.extendedSearch(search)])
  }

  @Test(arguments: [
    "220 mail.example ESMTP", "HTTP/1.1 400 Bad Request", "OK", " ", "\0", "(", "a1",
  ])
  func whatIsNoResponseIsMalformed(line: String) throws {
    var parser = ResponseParser()
    parser.append(serverBytes(line + "\n* 1 EXISTS\n"))
    #expect(throws: ResponseError.malformed) { try parser.next() }
    // The invalid line is skipped.
    #expect(try parser.next() == .exists(1))
  }

  @Test(arguments: ["*", "* ", "* 5", "* LIST", "* LIST () \"/\"", "* STATUS x", "* VANISHED x"])
  func aResponseWithoutItsContentIsAnUnknownOne(line: String) throws {
    let responses = try parse(line + "\n* 1 EXISTS\n")
    #expect(responses.count == 2)
    if case .other = responses[0] {} else { Issue.record("\(responses[0])") }
  }

  @Test func bytesBehindAResponseAreSeen() throws {
    var parser = ResponseParser()
    parser.append(serverBytes("a1 OK begin\n* PRE"))
    #expect(try parser.next() == .tagged(tag: "a1", Status(.ok, text: "begin")))
    #expect(parser.hasUnreadBytes)
    var clean = ResponseParser()
    clean.append(serverBytes("a1 OK begin\n"))
    #expect(try clean.next() != nil)
    #expect(!clean.hasUnreadBytes)
  }
}

struct CapabilitiesTests {
  @Test func namesHaveNoCase() {
    let capabilities = Capabilities(["imap4rev1", "Idle", "LITERAL+", "AUTH=plain", "AUTH=XOAUTH2"])
    #expect(capabilities.has(.idle))
    #expect(capabilities.has(.literalPlus))
    #expect(!capabilities.has(.literalMinus))
    #expect(capabilities.saslMechanisms == ["PLAIN", "XOAUTH2"])
    #expect(!capabilities.isEmpty)
    #expect(Capabilities().isEmpty)
  }

  @Test func orderAndRepetitionDoNotMatter() {
    #expect(Capabilities(["A", "b", "a"]) == Capabilities(["B", "A"]))
  }
}

struct ResponseCorpusTests {
  @Test func everythingThatWasWorthKeepingIsRead() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = tests.appending(path: "Fuzzing/Corpus/response")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: folder.appending(path: name))
      data.withUnsafeBytes { ResponseFuzzTarget.run($0) }
    }
  }
}
