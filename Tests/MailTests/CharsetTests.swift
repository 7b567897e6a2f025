import Foundation
import MailTextTesting
import Testing

@testable import Mail
@testable import MailSample
@testable import MailText

/// Every charset of mail, in every place where text can occur.
struct CharsetTests {
  /// A text for each charset, by the charset's name.
  private static let texts: [(charset: String, text: String)] = [
    ("utf-8", "✓ naïve 灯台 😀"), ("utf-7", "naïve + 灯台"), ("us-ascii", "plain ~ text"),
    ("iso-8859-1", "Grüße à la façon"), ("iso-8859-2", "Zażółć gęślą jaźń"),
    ("iso-8859-3", "Eĥoŝanĝo ĉiuĵaŭde"), ("iso-8859-4", "Šķērsiela ņem"),
    ("iso-8859-5", "Съешь же ещё"), ("iso-8859-6", "دعوة إلى حفل"), ("iso-8859-7", "Καλημέρα"),
    ("iso-8859-8", "תמונות"), ("iso-8859-9", "Şişli İğdır"), ("iso-8859-10", "Þórður ąčę"),
    ("iso-8859-11", "สวัสดีครับ"), ("iso-8859-13", "Žąsų ėda"), ("iso-8859-14", "Ŵyth ŷ Ṫ"),
    ("iso-8859-15", "Œuvre à 5 €"), ("iso-8859-16", "Țară și"),
    ("windows-1250", "Příliš žluťoučký"),
    ("windows-1251", "Карта мира"), ("windows-1252", "“Déjà vu” – 5 €"), ("windows-1253", "Ώρα"),
    ("windows-1254", "Şişli € İğdır"), ("windows-1255", "תמונות"), ("windows-1256", "دعوة إلى حفل"),
    ("windows-1257", "Žąsų ėda"), ("windows-1258", "Đường"), ("koi8-r", "Привет, мир"),
    ("koi8-u", "Їжак і ґава"), ("koi8-t", "Тоҷикистон"), ("ibm866", "Привет"), ("cp850", "Grüße"),
    ("cp437", "Grüße ½"), ("cp852", "Zażółć"), ("cp855", "Съешь"), ("cp857", "İğdır"),
    ("cp862", "תמונות"), ("macintosh", "Café “déjà”"), ("mac-cyrillic", "Привет"),
    ("mac-centraleurope", "Zażółć"), ("iso-2022-jp", "灯台の写真"), ("shift_jis", "会議のお知らせ"),
    ("cp932", "①会議～"), ("euc-jp", "会議のお知らせ"), ("iso-2022-kr", "회의 일정"),
    ("euc-kr", "회의 일정"), ("cp949", "뷁 회의"), ("johab", "회의 일정"), ("iso-2022-cn", "展览说明"),
    ("gb2312", "展览说明"), ("gbk", "展覽說明"), ("gb18030", "展览说明 €"), ("big5", "年底聚餐"),
    ("big5-hkscs", "年底聚餐"), ("euc-tw", "年底聚餐"), ("tis-620", "สวัสดีครับ"), ("cp874", "สวัสดี…"),
    ("viscii", "Tiếng Việt"), ("tcvn", "Tiếng"), ("armscii-8", "Բարեւ"),
    ("georgian-ps", "გამარჯობა"), ("georgian-academy", "გამარჯობა"), ("utf-16", "naïve 灯台"),
    ("utf-16le", "naïve 灯台"), ("utf-16be", "naïve 灯台"), ("utf-32", "naïve 灯台"),
  ]
  private static let names = texts.map(\.charset)

  private func text(_ name: String) -> String {
    Self.texts.first { $0.charset == name }?.text ?? ""
  }

  private func bytes(_ name: String) -> [UInt8] {
    name == "us-ascii" ? Array(text(name).utf8) : Encoding.encode(text(name), name)
  }

