import MailTextTesting
import Testing

@testable import MailText

/// The written, quoted and signature parts of a text.
struct PassageTests {
  @Test func aQuoteIsPartedWithItsIntroduction() {
    #expect(
      passages("Yes.\n\nOn Monday Ann wrote:\n> Shall we?\n>\n> > When?\n\nSoon.\n")
        == [
          "written: Yes.", "quoted: On Monday Ann wrote:/> Shall we?/>/> > When?",
          "written: Soon.",
        ]
    )
  }

  @Test func anIntroductionOnTwoLinesGoesWithItsQuote() {
    #expect(
      passages("Yes.\n\nOn Mon, 2 Jan 2023 Ann <ann@a.example>\nwrote:\n\n> Shall we?\n")
        == ["written: Yes.", "quoted: On Mon, 2 Jan 2023 Ann <ann@a.example>/wrote://> Shall we?"]
    )
  }

  @Test(arguments: [
    "2025年1月3日(金) 14:05 Bo Reed <bo@b.example>:\n\nWhen does it sail?",
    "Bo Reed <bo@b.example> 于2025年1月3日 14:05写道：\n\nWhen does it sail?",
    "Bo Reed <bo@b.example>\n03.01.2025 14:05\n\nAn\n\"Lea\" <lea@a.example>\nKopie\n\nThema\nBoot\n\nWhen?",
  ])
  func anUnmarkedQuoteIsFoundByItsIntroduction(quote: String) {
    let text = "At six.\n\n\(quote)\n"
    let mail = readMessage("Subject: Re: x\nContent-Type: text/plain; charset=utf-8\n\n\(text)")
    #expect(mail.passages.map(\.kind) == [.written, .quoted])
    #expect(mail.passages.first?.text == "At six.")
    for end in 0...text.utf8.count { _ = parse(Array(text.utf8.prefix(end))) }
  }

  @Test func aPersonsLinesBelowANameAreWritten() {
    let text = "Bo Reed <bo@b.example>\nmet me at 14:05.\nSubject to change, of course.\n"
    #expect(passages("At six.\n\n\(text)").count == 1)
  }

  @Test(arguments: ["$ cat <<END", "# tee /etc/motd <<-'END'", "ann@quay:~$ python3 - <<\"END\""])
  func theLinesOfAHereDocumentAreNoQuote(command: String) {
    let text = "It hangs:\n\n\(command)\n> one\n> two\n> END\none\n\nAny idea?\n"
    #expect(passages(text) == ["written: " + text.dropLast().replacing("\n", with: "/")])
    #expect(passages("An <<arrow>>\n> one\n> two\n").last == "quoted: > one/> two")
  }

  @Test(arguments: [
    ("ba\u{200B}nk\u{2060}.ex\u{AD}am\u{180E}ple", "bank.example"),
    ("b\u{200C}a\u{200D}n\u{FE0E}k\u{34F}\u{3164}", "bank"), ("a\u{E0061}\u{E0062}b", "ab"),
    ("да\u{200B}р", "дар"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"),
    ("👩\u{200D}🚀 1\u{FE0F}\u{20E3}", "👩\u{200D}🚀 1\u{FE0F}\u{20E3}"),
    ("🏴\u{E0067}\u{E0062}\u{E007F}!", "🏴\u{E0067}\u{E0062}\u{E007F}!"),
  ])
  func invisibleCharactersStayOnlyInScriptsThatNeedThem(text: String, shown: String) {
    #expect(passages(text) == ["written: \(shown)"])
    #expect(parse("Content-Type: text/plain; charset=utf-8\n\n\(text)").snippet == shown)
  }

  @Test func quotesBetweenAnswersStayInPlace() {
    #expect(
      passages("> One?\nYes.\n> Two?\nNo.\n")
        == ["quoted: > One?", "written: Yes.", "quoted: > Two?", "written: No."]
    )
  }

  @Test func aSignatureIsParted() {
    #expect(passages("Hi\n-- \nAnn\nParis\n") == ["written: Hi", "signature: Ann/Paris"])
    #expect(
      passages("Hi\n-- \nAnn\n\n> Old\n") == ["written: Hi", "signature: Ann", "quoted: > Old"]
    )
  }

  @Test func belowTheHeaderOfAnAnsweredMessageEverythingIsQuoted() {
    #expect(
      passages("Yes.\n\n-----Original Message-----\nFrom: Ann\nTo: Bob\n\nShall we?\n")
        == ["written: Yes.", "quoted: -----Original Message-----/From: Ann/To: Bob//Shall we?"]
    )
    #expect(
      passages("Yes.\n\nFrom: Ann\nSent: 2 Jan 2023\nTo: Bob\nCc: Cem\nSubject: x\n\nShall we?\n")
        == [
          "written: Yes.",
          "quoted: From: Ann/Sent: 2 Jan 2023/To: Bob/Cc: Cem/Subject: x//Shall we?",
        ]
    )
  }

  @Test func aRuleAboveNoHeaderPartsNothing() {
    for below in ["Two", "Monday: arrival/Tuesday: tour", "Two: 3"] {
      let text = "One/____________/\(below)"
      #expect(passages(text.replacing("/", with: "\n")) == ["written: \(text)"])
    }
  }

  @Test func whatIsLeftOutOfAQuoteGoesWithIt() {
    for mark in ["<snip>", "[...]", "(…)"] {
      #expect(
        passages("Yes.\n\nOn 2 Jan 2023, Ann wrote:\n\n\(mark)\n> Shall we?\n")
          == ["written: Yes.", "quoted: On 2 Jan 2023, Ann wrote://\(mark)/> Shall we?"]
      )
      #expect(
        passages("Yes.\n\n\(mark)\n> Shall we?\n") == [
          "written: Yes.//\(mark)", "quoted: > Shall we?",
        ]
      )
    }
  }

  @Test func windowsMailNamesNoSubject() {
    let day = "\u{200E}2\u{200E} \u{200E}января\u{200E} \u{200E}2023"
    let header = "От: Анна\nОтправлено: \(day)\nКому: Bo"
    let shown = passages("Да.\n\n\(header)\n\nВстретимся?\n")
    #expect(shown.count == 2 && shown.last?.hasPrefix("quoted: От: Анна/") == true)
    let trip = "From: Reed\nDate: 2 Jan 2023\nTo: Quill"
    #expect(passages("A trip.\n\n\(trip)\n\nShall we?\n").count == 1)
  }

  @Test func aQuoteThatIsSignedIsWhole() {
    let lines =
      "> ---- Forwarded Message\n> From: Ann\n>\n> -----BEGIN PGP SIGNED MESSAGE-----\n> Hash: SHA1\n>\n> Words."
    let read = readMessage("Content-Type: text/plain\n\nSee below.\n\n\(lines)\n")
    #expect(read.remarks == [])
    #expect(read.passages.map(\.text).joined(separator: "\n\n") == "See below.\n\n\(lines)")
  }

  @Test func aForwardedMessageIsToBeRead() {
    #expect(
      passages(
        "FYI\n---------- Forwarded message ---------\nFrom: Ann\nSubject: X\n\nText\n> Old\n"
      )
        == [
          "written: FYI/---------- Forwarded message ---------/From: Ann/Subject: X//Text",
          "quoted: > Old",
        ]
    )
  }

  @Test func linesThatFlowAreJoined() {
    let flowed = "text/plain; format=flowed"
    #expect(
      passages("One \ntwo \nthree\n\n> a \n> b\n> c\n", type: flowed)
        == ["written: One two three", "quoted: > a b/> c"]
    )
    #expect(passages("One \ntwo\n-- \nAnn \nB\n", type: flowed).last == "signature: Ann B")
    #expect(passages(" From\n  in \nx\n", type: flowed) == ["written: From/ in x"])
    #expect(passages("漢 \n字\n", type: flowed + "; delsp=yes; charset=utf-8") == ["written: 漢字"])
  }

  @Test func anIntroductionThatFlowsGoesWithItsQuote() {
    #expect(
      passages("Yes.\n\nOn Monday \nAnn wrote:\n> Eh?\n", type: "text/plain; format=flowed")
        == ["written: Yes.", "quoted: On Monday Ann wrote:/> Eh?"]
    )
  }

  @Test func whatIsSignedInTheTextIsReadWithoutItsArmour() {
    let text =
      "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nHi\n"
      + "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n"
    let read = readMessage("Content-Type: text/plain\n\n\(text)")
    #expect(lines(read.passages) == ["written: Hi"])
    #expect(read.remarks == [.signed])
  }

  @Test func whatIsEncryptedInTheTextIsSaid() {
    let read = readMessage(
      "Subject: x\n\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n"
    )
    #expect(read.passages.isEmpty)
    #expect(read.remarks == [.encrypted])
  }

  @Test func aFileInTheTextIsAttached() {
    let read = readMessage("Subject: x\n\nHere.\n\nbegin 644 a b.txt\n#0V%T\n`\nend\nBye\n")
    #expect(lines(read.passages) == ["written: Here.//Bye"])
    #expect(read.attachments.map(\.name) == ["a b.txt"])
    #expect(read.attachments.map(\.size) == [3])
  }

  @Test func controlsAndOverridesAreLeftOut() {
    #expect(
      passages("a\u{1B}[31m\u{7}b\u{202E}c\u{9B}d\te\rf\u{2028}g\n") == ["written: a[31mbcd\te/f/g"]
    )
  }

  @Test(arguments: [
    "> x <- c(1, 2)\n> mean(x)\n[1] 1.5\n", "> library(tide)\n> y = tide(3)\n",
    ">>> x = 1\n>>> print(x)\n1\n",
    ">>> import tide\n>>> tide.now()\n'high'\n",
    "> summary(tide)\nCall:\n> tide\n[1] 3\n\n> tide\n",
    "> cat config\nservers:\n  - a:\n> exit\nbye\n", "julia> 1+1\n2\njulia> exit\n",
    "A1> tide\nhigh\nA1> quit\n", "own-db=> select 1\n1\nown-db=> \\q\n",
  ])
  func aSessionIsNoQuote(session: String) {
    #expect(passages("I tried this:\n\n\(session)").count == 1)
  }

  @Test func pathsOfWindowsAreText() {
    let text =
      "In C:\\Users\\ann and \\\\server\\new\\n:\nC:\\> dir\nD:\\a>copy C:/x\nC:\\a> dir\nC:\\a> dir"
    #expect(passages(text) == ["written: \(text.replacing("\n", with: "/"))"])
  }

  @Test(arguments: ["> x <- c(1, 2)\n> mean(x)\n[1] 1.5\n", ">>> x = 1\n>>> print(x)\n1\n"])
  func aSessionInAReplyIsNoQuote(session: String) {
    let mail = readMessage("Subject: Re: tide\nIn-Reply-To: <a@x>\n\nI tried this:\n\n\(session)")
    #expect(mail.passages.map(\.kind) == [.written])
  }

  @Test(arguments: [
    "On Monday, Ann wrote:\n> f(x)\n> g(x)\n\nNo.\n", "julia> Shall we?\njulia> Or not?\n\nNo.\n",
    "> Shall we sail?\n\nYes.\n",
    "> a) one (see below)\n> b) two (or more)\n\nYes.\n", ">> Older words.\n> Words.\n\nYes.\n",
  ])
  func aQuoteInAReplyIsAQuote(text: String) {
    let mail = readMessage("Subject: Re: tide\nIn-Reply-To: <a@x>\n\n\(text)")
    #expect(mail.passages.map(\.kind) == [.quoted, .written])
  }
}
