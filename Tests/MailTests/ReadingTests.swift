import Foundation
import MailTextTesting
import Testing

@testable import Mail
@testable import MailSample
@testable import MailText

struct ReadingTests {
  @Test(arguments: [
    "iso-8859-15", "windows-1252", "koi8-r", "windows-1251", "iso-2022-jp", "shift_jis",
    "gb18030", "big5", "euc-kr", "windows-1256", "windows-1255", "iso-8859-7", "utf-8",
  ])
  func everyCharsetOfTheSampleComesOutAsItWentIn(name: String) {
    let texts = [
      "iso-8859-15": "Œuvre à 5 €", "windows-1252": "“Déjà vu”", "koi8-r": "Привет, мир",
      "windows-1251": "Карта", "iso-2022-jp": "灯台の写真", "shift_jis": "会議のお知らせ",
      "gb18030": "展览说明", "big5": "年底聚餐", "euc-kr": "회의 일정", "windows-1256": "دعوة إلى حفل",
      "windows-1255": "תמונות", "iso-8859-7": "Καλημέρα", "utf-8": "✓ naïve",
    ]
    let text = texts[name] ?? ""
    let charset = Charset(stringLiteral: name)
    let header = SampleHeader.encode(text, charset, .base64)
    var bytes = Array("Subject: \(header)\nContent-Type: text/plain; charset=\(name)\n\n".utf8)
    bytes += charset.encode(text)
    let head = parse(bytes)
    #expect(head.subject == text)
    #expect(head.snippet == text)
  }

  @Test(arguments: [
    "", "Date: \n", "Date: Fri, 99 Foo 20x4\n", "Date: Thu, 1 Jan 1970 00:00:00 +0000\n",
    "Date: Wed, 1 Jul 2099 12:00:00 +0000\n",
  ])
  func anAbsurdDateGivesWayToTheTimeOfReceipt(header: String) {
    #expect(parse("Subject: x\n\(header)\n", received: 1_234_567_890).date == 1_234_567_890)
  }

  @Test func inReplyToCountsBesideReferences() {
    let both = parse("References: <a@x> <b@x>\nIn-Reply-To: <c@x>\n\n")
    #expect(both.references == ["a@x", "b@x", "c@x"])
    let reply = parse("In-Reply-To: Message from Bob <b@b.example> of today <d@x>\n\n")
    #expect(reply.references == ["d@x"])
    #expect(parse("References: <a@x>\nIn-Reply-To: <a@x>\n\n").references == ["a@x"])
    #expect(parse("References: none\nIn-Reply-To: <c@x>\n\n").references == ["c@x"])
  }

  @Test func ofTooManyReferencesTheFirstAndLastAreKept() {
    let ids = (0..<1500).map { "\($0)@x" }
    let header = ids.map { "<\($0)>" }.joined(separator: "\n ")
    let references = parse("References: \(header)\n\n").references
    #expect(references.count == Header.referenceLimit)
    #expect(references.first == "0@x")
    #expect(references.last == "1499@x")
  }

  @Test func aMessageWithoutAnIDGetsOneFromItsContent() {
    let text = "Subject: x\nStatus: O\n\nbody\n"
    let id = parse(text).messageID
    #expect(id.hasSuffix(MessageHead.derivedSuffix))
    #expect(parse(text.replacing("Status: O", with: "Status: RO")).messageID == id)
    #expect(parse(text.replacing("Subject: x", with: "Subject: y")).messageID != id)
    #expect(parse(text + "more").messageID != id)
  }

  @Test func nulBytesEndNothing() {
    let head = parse("Subject: a\u{0}b\nMessage-ID: <n@x>\n\nfirst\u{0}second\n")
    #expect(head.subject == "a?b")
    #expect(head.messageID == "n@x")
    #expect(head.snippet == "first?second")
  }

  @Test func theSignatureOfAnotherMessageIsAFile() {
    let file = "Content-Type: application/pgp-signature; name=s.asc\n\nx"
    let type = "Content-Type: multipart/mixed; boundary=b"
    #expect(parse("\(type)\n\n--b\n\nhi\n--b\n\(file)\n--b--\n").hasAttachments)
  }
}

struct SubjectTests {
  @Test(arguments: [
    ("Re: Lunch", "Lunch"), ("RE: AW: re[2]: Lunch", "Lunch"), ("Fwd: Re: x", "x"),
    ("Re:", "Re:"), ("Regarding: lunch", "Regarding: lunch"), ("回复：午餐", "午餐"), ("", ""),
  ])
  func replyMarksAreDropped(subject: String, bare: String) {
    #expect(SubjectLine.withoutReplyMarks(subject) == bare)
  }

  /// Some file systems store any number as a time.
  @Test(arguments: [Int64.max, .min, 1 << 60, -1])
  func aFilesTimeIsWithinTheTimeOfMail(received: Int64) {
    let date = parse("Subject: Hello\n\nText.\n", received: received).date
    #expect((0...4_102_444_800).contains(date))
  }
}

/// Reading changes nothing in a mailbox.
struct ReadOnlyTests {
  @Test func readingChangesNothingOnDisk() async throws {
    let layout = try Layout()
    try layout.maildir("Maildir")
    try layout.file("Maildir/new/2", message("new@x"))
    try layout.mbox("Mbox")
    let store = try TemporaryFolder()
    let before = try state(of: layout.root)
    let mailbox = try await Mailbox.open(layout.root, store: store.file("store.sqlite")).refreshed()
    var read = 0
    for conversation in try await mailbox.everything() {
      for stub in try await mailbox.messages(in: conversation.id) {
        #expect(try await mailbox.message(stub).passages.map(\.text) == ["Some text."])
        read += 1
      }
    }
    #expect(read == 3)
    #expect(try state(of: layout.root) == before)
  }

  /// The inode, times to the nanosecond, mode and bytes of every file and folder.
  private func state(of root: String) throws -> [String: String] {
    var state: [String: String] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
    for name in names + [""] {
      let path = "\(root)/\(name)"
      var status = stat()
      #expect(stat(path, &status) == 0)
      let content = FileManager.default.contents(atPath: path)?.base64EncodedString() ?? ""
      state[name] =
        "\(status.st_ino) \(status.st_mode) \(status.st_mtim.nanoseconds) "
        + "\(status.st_ctim.nanoseconds) \(content)"
    }
    return state
  }
}
