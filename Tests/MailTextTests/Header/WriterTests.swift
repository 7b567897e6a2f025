import MailTextTesting
import Testing

@testable import MailText

/// The writer of a message, for any form of the header.
struct WriterTests {
  static let writers: [(field: String, names: [String])] = [
    ("Dora Dunn dora@dunn.example", ["Dora Dunn dora@dunn.example"]), ("Dora Dunn", ["Dora Dunn"]),
    ("dora@dunn.example Dora Dunn", ["dora@dunn.example Dora Dunn"]),
    ("Dora Dunn [dora@dunn.example]", ["Dora Dunn [dora@dunn.example]"]),
    ("\"Dora <dora@dunn.example>\" <dora@dunn.example>", ["Dora"]),
    ("Dora Dunn <dora at dunn.example>", ["Dora Dunn"]),
    ("\"Dora Dunn\" dora@dunn.example", ["\"Dora Dunn\" dora@dunn.example"]),
    ("=?utf-8?Q?D=C3=B6ra?= Dunn", ["Döra Dunn"]), ("Döra", ["Döra"]),
    ("\"Dora Dunn\"", ["Dora Dunn"]),
    ("Dora Dunn <>", ["Dora Dunn"]), ("<Dora Dunn>", ["<Dora Dunn>"]), ("root", ["root"]),
    ("<>", ["<>"]), ("\"\"", ["\"\""]), ("@", ["@"]), ("", []), (" ", []),
    ("Undisclosed:;", ["Undisclosed"]), ("Dora (dora@dunn.example)", ["Dora"]),
    ("Dora Dunn <dora@dunn.example", ["Dora Dunn"]),
    ("\"Dunn, Dora, ,\" <dora@dunn.example>", ["Dunn, Dora"]),
    ("\",\" <dora@dunn.example>", ["dora@dunn.example"]),
    ("Dunn, Dora <dora@dunn.example>, Ann <a@x>", ["Dunn, Dora", "Ann"]),
    (" \"Ann\", Dora <dora@dunn.example>", ["Ann", "Dora"]),
    ("<dora (or (so)) @ dunn . example>", ["dora@dunn.example"]),
  ]

  @Test(arguments: writers) func aWriterIsShownAsWritten(field: String, names: [String]) {
    #expect(parse("From: \(field)\n\n").senders == names)
    #expect(parse("To: \(field)\nFrom: Ann <a@x>\n\n").senders == ["Ann"])
  }

  @Test(arguments: ["<>", "\"\"", "", "@", ":;"])
  func aFieldThatNamesNobodyGivesWay(field: String) {
    #expect(parse("From: \(field)\nSender: Ann <a@x>\n\n").senders == ["Ann"])
    #expect(parse("From: \(field)\nReply-To: Ann <a@x>\n\n").senders == ["Ann"])
    #expect(parse("From: \(field)\nReturn-Path: <a@x.example>\n\n").senders == ["a@x.example"])
  }

  @Test func aWriterInWordsIsNamedBeforeTheSender() {
    #expect(parse("From: Dora Dunn\nSender: Ann <a@x>\n\n").senders == ["Dora Dunn"])
  }

  private static let evil = "evil@evil.example"

  @Test(arguments: [
    (
      "\"security@bank.example <security@bank.example>\" <\(evil)>",
      "security@bank.example … <\(evil)>"
    ),
    ("security＠bank.example <\(evil)>", "security＠bank.example <\(evil)>"),
    ("\"a﹫b\" <\(evil)>", "a﹫b <\(evil)>"),
    ("=?utf-8?Q?bank=40bank.example?= <\(evil)>", "bank@bank.example <\(evil)>"),
    ("\"A\u{202E}nn\" <\(evil)>", "Ann <\(evil)>"), ("\"A\u{200F}nn\" <\(evil)>", "Ann <\(evil)>"),
    ("\"\u{61C}Ann\" <\(evil)>", "Ann <\(evil)>"), ("\"\u{200B}\u{200D}\" <\(evil)>", evil),
    ("\"\u{3164}\u{115F}\u{E0041}\" <\(evil)>", evil), ("\" \" <\(evil)>", evil),
  ])
  func aNameThatPassesForAnotherHasTheAddressBesideIt(field: String, shown: String) {
    #expect(parse("From: \(field)\n\n").senders == [shown])
    let found = FoundMessage(
      bytes: Array("From: \(field)\n\n".utf8),
      isCut: false,
      path: "",
      received: 0
    )
    #expect(MessageReader.read(found, now: 1_700_000_000).from.text.contains(Self.evil))
  }

  @Test(arguments: [
    ("Ann <ann@a.example>", "Ann"), ("ann@a.example <ann@a.example>", "ann@a.example"),
    ("\"'Ann@a.example'\" <ann@a.example>", "ann@a.example"), ("ann@a.example", "ann@a.example"),
    ("\"<ann@a.example>\" <ann@a.example>", "ann@a.example"),
  ])
  func anHonestNameStandsAlone(field: String, shown: String) {
    #expect(parse("From: \(field)\n\n").senders == [shown])
  }

  @Test(arguments: [
    ("\"Lea Brandt;\"", "Lea Brandt"), ("\"刘滨，\"", "刘滨"), ("\"山田、\"", "山田"), ("\"ليا،\"", "ليا"),
    ("\"'Lea Brandt'\"", "Lea Brandt"), ("'Lea Brandt'", "Lea Brandt"),
    ("\"\\\"Lea\\\" \"", "Lea"), ("\"Lea O'Hara\"", "Lea O'Hara"),
    ("\"Brandt, Lea\"", "Brandt, Lea"),
    ("\"'\"", "'"), ("Yahoo!", "Yahoo!"),
  ])
  func quotesAndCommasAroundANameAreDropped(name: String, shown: String) {
    #expect(parse("From: \(name) <lea@a.example>\n\n").senders == [shown])
  }

  @Test func nothingTurnsTheDirectionOfALine() {
    let controls = (0x202A...0x202E).map { $0 } + Array(0x2066...0x2069) + [0x61C, 0x200E, 0x200F]
    for code in controls {
      let mark = Unicode.Scalar(UInt32(code)).map { String(Character($0)) } ?? ""
      #expect(parse("Subject: a\(mark)b\n\n").subject == "ab")
      #expect(parse("From: a\(mark)b\n\n").senders == ["ab"])
    }
  }

  @Test func aWriterCutAnywhereIsNamedOrNot() {
    for (field, _) in Self.writers {
      for end in 0...field.utf8.count { _ = parse("From: \(field.prefix(end))\n\n") }
    }
  }
}
