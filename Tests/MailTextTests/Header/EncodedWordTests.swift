import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Encoded words, and raw bytes beyond ASCII, in subjects and names.
struct EncodedWordTests {
  private func subject(_ field: String) -> String { parse("Subject: \(field)\n\n").subject }

  static let words: [(field: String, shown: String)] = [
    // Padding at any place.
    ("=?utf-8?B?YQ==?= =?utf-8?B?YmNk?= =?utf-8?B?ZWZn?=", "abcdefg"),
    ("=?utf-8?B?YWJj?= =?utf-8?B?ZA==?= =?utf-8?B?ZWZn?=", "abcdefg"),
    ("=?utf-8?B?YQ==?=\n =?UTF-8?b?YmNkZWZn?=", "abcdefg"), ("=?utf-8?B?YWI?=", "ab"),
    ("=?utf-8?B?YQ==YmNk?=", "abcd"), ("=?utf-8?B?YWI=?==?utf-8?B?Yw==?=", "abc"),
    // A character cut in two, in both encodings.
    ("=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=", "café"),
    ("=?utf-8?B?Y2Fmww==?= =?utf-8?Q?=A9?=", "café"),
    ("=?utf-8?Q?caf=C3?=\n =?utf-8?B?qQ==?=", "café"),
    ("=?utf-8?q?=E7=81?= =?utf-8?b?rw==?= =?utf-8?Q?=E5=8F=B0?=", "灯台"),
    // Adjacent words of several charsets, with text between them.
    ("=?utf-8?Q?=C3=A9?= =?iso-8859-1?Q?=E9?= =?koi8-r?B?0A==?=", "ééп"),
    ("a =?utf-8?Q?=C3=A9?= b", "a é b"), ("=?utf-8?Q?a?= b =?utf-8?Q?c?=", "a b c"),
    ("a=?utf-8?Q?=C3=A9?=b", "aéb"), ("=?utf-8?Q?a_b=20c?=", "a b c"), ("=?utf-8?Q??= x", "x"),
    ("=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"), ("=?utf-8?Q?a b?=", "a b"),
    // Text that is not an encoded word.
    ("=?utf-8?X?a?=", "=?utf-8?X?a?="), ("=?utf-8?Q?caf=C3=A9", "=?utf-8?Q?caf=C3=A9"),
    ("=?", "=?"), ("=?=", "=?="), ("=????=", "=????="), ("=?utf-8?Q", "=?utf-8?Q"),
    ("what =? this ?= is", "what =? this ?= is"), ("=?u?b? =?utf-8?Q?a?=", "=?u?b? a"),
    ("1 =?1?", "1 =?1?"),
    // Bytes that are invalid in the charset.
    ("=?utf-8?Q?caf=C3?=", "caf\u{FFFD}"), ("=?utf-8?Q?a=FFb?=", "a\u{FFFD}b"),
    ("=?shift_jis?Q?=89?=", "\u{FFFD}"), ("=?windows-1252?Q?a=81b?=", "a\u{FFFD}b"),
    ("=?utf-8?Q?a=ZZb=?=", "a=ZZb="), ("=?x-nobody?Q?caf=E9?=", "café"),
    ("=?utf-8?Q?caf=E9?=", "café"), ("=?utf-8?Q?=E7=81=AFcaf=C3?=", "灯caf\u{FFFD}"),
  ]

  @Test(arguments: words) func wordsAreRead(field: String, shown: String) {
    #expect(subject(field) == shown)
  }

  @Test(arguments: words.filter { !$0.shown.contains("=") && !$0.field.hasPrefix("a") })
  func namesAreReadLikeSubjects(field: String, shown: String) {
    #expect(parse("From: \(field) <a@a.example>\n\n").senders == [shown])
  }

