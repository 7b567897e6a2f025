import MailTextTesting
import Testing

@testable import MailText

struct SnippetTests {
  private func plain(_ text: String, type: String = "text/plain; charset=utf-8") -> String {
    parse("Subject: x\nContent-Type: \(type)\n\n" + text).snippet
  }

  @Test func quotesAndSignaturesAreSkipped() {
    #expect(plain("Yes!\n\nAnn wrote:\n> Shall we?\n> Or not?\n\nBest\n-- \nBob\n") == "Yes! Best")
    #expect(plain("Yes!\n\nAnn wrote:\n| Shall we?\n| Or not?\n\nBest\n--\nBob\n") == "Yes! Best")
    #expect(plain("> Shall we?\nYes.\n>> Or not?\nNo.\n") == "Yes. No.")
    #expect(plain("Yes.\r\n> Shall we?\r\n-- \r\nBob\r\n") == "Yes.")
  }

  @Test func aTableIsNoQuote() {
    #expect(plain("| a | b |\n| 1 | 2 |\n") == "| a | b | | 1 | 2 |")
  }

  @Test func twoDashesAtTheTopAreNoSignature() {
    #expect(plain("--\nThe news\n") == "The news")
    #expect(plain("-- \nBob\n") == "")
  }

  @Test func nothingButQuotesIsShown() {
    #expect(plain("> Shall we?\n") == "Shall we?")
    #expect(plain("On Monday Ann wrote:\n> Shall we?\n") == "Shall we?")
  }

  @Test(arguments: [
    "On Mon, 2 Jan 2023 at 15:04, Ann Example <ann@a.example> wrote:",
    "On Mon, 2 Jan 2023 at 15:04, Ann Example <ann@a.example>\nwrote:",
    "On Monday, January 2, 2023 at 3:04:05 PM UTC+1 Ann Example\nwrote:",
    "Am 02.01.23 um 15:04 schrieb Ann Example:",
    "Am Mo., 2. Jan. 2023 um 15:04 Uhr schrieb Ann Example <\nann@a.example>:",
    "Le lun. 2 janv. 2023 à 15:04, Ann Example <ann@a.example> a écrit :",
    "El lun, 2 ene 2023 a las 15:04, Ann (<ann@a.example>)\nescribió:",
    "2023年1月2日(月) 15:04 Ann Example <ann@a.example>:",
    "在 2023年1月2日，15:04，Ann 写道：",
    "2 янв. 2023 г., в 15:04, Ann написал(а):",
    "در تاریخ جمعه ۳ ژانویهٔ ۲۰۲۵، ۱۴:۰۵ Ann Example\n<ann@a.example> نوشت:",
    "في الجمعة، ٣ يناير ٢٠٢٥ في ٢:٠٥ م تمت كتابة ما يلي بواسطة Ann\n<ann@a.example>:",
    "\u{202B}בתאריך יום ו׳, 3 בינו׳ 2025 ב-14:05 מאת Ann <ann@a.example>:\u{202C}",
    "Ann <ann@a.example> ezt írta (időpont: 2025.\njan. 3., P, 14:05):",
  ])
  func theLineThatIntroducesAQuoteGoesWithIt(line: String) {
    #expect(plain("Yes.\n\n\(line)\n> Shall we?\n") == "Yes.")
    #expect(plain("Yes.\n\n\(line)\n\n> Shall we?\n") == "Yes.")
  }