  @Test func thisTestEncodesThemAll() {
    for name in Self.names { #expect(!bytes(name).isEmpty, "\(name)") }
  }

  @Test(
    arguments: [
      ("x-mac-greek", [0xBA, 0xE1, 0xEC, 0xE8, 0xED, 0xDB, 0xF2, 0xE1], "Καλημέρα"),
      ("MacGreek", [0xBA, 0xE1, 0xEC, 0xE8, 0xED, 0xDB, 0xF2, 0xE1], "Καλημέρα"),
      ("x-mac-turkish", [0xDE, 0x9F, 0xDB, 0xDD], "Şüğı"),
    ] as [(String, [UInt8], String)]
  )
  func lettersOfOldMacsAreRead(name: String, bytes: [UInt8], text: String) {
    #expect(parse("Subject: =?\(name)?B?\(Transfer.base64(bytes))?=\n\n").subject == text)
  }

  private func head(
    subject: String = "",
    label: String?,
    transfer: String,
    _ body: [UInt8]
  ) -> MessageHead {
    let type = label.map { "Content-Type: text/plain; charset=\($0)\n" } ?? ""
    let header = "Subject: \(subject)\n\(type)Content-Transfer-Encoding: \(transfer)\n\n"
    return parse(Array(header.utf8) + body)
  }

  @Test(arguments: names)
  func itComesThroughAHeader(name: String) {
    let bytes = bytes(name)
    let quoted = bytes.map { "=" + Transfer.hex($0) }.joined()
    let base64 = Transfer.base64(bytes)
    #expect(parse("Subject: =?\(name)?Q?\(quoted)?=\n\n").subject == text(name))
    #expect(parse("Subject: =?\(name.uppercased())?b?\(base64)?=\n\n").subject == text(name))
    #expect(parse("From: =?\(name)?B?\(base64)?= <a@b.example>\n\n").senders == [text(name)])
  }

  @Test(arguments: names)
  func itComesThroughAText(name: String) {
    let bytes = bytes(name)
    let base64 = Array(Transfer.base64Lines(bytes).utf8)
    #expect(head(label: name, transfer: "base64", base64).snippet == text(name))
    let quoted = Array(Transfer.quotedPrintable(bytes).utf8)
    // A byte 10 within a character would be a line break in quoted-printable.
    if !bytes.contains(10) {
      #expect(
        head(label: "\"\(name)\"", transfer: "quoted-printable", quoted).snippet == text(name)
      )
    }
    if !bytes.contains(0), !bytes.contains(10) {
      #expect(head(label: name, transfer: "8bit", bytes).snippet == text(name))
    }
  }

  @Test(arguments: ["utf-8", "shift_jis", "gb18030", "big5", "euc-kr", "euc-jp"])
  func aCharacterCutBetweenTwoWordsIsMended(name: String) {
    let bytes = bytes(name)
    for cut in 1..<bytes.count - 1 {
      let parts = [bytes[..<cut], bytes[cut...]].map { part in
        "=?\(name)?B?\(Transfer.base64(Array(part)))?="
      }
      #expect(parse("Subject: \(parts.joined(separator: "\n "))\n\n").subject == text(name))
    }
  }

  @Test(arguments: [
    ("cp-850", "cp850"), ("x-sjis", "shift_jis"), ("sjis", "shift_jis"), ("utf8", "utf-8"),
    ("UTF8", "utf-8"), ("unicode-1-1-utf-7", "utf-7"), ("unicode-1-1-utf-8", "utf-8"),
    ("ks_c_5601-1987", "euc-kr"), ("KSC5601", "euc-kr"), ("latin1", "iso-8859-1"),
    ("iso8859-2", "iso-8859-2"), ("iso_8859-5", "iso-8859-5"), ("cp1251", "windows-1251"),
    ("x-cp1251", "windows-1251"), ("x-mac-cyrillic", "mac-cyrillic"), ("x-mac-roman", "macintosh"),
    ("x-gbk", "gbk"), ("gb2312", "gbk"), ("windows-31j", "cp932"), ("shift_jis", "cp932"),
    ("iso-8859-1", "windows-1252"), ("windows-874", "tis-620"), ("x-x-big5", "big5"),
    ("euc-kr", "cp949"), ("iso-8859-8-i", "iso-8859-8"), ("koi8_r", "koi8-r"),
  ])
  func aliasesAreKnown(alias: String, name: String) {
    let base64 = Transfer.base64(bytes(name))
    #expect(head(label: alias, transfer: "base64", Array(base64.utf8)).snippet == text(name))
    #expect(parse("Subject: =?\(alias)?B?\(base64)?=\n\n").subject == text(name))
  }

  @Test(arguments: ["'iso-8859-2'", "\" iso-8859-2 \"", "\"iso-8859-2;\"", "\"=iso-8859-2\""])
  func rubbishAroundALabelIsDropped(label: String) {
    let body = Transfer.base64(bytes("iso-8859-2"))
    #expect(head(label: label, transfer: "base64", Array(body.utf8)).snippet == text("iso-8859-2"))
  }

  @Test(arguments: [
    nil, "x-nobody-knows", "us-ascii", "\"\"", "iso-8859-1", "windows-1252", "8bit",
  ])
  func textThatIsUTF8IsThatWhateverItsLabelSays(label: String?) {
    #expect(head(label: label, transfer: "8bit", bytes("utf-8")).snippet == text("utf-8"))
  }

  @Test(arguments: [nil, "x-nobody-knows", "us-ascii", "utf-8"])
  func whatIsNoUTF8IsWindows1252(label: String?) {
    let bytes = bytes("windows-1252")
    #expect(head(label: label, transfer: "8bit", bytes).snippet == text("windows-1252"))
  }