  @Test func aWordIsNoSyntax() {
    #expect(
      parse("From: =?utf-8?Q?Doe=2C_Ann_=3Cx=40y=3E?= <ann@a.example>\n\n").senders
        == ["Doe, Ann <x@y> <ann@a.example>"]
    )
    #expect(parse("From: a@a.example (=?utf-8?Q?J=C3=B6rg?=)\n\n").senders == ["Jörg"])
    #expect(
      parse("From: \"=?utf-8?B?SsO2?= =?utf-8?B?cmc=?=\" <a@a.example>\n\n").senders == ["Jörg"]
    )
  }

  /// Raw texts, with the charset that is found if none is declared.
  static let raw: [(charset: String, text: String)] = [
    ("koi8-r", "Привет, мир"), ("koi8-r", "Иван Петров"), ("koi8-r", "ОТЧЕТ ЗА МАРТ"),
    ("windows-1251", "Привет, мир"), ("windows-1251", "Отчёт за март"),
    ("windows-1251", "Re: Счет на оплату №5"), ("ibm866", "Привет, мир"),
    ("iso-8859-5", "Встреча завтра"), ("shift_jis", "会議のお知らせ"), ("euc-jp", "会議のお知らせ"),
    ("iso-2022-jp", "会議のお知らせ"), ("gb18030", "展览说明"), ("gb18030", "关于下周会议的通知"),
    ("big5", "年底聚餐"), ("big5", "關於下週會議的通知"), ("euc-kr", "회의 일정 안내"),
    ("windows-1252", "Grüße aus Köln"), ("windows-1252", "“Déjà vu” – 5 €"),
    ("windows-1252", "Menu à la carte"), ("windows-1252", "Jörg"), ("utf-8", "Jörg 灯台"),
    ("utf-8", "Привет"), ("windows-1252", "Año nuevo, ¿qué tal?"),
  ]

  @Test(arguments: raw) func rawBytesAreInWhatTheyLookLike(charset: String, text: String) {
    let bytes = Encoding.encode(text, charset)
    for type in ["", "Content-Type: text/plain\n", "Content-Type: text/plain; charset=utf-8\n"] {
      #expect(parse(Array("\(type)Subject: ".utf8) + bytes + [10, 10]).subject == text)
    }
    let name = Encoding.encode(text.replacingOccurrences(of: ",", with: ""), charset)
    let shown = text.replacingOccurrences(of: ",", with: "")
    guard !shown.contains(where: { "“:".contains($0) }) else { return }
    #expect(parse(Array("From: ".utf8) + name + Array(" <a@x>\n\n".utf8)).senders == [shown])
  }

  @Test(arguments: [
    ("iso-8859-2", "Zażółć gęślą jaźń"), ("windows-1253", "Καλημέρα"), ("windows-1255", "תמונות"),
    ("koi8-r", "Привет"), ("gb2312", "联通"), ("big5", "年底"), ("iso-8859-1", "é"),
    ("windows-1254", "Şişli"), ("cp850", "Grüße"),
  ])
  func rawBytesAreInTheDeclaredCharset(charset: String, text: String) {
    let bytes = Encoding.encode(text, charset)
    let types = [
      "text/plain; charset=\(charset)", "text/plain; format=flowed;\n charset=\"\(charset)\"",
    ]
    for type in types {
      let head = Array("Subject: ".utf8) + bytes + Array("\nContent-Type: \(type)\n\n".utf8)
      #expect(parse(head).subject == text)
    }
    let parts =
      "\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
      + "Content-Type: text/plain; charset=\(charset)\n\nx\n--b--\n"
    #expect(parse(Array("Subject: ".utf8) + bytes + Array(parts.utf8)).subject == text)
  }

  @Test func aCharsetNamedInATextIsNotThatOfTheHeader() {
    let head = Array("Subject: ".utf8) + Encoding.encode("Grüße aus Köln", "iso-8859-1") + [10]
    #expect(parse(head + Array("\nIs it charset=koi8-r?\n".utf8)).subject == "Grüße aus Köln")
    let parts =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nIs it charset=koi8-r?\n"
      + "--b\nContent-Type: text/plain; charset=iso-8859-1\n\nx\n--b--\n"
    #expect(parse(head + Array(parts.utf8)).subject == "Grüße aus Köln")
  }

  @Test func rawUTF8IsThatWhateverIsDeclared() {
    for charset in ["koi8-r", "iso-8859-1", "gb2312", "shift_jis", "us-ascii", "x-nobody"] {
      let type = "Content-Type: text/plain; charset=\(charset)"
      #expect(parse("\(type)\nSubject: Привет 灯台\n\n").subject == "Привет 灯台")
    }
  }

  @Test func whatNoCharsetExplainsIsMarked() {
    let bytes = Array("Subject: na".utf8) + [0xEF] + Array("ve ".utf8) + [0x81, 0x20, 0x8D, 10, 10]
    #expect(parse(bytes).subject == "naïve \u{FFFD} \u{FFFD}")
  }

  @Test func aWordMayStandBesideRawBytes() {
    let raw = Encoding.encode("Привет", "koi8-r")
    let line = Array("Subject: =?utf-8?Q?=C3=A9?= ".utf8) + raw + [10, 10]
    #expect(parse(line).subject == "é Привет")
  }

  @Test(arguments: [
    "=?u?b? ", "=?utf-8?B?YQ==?= ", "=?x-n?Q?a?=b ", "=?", "=?a?q?", "\u{E9}", "?=",
  ])
  func aHeaderFullOfWordsIsNoBurden(junk: String) {
    let line = String(repeating: junk, count: 60_000 / junk.utf8.count)
    let head = parse("Subject: \(line)\nFrom: \(line) <a@x>\nReferences: \(line)\n\n")
    #expect(head.subject.count <= Header.subjectLimit)
  }

  @Test func aLongSubjectIsCutBetweenWords() {
    let word = "=?utf-8?Q?=E7=81=AF?= "
    let subject = subject(String(repeating: word, count: 3000))
    #expect(subject == String(repeating: "灯", count: Header.subjectLimit))
    let raw = String(repeating: "灯", count: 9000)
    #expect(parse("Subject: \(raw)\n\n").subject.allSatisfy { $0 == "灯" })
  }

  @Test func aWordCutAnywhereIsShown() {
    for (field, _) in Self.words {
      let bytes = Array(field.utf8)
      for end in 0...bytes.count {
        _ = parse(Array("Subject: ".utf8) + bytes[..<end])
        _ = parse(Array("From: ".utf8) + bytes[..<end] + Array(" <a@x>".utf8))
      }
    }
    for (charset, text) in Self.raw {
      let bytes = Encoding.encode(text, charset)
      for end in 0...bytes.count { _ = parse(Array("Subject: ".utf8) + bytes[..<end] + [10]) }
    }
  }
}
