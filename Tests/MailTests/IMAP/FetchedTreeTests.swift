import IMAP
import MailTextTesting
import Testing

@testable import Mail
@testable import MailText

/// A message of which some parts were fetched is read as if all parts were there.
struct FetchedTreeTests {
  private let header = "From: Ann <ann@a.example>\nSubject: Tides\nMIME-Version: 1.0\n"
  private let plainHeader = "Content-Type: text/plain; charset=utf-8\n\n"

  private func mixed(_ subtype: String = "mixed") -> String {
    "\(header)Content-Type: multipart/\(subtype); boundary=b\n\n"
  }

  /// A multipart of a text and these parts.
  private func mail(_ parts: String..., with sections: [String: String?] = [:]) -> FetchedParts {
    let text: [String: String?] = ["HEADER": mixed(), "1.MIME": plainHeader, "1": "Hi"]
    return FetchedParts(
      structure: Structure.multi("MIXED", Structure.plain, parts.joined()),
      sections: text.merging(sections) { $1 }
    )
  }

  @Test func textAndTheNamesOfFilesAreThere() throws {
    let file =
      "Content-Type: application/pdf; name=\"a b.pdf\"\n"
      + "Content-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n"
    let parts = mail(Structure.document, with: ["1": "High water at three.", "2.MIME": file])
    let read = try #require(try parts.read)
    #expect(read.subject == "Tides" && read.from.text == "Ann <ann@a.example>")
    #expect(lines(read.passages) == ["written: High water at three."])
    #expect(
      read.attachments == [
        Attachment(
          name: "a b.pdf",
          type: "application/pdf",
          size: 570,
          part: MessagePart([2], "base64")
        )
      ]
    )
    #expect(read.remarks == [])
  }

  @Test func whatTheServerSaysOfAFileStandsInForItsHeader() throws {
    let names = [
      (#""NAME" "a.pdf""#, "a.pdf"),
      (#""NAME*" "utf-8''%C3%A4.pdf""#, "ä.pdf"),
      (#""NAME*0*" "utf-8''%C3%A4" "NAME*1" " b.pdf""#, "ä b.pdf"),
      (#""NAME" "=?utf-8?q?=C3=A4?=.pdf""#, "ä.pdf"),
      (#""NAME" "a\"b\\c; d=e.pdf""#, "a\"b\\c; d=e.pdf"),
      (#""NAME" "ä.pdf""#, "ä.pdf"),
    ]
    for (parameters, name) in names {
      let file = #"("APPLICATION" "PDF" (\#(parameters)) NIL NIL "7BIT" 99 NIL NIL NIL)"#
      for sections in [["2.MIME": ""], [:]] {
        let read = try #require(try mail(file, with: sections).read)
        let part = MessagePart([2], "7bit")
        let file = Attachment(name: name, type: "application/pdf", size: 99, part: part)
        #expect(read.attachments == [file])
      }
    }
  }

  @Test func partsStandInEachOther() throws {
    let inner = Structure.multi("ALTERNATIVE", Structure.plain, Structure.page)
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", inner, Structure.plain),
      sections: [
        "HEADER": mixed(), "1.1.MIME": plainHeader, "1.1": "One.",
        "1.2.MIME": "Content-Type: text/html\n\n", "1.2": "<p>One.", "2.MIME": plainHeader,
        "2": "Two.\n",
      ]
    )
    #expect(try parts.read.map { lines($0.passages) } == ["written: One.//Two."])
  }

  @Test func aMessageOfOnePartIsAsItWasSent() throws {
    let sections = [
      "HEADER": "\(header)Content-Type: text/plain; format=flowed\n\n", "TEXT": "One \nline.\n",
    ]
    let parts = FetchedParts(structure: Structure.plain, sections: sections)
    #expect(try parts.read.map { lines($0.passages) } == ["written: One line."])
    // The header is that of a multipart, but the server has found a single part.
    let damaged = FetchedParts(
      structure: Structure.plain,
      sections: ["HEADER": mixed(), "TEXT": "No boundary here.\n"]
    )
    #expect(try damaged.read.map { lines($0.passages) } == ["written: No boundary here."])
    #expect(try damaged.read?.remarks == [.damaged])
  }

  @Test func aMessageThatIsAFileHasItsName() throws {
    let own = "\(header)Content-Type: application/pdf; name=a.pdf\n\n"
    let read = try FetchedParts(structure: Structure.document, sections: ["HEADER": own]).read
    #expect(
      read?.attachments == [
        Attachment(name: "a.pdf", type: "application/pdf", size: 570, part: MessagePart([1], ""))
      ]
    )
  }

  @Test func aMessageInTheMessageStandsBelowItsHeader() throws {
    let parts = mail(
      Structure.message(Structure.multi("MIXED", Structure.plain, Structure.document)),
      with: [
        "2.HEADER": "From: Bob <bob@b.example>\nSubject: Inner\n"
          + "Content-Type: multipart/mixed; boundary=c\n\n",
        "2.1.MIME": plainHeader, "2.1": "Inner words.",
        "2.2.MIME": "Content-Type: application/pdf; name=b.pdf\n\n",
      ]
    )
    let read = try #require(try parts.read)
    #expect(
      lines(read.passages) == [
        "written: Hi", "enclosed: From: Bob <bob@b.example>/Subject: Inner",
        "written: Inner words.",
      ]
    )
    #expect(read.attachments.map(\.name) == ["Inner.eml", "b.pdf"])
    #expect(read.attachments.first?.size == 99)
    #expect(read.attachments.first?.part == MessagePart([2], "7bit"))
  }

  @Test func partsOfADigestAreMessages() throws {
    let parts = FetchedParts(
      structure: Structure.multi("DIGEST", Structure.message(Structure.plain)),
      sections: [
        "HEADER": mixed("digest"), "1.HEADER": "Subject: One\n\n", "1.TEXT": "First.\n",
      ]
    )
    #expect(
      try parts.read.map { lines($0.passages) } == ["enclosed: Subject: One", "written: First."]
    )
  }

  @Test(arguments: [
    "boundary=\"a b;c\"", "BOUNDARY*0=x; boundary*1=y", "boundary=b;\n charset=utf-8",
    "boundary=\"\u{E4}\"",
  ])
  func boundariesOfTheSenderDoNotMatter(parameters: String) throws {
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", Structure.plain, Structure.plain),
      sections: [
        "HEADER": "\(header)Content-Type: multipart/mixed; \(parameters)\nX-More: 1\n\n",
        "1.MIME": plainHeader, "1": "--b\n\n--xy--\nOne.", "2.MIME": plainHeader, "2": "Two.",
      ]
    )
    let read = try #require(try parts.read)
    #expect(read.passages.map(\.text).joined().contains("Two."))
    #expect(read.remarks == [])
  }

  @Test func aTextThatWasCutSaysSo() throws {
    let long = String(repeating: "High water. ", count: WantedSections.textLimit / 12 + 1)
    let cut = String(long.prefix(WantedSections.textLimit))
    for (structure, name) in [
      (Structure.plain, "TEXT"), (Structure.multi("MIXED", Structure.plain), "1"),
    ] {
      let isPart = name == "1"
      let parts = FetchedParts(
        structure: structure,
        sections: [
          "HEADER": isPart ? mixed() : header + plainHeader, "1.MIME": plainHeader, name: cut,
        ]
      )
      let read = try #require(try parts.read)
      #expect(read.remarks == [.textCut])
      #expect(read.passages.first?.text.hasPrefix("High water. High") == true)
    }
  }

  @Test func wrongSizesMatterOnlyAsSizes() throws {
    for size in ["-1", "9.37e+06", "4294967295", "NIL"] {
      let text = Structure.plain.replacing(" 12 1 ", with: " \(size) 1 ")
      let file = Structure.document.replacing(" 780 ", with: " \(size) ")
      let parts = FetchedParts(
        structure: Structure.multi("MIXED", text, file),
        sections: ["HEADER": mixed(), "1.MIME": plainHeader, "1": "Hi"]
      )
      let read = try #require(try parts.read)
      #expect(lines(read.passages) == ["written: Hi"])
      #expect(read.attachments.map(\.name) == ["a.pdf"])
    }
  }

  @Test(arguments: [0, 1, 2, 3, 19, 21, 1_000_000, 4_294_967_295])
  func sizesThatLieChangeNoText(size: Int64) throws {
    let text = Structure.plain.replacing(" 12 1 ", with: " \(size) 1 ")
    let mail = Structure.message(text).replacing(" 99 ", with: " \(size) ")
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", text, mail, Structure.document),
      sections: [
        "HEADER": mixed(), "1.MIME": plainHeader, "1": "High water at three.",
        "2.HEADER": "Subject: Inner\n\n", "2.TEXT": "Low water at nine.",
        "3.MIME": "Content-Type: application/pdf; name=a.pdf\n\n",
      ]
    )
    let read = try #require(try parts.read)
    #expect(
      lines(read.passages) == [
        "written: High water at three.", "enclosed: Subject: Inner", "written: Low water at nine.",
      ]
    )
    #expect(read.attachments.map(\.name) == ["Inner.eml", "a.pdf"])
    #expect(read.attachments.map(\.size) == [size, 570])
    #expect(read.remarks == [])
  }

  /// A text of two bytes may be an empty line.
  @Test(arguments: [0, 2, 3, 4_294_967_295])
  func aTextThatShouldHaveBytesButHasNoneIsFetchedWhole(size: Int64) throws {
    let text = Structure.plain.replacing(" 12 1 ", with: " \(size) 1 ")
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", text, Structure.document),
      sections: ["HEADER": mixed(), "1.MIME": plainHeader, "1": "", "2.MIME": ""]
    )
    #expect(try parts.read?.attachments.map(\.name) == (size > 2 ? nil : ["a.pdf"]))
  }

  /// If the structure says 0 bytes, the parts are read from the whole multipart.
  @Test func partsOfNoSizeAreReadFromWhatComes() throws {
    let none = Structure.plain.replacing(" 12 1 ", with: " 0 0 ")
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", none, none),
      sections: ["HEADER": mixed(), "TEXT": "--b\n\nOne\n--b\n\nTwo\n--b--\n"]
    )
    #expect(try parts.read.map { lines($0.passages) } == ["written: One//Two"])
  }

  // MARK: Whole messages

  @Test(arguments: [
    // The header has another type than the structure.
    "Subject: x\nContent-Type: multipart/alternative; boundary=b\n\n",
    "Subject: x\nContent-Type: text/plain\n\n", "Subject: x\n\n",
    "Subject: x\nContent-Type: multipart/mixed\n\n",
    // The text begins in the header, as when read from a disk.
    "Content-Type: multipart/mixed; boundary=b\nHere is some text.\n\n",
    "Content-Type: multipart/mixed; boundary=b\n\nmore\n\n",
  ])
  func aHeaderThatDoesNotAgreeIsNoneOfTheStructure(header: String) throws {
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", Structure.plain),
      sections: ["HEADER": header, "1.MIME": plainHeader, "1": "Hi"]
    )
    #expect(try parts.read == nil)
  }

  @Test func aPartThatDoesNotAgreeIsNotLeftOut() throws {
    #expect(try mail(Structure.document, with: ["2.MIME": "Content-Type: text\n\n"]).read == nil)
  }

  @Test func aTextThatIsMissingIsNoEmptyText() throws {
    #expect(try mail(with: ["1": ""]).read == nil)
  }

  @Test func aTextThatIsDescribedAsAnAttachmentIsNotLost() throws {
    let described = Structure.text("PLAIN", #"("attachment" NIL)"#)
    #expect(try mail(described, with: ["2.MIME": plainHeader]).read == nil)
  }

  // MARK: Descriptions that are wrong

  @Test func aFileThatIsDescribedAsTextIsAFile() throws {
    let file = "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n"
    let read = try #require(try mail(Structure.plain, with: ["2.MIME": file, "2": "QUJD"]).read)
    #expect(lines(read.passages) == ["written: Hi"])
    #expect(read.attachments.map(\.name) == ["a.pdf"] && read.attachments.map(\.size) == [3])
  }

  @Test func partsThatAreNotDescribedAreRead() throws {
    let inner = "--c\n\nInner words\n--c\n\(Self.pdf)QUJD\n--c--\n"
    let header = "Content-Type: multipart/mixed; boundary=c\n\n"
    let read = try #require(try mail(Structure.plain, with: ["2.MIME": header, "2": inner]).read)
    #expect(lines(read.passages) == ["written: Hi//Inner words"])
    #expect(read.attachments.map(\.part) == [MessagePart([2, 2], "base64")])
  }

  private static let pdf =
    "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n"

  @Test func aMessageThatIsDescribedAsTextIsRead() throws {
    let mail = "Subject: Inner\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nInner\n--c--\n"
    for structure in [Structure.plain, Structure.message(Structure.plain, encoding: "base64")] {
      let parts = FetchedParts(
        structure: Structure.multi("MIXED", structure),
        sections: ["HEADER": mixed(), "1.MIME": "Content-Type: message/rfc822\n\n", "1": mail]
      )
      let read = try #require(try parts.read)
      #expect(lines(read.passages) == ["enclosed: Subject: Inner", "written: Inner"])
      #expect(read.attachments.map(\.name) == ["Inner.eml"])
    }
  }

  @Test(arguments: [Structure.message(Structure.plain), Structure.multi("MIXED", Structure.plain)])
  func aTextThatIsDescribedAsPartsIsFetchedWhole(structure: String) throws {
    let sections = ["HEADER": "Subject: x\n\n", "1.MIME": plainHeader, "1": "Hi", "TEXT": "Hi"]
    #expect(try FetchedParts(structure: structure, sections: sections).read == nil)
  }

  @Test func partsThatAreDescribedAreFoundAsTheyCame() throws {
    let inner = Structure.multi("ALTERNATIVE", Structure.plain, Structure.page)
    // The boundary of the outer multipart does not end this section.
    let parts = FetchedParts(
      structure: Structure.multi("MIXED", inner),
      sections: [
        "HEADER": mixed(), "1.1.MIME": plainHeader, "1.1": "One\n--b\ntwo\n--b--\n",
        "1.2.MIME": "Content-Type: text/html\n\n", "1.2": "<p>Page",
      ]
    )
    #expect(try parts.read.map { lines($0.passages) } == ["written: One/--b/two/--b--"])
  }

  @Test func aDescriptionThatIsTooDeepIsNotUsed() throws {
    func nested(_ depth: Int) throws -> PartTree? {
      let text = (0..<depth).reduce(Structure.plain) { inner, _ in Structure.multi("MIXED", inner) }
      return try structure(text).flatMap { PartTree($0) }
    }
    let last = Skimmer.depthLimit - 1
    #expect(try nested(last)?.part(Array(repeating: 1, count: last)) != nil)
    #expect(try nested(Skimmer.depthLimit) == nil)
    #expect(try nested(3_000) == nil)
    let deep = (0..<Skimmer.depthLimit).reduce(Structure.plain) { inner, _ in
      Structure.message(inner)
    }
    let known = try #require(try structure(deep))
    #expect(ReadingPlan(known, size: nil) == .whole)
  }
}