  @Test func ofAWordInACharsetThatNobodyKnowsSomethingIsShown() {
    #expect(parse("Subject: =?x-nobody?Q?caf=E9?=\n\n").subject == "café")
    #expect(
      parse("Subject: =?x-nobody?B?\(Transfer.base64(Array("né".utf8)))?=\n\n").subject == "né"
    )
  }

  @Test func brokenTextKeepsWhatIsWhole() {
    let utf8 = Array("naïve ".utf8) + [0xFF] + Array(" é".utf8)
    #expect(head(label: "utf-8", transfer: "8bit", utf8).snippet == "naïve \u{FFFD} é")
    let sjis = bytes("shift_jis") + [0xFF] + Array("x".utf8)
    #expect(head(label: "shift_jis", transfer: "8bit", sjis).snippet.hasPrefix(text("shift_jis")))
  }

  @Test func aCharacterCutAtTheEndIsLeftOut() {
    let bytes = Array("naïve 灯台".utf8).dropLast()
    #expect(head(label: "utf-8", transfer: "8bit", Array(bytes)).snippet == "naïve 灯")
  }

  @Test func aWordMayNameItsLanguage() {
    #expect(parse("Subject: =?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=\n\n").subject == "Grüße")
  }

  @Test func allLabelsLeadToCharsetsThatAreKnown() {
    #expect(CharsetLabels.names.count > 300)
    for (label, name) in CharsetLabels.names {
      let charset = CharsetName(label)
      #expect(charset.name == name, "\(label)")
      let isRead = Array("a".utf8).withUnsafeBufferPointer { bytes in
        charset.isWide || TextDecoding.iconv(bytes, from: name)?.text == [0x61]
      }
      #expect(isRead, "\(label)")
    }
  }

  @Test(arguments: [
    ("x-euc-jp", "euc-jp"), ("cseucpkdfmtjapanese", "euc-jp"), ("csshiftjis", "shift_jis"),
    ("windows-932", "shift_jis"), ("MS_Kanji", "shift_jis"), ("Shift JIS", "shift_jis"),
    ("iso-ir-58", "gb2312"), ("csiso58gb231280", "gb2312"), ("EUC-CN", "gb2312"),
    ("54936", "gb2312"),
    ("big5-hkscs", "big5"), ("x-x-big5", "big5"), ("cn-big5", "big5"), ("windows-950", "big5"),
    ("csksc56011987", "euc-kr"), ("iso-ir-149", "euc-kr"), ("korean", "euc-kr"), ("UHC", "euc-kr"),
    ("arabic", "iso-8859-6"), ("ecma-114", "iso-8859-6"), ("greek8", "iso-8859-7"),
    ("sun_eu_greek", "iso-8859-7"), ("ECMA_118", "iso-8859-7"), ("hebrew", "iso-8859-8"),
    ("csisolatincyrillic", "iso-8859-5"), ("l2", "iso-8859-2"), ("iso_8859-2:1987", "iso-8859-2"),
    ("ISO8859_2", "iso-8859-2"), ("iso 8859-2", "iso-8859-2"), ("latin-2", "iso-8859-2"),
    ("cp28592", "iso-8859-2"), ("dos-874", "tis-620"), ("koi8-ru", "koi8-u"), ("koi", "koi8-r"),
    ("cp20866", "koi8-r"), ("x-mac-ukrainian", "mac-cyrillic"), ("1251", "windows-1251"),
    ("windows-1251; format=flowed", "windows-1251"), ("windows-1251 format=flowed", "windows-1251"),
    ("'windows-1251'", "windows-1251"), ("x-cp1251", "windows-1251"), ("cp-1251", "windows-1251"),
    ("csIBM866", "ibm866"), ("ISO-2022-JP-MS", "iso-2022-jp"), ("cp50221", "iso-2022-jp"),
  ])
  func otherNamesOfACharsetAreRead(label: String, name: String) {
    let sent = head(label: "\"\(label)\"", transfer: "8bit", bytes(name))
    #expect(sent.snippet == text(name), "\(label)")
  }

  @Test(arguments: ["gb2312", "gbk", "gb18030", "x-gbk"])
  func aByteOfWindowsIsTheEuroSign(label: String) {
    #expect(head(label: label, transfer: "8bit", [0x80, 0x35, 0xFF]).snippet == "€5\u{FFFD}")
  }

  @Test(arguments: [
    ("~{<:Ky2;S{~}", "己所不欲"), ("This ~{<:Ky2;~} ends.", "This 己所不 ends."),
    ("~~ ~{<:~}~\n~{Ky~}", "~ 己所"), ("~{<:Ky\nplain", "己所 plain"), ("a ~ b ~", "a ~ b ~"),
  ])
  func chineseInSevenBitsIsRead(body: String, shown: String) {
    for label in ["hz-gb-2312", "HZ"] {
      let snippet = head(label: label, transfer: "7bit", Array(body.utf8)).snippet
      #expect(snippet.hasPrefix(shown))
    }
  }
}