  @Test func aSentenceAboveAnIntroductionStays() {
    #expect(
      plain("We meet on 2 January 2023 at ten.\nAnn wrote:\n> When?\n")
        == "We meet on 2 January 2023 at ten."
    )
    #expect(plain("Three things:\n\none, two\n") == "Three things: one, two")
  }

  @Test(arguments: [
    "-----Original Message-----\n", "----- Ursprüngliche Nachricht -----\n",
    "-------- Message d'origine --------\n", "________________________________\n", "",
  ])
  func theAnsweredMessageBelowItsHeaderIsQuoted(mark: String) {
    let header = "From: Ann Example <ann@a.example>\nSent: Monday, 2 January 2023\nTo: Bob\n"
    #expect(plain("Yes.\n\n\(mark)\(header)Subject: Lunch\n\nShall we?\n") == "Yes.")
    #expect(plain("\(mark)\(header)Subject: Lunch\n\nShall we?\n") == "Shall we?")
  }

  @Test(arguments: [
    "I sent from my iPhone the pictures of Sunday.\n\nDid they come?",
    "Die Bilder habe ich von meinem iPhone gesendet.\n\nSind sie da?",
    "Get Outlook for the new computer, please.\n\nThe old one is broken.",
    "Hi Tom,\n\nSent via the harbour office, the boxes come today.\n\nBye",
    "Envoyé depuis Lyon hier soir, le colis est lourd.\n\nAppelle.",
    "The boxes are there.\n\nI sent via courier only the lamp.",
  ])
  func aSentenceThatSoundsLikeATelephonesLineStays(text: String) {
    #expect(plain(text) == text.replacing("\n\n", with: " "))
  }

  @Test(arguments: [
    "Von meinem Samsung Galaxy Smartphone gesendet.", "Sent from my iPhone", "Sent via BlackBerry",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>", "Az Android Outlook beszerzése",
    "Az iPhone-omról küldve", "Dihantar daripada iPhone saya", "Sendita de mia iPhone",
    "Garanti sans virus. www.avast.com", "Libre de virus. www.avast.com",
    "__________ Information from ESET NOD32 Antivirus, version 4711 __________\n\n"
      + "The message was checked by ESET NOD32 Antivirus.",
  ])
  func aTelephonesOrProgramsLineAtTheEndIsNotShown(line: String) {
    #expect(plain("See you.\n\n\(line)\n") == "See you.")
    #expect(plain("\(line)\n") != "")
  }

  @Test(arguments: [
    (
      "The gates <https://a.example/1> are mended <https://a.example/2> today.",
      "The gates are mended today."
    ),
    ("The gates ( https://a.example/1 ) are mended.", "The gates are mended."),
    ("Call 040/123456<tel:040123456>, please.", "Call 040/123456, please."),
    ("Call 040 123456 [tel:+49%2040%20123456] now.", "Call 040 123456 now."),
    ("Text 123 456 (sms:+36123456) or Lea <mailto:lea@a.example>.", "Text 123 456 or Lea ."),
    (
      "![logo](https://a.example/l.png)\n\nThe [gates](https://a.example/g) stand.",
      "The gates stand."
    ),
    (
      "A ![lamp](https://a.example/l.png) and [a] [chair](https://a.example/c).", "A and [a] chair."
    ),
    ("[https://a.example/the/harbour/\nlogo.png]\n\nThe gates.", "The gates."),
    ("The gates [https://a.example/the/harbour/\ngates.png] are mended.", "The gates are mended."),
    (
      "<https://a.example/a/very/long/path/of/the/harbour/and/its/gates/\nx?y=1> The gates.",
      "The gates."
    ),
    (
      "Notes (https://a.example/n) and <https://a.example/m>.",
      "Notes (https://a.example/n) and <https://a.example/m>."
    ),
  ])
  func addressesOfProgramsInBracketsAreNoWords(text: String, row: String) {
    #expect(plain("\(text)\n") == row)
  }

  @Test(arguments: [
    ("Vidu rete | https://a.example/v/1\n\nThe gates.", "The gates."),
    ("Retumila versio: https://a.example/v/1\n\nThe gates.", "The gates."),
    ("Åbn i browser https://a.example/v\n\nThe gates.", "The gates."),
    ("Visa brevet på nätet\nhttps://a.example/letters/12/page\n\nPortarna.", "Portarna."),
    ("Visa nyhetsbrevet i webbläsaren:\nhttps://a.example/v/1\n\nPortarna.", "Portarna."),
    ("Vidu rete\n<https://a.example/letters/12/page>\n\nThe gates.", "The gates."),
    (
      "Come and see the gates:\nhttps://a.example/gates/of/the/harbour",
      "Come and see the gates: https://a.example/gates/of/the/harbour"
    ),
  ])
  func theWayToTheBrowserIsNotShown(text: String, row: String) {
    #expect(plain(text) == row)
  }

  @Test func theSignsOfAHeadingAreNoWords() {
    let line = String(repeating: "-", count: 60)
    #expect(
      plain("** Harbour news\n\(line)\n\nThe gates.\n\n\n** Tides\n\(line)\nHigh at noon.")
        == "Harbour news The gates. Tides High at noon."
    )
    #expect(plain("** Bring rope\n** Bring oars") == "** Bring rope ** Bring oars")
  }

  @Test(arguments: [
    "Index: quay/a.c\n===================\n--- quay/a.c\t(revision 12)\n+++ quay/a.c\t(working copy)\n@@ -1 +1 @@\n-a\n",
    "Index: quay/a.c\n--- quay/a.c\t2025-01-03 14:01:00.0 +0100\n+++ quay/b.c\t2025-01-03 14:01:00.0 +0100\n",
  ])
  func aDifferenceIsNotShownBelowTheNameOfItsFile(text: String) {
    #expect(plain(text) == "Index: quay/a.c")
  }

  @Test func theHeaderOfAMercurialChangeIsNotShown() {
    let header =
      "# HG changeset patch\n# User Lea <lea@a.example>\n# Date 1735912860 -3600\n"
      + "#      Fri Jan 03 14:01:00 2025 +0100\n# Node ID 0123456789abcdef\n# Parent  89abcdef0123\n"
    #expect(
      plain("\(header)Hoist the sails.\n\ndiff -r 89abcdef0123 a.c\n--- a/a.c\n")
        == "Hoist the sails."
    )
    #expect(plain("\(header)\nHoist the sails.\n# 2\n") == "Hoist the sails. # 2")
    #expect(plain("# User stories\n# Date\n") == "# User stories # Date")
  }

  @Test func addressesInBracketsAreNoWords() {
    let address = "https://shop.example/\(String(repeating: "a", count: 80))"
    #expect(plain("Our lamp [\(address)] is <\(address)> here.\n") == "Our lamp is here.")
    #expect(plain("A picture [cid:a@b] of it\n") == "A picture of it")
    let own = "See <https://shop.example>, a[https: //x, and [http://a"
    #expect(plain("\(own)\n") == own)
  }

  @Test func theHeaderOfTheAnsweredMessageIsKnownInOtherLanguages() {
    let day = "2. Januar 2023 15:04"
    #expect(plain("Ja.\n\nVon: Ann\nGesendet: \(day)\nAn: Bob\nBetreff: x\n\nAlt\n") == "Ja.")
    for colon in [": ", "："] {
      let fields = ["发件人", "Ann", "发送时间", "2023年1月2日 15:04", "收件人", "Bob", "主题", "x"]
      let lines = stride(from: 0, to: 8, by: 2).map { fields[$0] + colon + fields[$0 + 1] }
      #expect(plain("好\n\n\(lines.joined(separator: "\n"))\n\n旧\n") == "好")
    }
    #expect(plain("Yes.\n\n*From:* Ann\n*Sent:* \(day)\n*Subject:* x\n\nOld\n") == "Yes.")
  }

  @Test func wordsWithAColonAreNoHeader() {
    #expect(plain("From: the beginning\n\nTo: the end\n") == "From: the beginning To: the end")
    #expect(plain("____________\nNews\n") == "News")
    for form in [
      "From: Hamburg\nTo: Bremen\nDate: 3 May 2027", "From: +49 40 1234\nDate: 3 May 2027 15:04",
      "From: Jane Roe <jane@roe.example>\nSubject: Opening hours", "Subject: x\nDate: 3 May 2027",
    ] {
      #expect(plain("Please read:\n\n\(form)\n\nYes.\n").hasSuffix("Yes."))
    }
  }

  @Test(arguments: [
    "---------- Forwarded message ---------", "-------- Forwarded Message --------",
    "-------- Weitergeleitete Nachricht --------", "Begin forwarded message:",
    "---------- 转发的邮件 ----------",
  ])
  func ofAForwardedMessageTheTextIsShownWhereNothingStandsAbove(mark: String) {
    let text = "\(mark)\nFrom: Ann <ann@a.example>\nDate: Mon, 2 Jan 2023\nTo: Bob\n\nShall we?\n"
    #expect(plain(text) == "Shall we?")
    #expect(plain("Look:\n\n\(text)> Old.\n") == "Look:")
  }

  @Test func armourIsSkipped() {
    let signed = """
      -----BEGIN PGP SIGNED MESSAGE-----
      Hash: SHA256

      Yes.
      - -- 
      Bob
      -----BEGIN PGP SIGNATURE-----

      iQEzBAEBCAAdFiEE
      -----END PGP SIGNATURE-----

      """
    #expect(plain(signed) == "Yes.")
    let encrypted = plain("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n")
    #expect(SnippetMark(snippet: encrypted) == .encrypted)
  }

  @Test func aFileInTheTextIsAnAttachment() {
    let text = "Subject: x\n\nHere.\nbegin 644 a.txt\n#86)C\n`\nend\nBye.\n"
    #expect(parse(text).snippet == "Here. Bye.")
    #expect(parse(text).hasAttachments)
    #expect(!parse("Subject: x\n\nbegin with the end\n").hasAttachments)
  }

  @Test func whiteSpaceBecomesOneSpace() {
    #expect(plain("a\t b\r\n\r\n   c\u{7} d\u{A0}\u{2003}e\u{3000}f\n") == "a b c d e f")
  }

  @Test func whatNobodySeesIsDropped() {
    let padding = String(repeating: "\u{34F}\u{200C}\u{A0}\u{AD}\u{200B}\u{FEFF}", count: 200)
    #expect(plain("Sale!\(padding) Now") == "Sale! Now")
    #expect(plain("a\u{202E}b\u{2066}c") == "abc")
  }

  @Test func joinersWithinWordsStay() {
    #expect(plain("می\u{200C}خواهم 👩\u{200D}🚀") == "می\u{200C}خواهم 👩\u{200D}🚀")
  }

  @Test func itIsCutBetweenCharacters() {
    let text = plain(String(repeating: "ä", count: 1000))
    #expect(text == String(repeating: "ä", count: FirstWords.limit))
  }

  @Test func joinersCountAsCharacters() {
    let text = plain(String(repeating: "a\u{200D}", count: 1000))
    #expect(text.unicodeScalars.count <= FirstWords.limit)
  }

  @Test func flowingLinesAreJoined() {
    #expect(plain("one \ntwo\n", type: "text/plain; format=flowed") == "one two")
    #expect(
      plain("灯台 \nの写真\n", type: "text/plain; charset=utf-8; format=flowed; delsp=yes") == "灯台の写真"
    )
    #expect(plain("a\n > b\n", type: "text/plain; format=flowed") == "a > b")
  }

  /// Punctuation stands in place of the layout that separates texts on the page.
  @Test(arguments: [
    ("<h1>Your order</h1><p>Thank you for it.", "Your order: Thank you for it."),
    ("<h1>Your order</h1>", "Your order"), ("<h1>Your<br>order</h1>a", "Your order: a"),
    ("<h1>Done!</h1>a", "Done! a"), ("<h2>Größe 5</h2>a", "Größe 5: a"),
    ("<h1>News</h1><h2>The harbour</h2>a", "News: The harbour: a"),
    (
      "<p>We need</p><ul><li>milk<li>bread<br>and salt</ul><p>See you.",
      "We need milk, bread and salt. See you."
    ),
    ("<ol><li>One.<li>Two.</ol>a", "One. Two. a"), ("<p>a</p><p>b", "a b"),
    ("<table><tr><td>a<td>b</table>c", "a b c"),
  ])
  func whatAPageSeparatesIsSeparateInARow(page: String, snippet: String) {
    #expect(plain(page, type: "text/html; charset=utf-8") == snippet)
  }

  @Test func plainTextIsPreferredToHTML() {
    func alternative(_ plain: String) -> String {
      parse(
        "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n"
          + "<p>rich</p>\n--b\nContent-Type: text/plain\n\n\(plain)\n--b--\n"
      ).snippet
    }
    #expect(alternative("poor") == "poor")
    #expect(alternative("  ") == "rich")
  }

  @Test func otherKindsOfTextAreRead() {
    #expect(plain("<bold>Big</bold> news <<x>\n", type: "text/enriched") == "Big news <x>")
    #expect(plain("a,b\n", type: "text/csv") == "a,b")
    #expect(plain("{\\rtf1 x}", type: "text/rtf") == "")
    let event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY;LANGUAGE=en:Lunch\\, to\n day\nEND:VEVENT\n"
    #expect(plain(event, type: "text/calendar; method=REQUEST") == "Lunch, today")
  }

  @Test(arguments: [
    "Thanks, all is well.\n\nOn Mon, 2 Jan 2023 at 10:00, Ann wrote:\n",
    "Thanks, all is well.\n\nOn Mon, 2 Jan 2023 at 10:00, Ann Berg\n<ann@a.example> wrote:\n",
    "Thanks, all is well.\n\nAm 02.01.2023 um 10:00 schrieb Ann:\n\n-- \nBo\n",
  ])
  func anIntroductionWithoutAQuoteIsNoWord(text: String) {
    #expect(!plain(text).contains("wrote") && !plain(text).contains("schrieb"))
    #expect(readMessage("Subject: x\n\n\(text)").passages.map(\.text).joined().contains("Ann"))
  }

  @Test(arguments: [
    ("Zur Webansicht » https://post.example/v?a=1234567890abcdef\n\nGuten Tag.\n", "Guten Tag."),
    ("Näytä selaimessa https://post.example/v?a=1234567890abcdef\n\nHei Bo!\n", "Hei Bo!"),
    ("[https://a.example/1.png]\n[https://a.example/2.png]\n\nTulips.\n", "Tulips."),
    (
      "Garden\n\n[https://a.example/1.png] [https://a.example/2.png]\n\nTulips.\n", "Garden Tulips."
    ),
    ("[Quay]<https://a.example/1> [Boats]<https://a.example/2>\n\nTulips.\n", "Tulips."),
    ("[afbeelding: tulp.png]\n\nTulips.\n", "Tulips."),
    ("[Note: the gate is closed]\n\nTulips.\n", "[Note: the gate is closed] Tulips."),
    ("Gweld ar y we: https://a.example/letters/12/page\n\nTulips.\n", "Tulips."),
    ("Dear Bo,\n\n>From here it is far.\n\nLea\n", "Dear Bo, From here it is far. Lea"),
    ("Dear Bo,\n\n>From here it is far,\n>I hear.\n\nLea\n", "Dear Bo, Lea"),
    ("Tulips.\n\u{0}\u{0}\u{0}\u{0}", "Tulips."),
    ("See you.\n\nEnvoyé par le service de messagerie de Poste Mobile.\n", "See you."),
    ("Look at https://a.example/\n", "Look at https://a.example/"),
    (
      "Ann (https://a.example/people/of/the/team)\nhas seen it.\n",
      "Ann (https://a.example/people/of/the/team) has seen it."
    ),
    (
      "To view this garden you need an email from me.\n",
      "To view this garden you need an email from me."
    ),
    ("Ann Berg<mailto:ann@a.example> and <mailto:bo@b.example> Bo\n", "Ann Berg and Bo"),
    (
      "Zur Webansicht » https://post.example/v?a=1234567890abcdef\n",
      "Zur Webansicht » https://post.example/v?a=1234567890abcdef"
    ),
  ])
  func linesOfProgramsAreNoWords(text: String, words: String) { #expect(plain(text) == words) }
}
