import Foundation
import MailTextTesting
import MessageTable
import SystemPackage
import Testing

@testable import Mail
@testable import MailText

/// Malicious messages, read from files on the small stack of a Dispatch thread.
struct BadMessageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads and parses a file as a mail source does.
  private func read(_ data: Data) throws -> MessageHead {
    try folder.write(data, to: "message")
    let file = try FileDescriptor.open(folder.file("message"), .readOnly)
    defer { try? file.close() }
    let head = onASmallStack { () -> MessageHead? in
      let reader = MessageFile()
      return withExtendedLifetime(reader) {
        let length = Int64(data.count)
        guard let message = try? reader.read(file, from: 0, length: length, modified: 1_600_000_000)
        else { return nil }
        return MessageParser.parse(
          message.bytes,
          excerpt: message.excerpt,
          received: message.modified,
          now: 1_700_000_000,
          whole: { reader.whole(message) }
        ).head
      }
    }
    return try #require(head ?? nil)
  }

  private func read(_ text: String) throws -> MessageHead { try read(Data(text.utf8)) }

  /// Repeats the piece as often as a header has space for it.
  private func fill(_ piece: String, _ room: Int = 65_000) -> String {
    String(repeating: piece, count: room / piece.utf8.count)
  }

  @Test(arguments: [
    "From: a\n", "To: a\n", "Cc: a\n", "Subject: a\n", "Date: a\n", "Message-ID: <a@x>\n",
    "References: <a@x>\n", "Content-Type: text/plain\n", "X-A: b\n", "Sender: a\n", "A:\n", " a\n",
  ])
  func oneFieldThousandsOfTimes(field: String) throws {
    let head = try read("Subject: x\n\(fill(field))\nbody\n")
    #expect(head.subject.hasPrefix("x"))
    #expect(head.snippet == "body")
  }

  @Test(arguments: [
    "From", "Subject", "Date", "Message-ID", "References", "Content-Type", "Content-Disposition",
  ])
  func nestingInAField(field: String) throws {
    let pieces = [
      "(", "\"", "<", "a:", "a,", ";", "@", "\\(", "=?utf-8?Q?", "=?utf-8?B?YQ==?= ", "a@b,", "[",
      "a;b=\"", "a*0=b;", "a*0*=utf-8''%;", "<a@b>", "\\", "a:;", "(a) ", "=?utf-8?Q?a?= ", "%",
      "a*99999999999=b;", "?=", "\n ", "1 ", ":",
    ]
    for piece in pieces {
      let value = (field == "Content-Type" ? "text/plain; " : "") + fill(piece)
      #expect(try read("X: y\n\(field): \(value)\n\nbody\n").messageID.isEmpty == false)
    }
  }

  @Test(arguments: [
    "--b\nContent-Type: multipart/mixed; boundary=b\n\n", "--b\nContent-Type:message/rfc822\n\n",
    "Content-Type:message/rfc822\n\n", "--b\n\n",
    "--b\nContent-Type:multipart/digest;boundary=b\n\n",
    "--b\n", "--b--\n", "--b\n\n--b--\n",
  ])
  func partsWithinParts(piece: String) throws {
    for type in ["multipart/mixed; boundary=b", "multipart/digest; boundary=b", "message/rfc822"] {
      let head = try read("Subject: x\nContent-Type: \(type)\n\n\(fill(piece, 4_000_000))")
      #expect(head.subject == "x")
      // Without the empty line, all of the text might be header.
      let other = try read("Subject: x\nContent-Type: \(type)\n--b\n\(fill(piece))")
      #expect(other.subject == "x")
    }
  }

  @Test func partsWithinPartsEachWithABoundaryOfItsOwn() throws {
    var text = "Subject: x\nContent-Type: multipart/mixed; boundary=b0\n\n"
    for depth in 0..<100_000 {
      text += "--b\(depth)\nContent-Type: multipart/a;boundary=b\(depth + 1)\n\n"
    }
    #expect(try read(text).subject == "x")
  }

  @Test func aHundredThousandRecipients() throws {
    let people = String(repeating: "Ann <ann@a.example>,\n ", count: 100_000)
    #expect(try read("Subject: x\nTo: \(people)\nFrom: a@b\n\nbody\n").subject == "x")
    #expect(try read("From: \(people)\n\nbody\n").senders.count == Header.senderLimit)
  }

  @Test func aHundredThousandReferences() throws {
    let ids = (0..<100_000).map { "<\($0)@x>" }.joined(separator: "\n ")
    let head = try read("Subject: x\nReferences: \(ids)\nMessage-ID: <a@x>\n\nbody\n")
    #expect(head.references.count == Header.referenceLimit)
    #expect(head.references.first == "0@x")
  }

  @Test func aLineOfTenMegabytes() throws {
    let line = String(repeating: "x", count: 10 << 20)
    #expect(try read("Message-ID: <a@x>\nSubject: \(line)\n\nbody\n").messageID == "a@x")
    #expect(try read("Subject: \(line)\n\nbody\n").subject.count == Header.subjectLimit)
    #expect(try read("Subject: x\n\n\(line)").snippet.count == FirstWords.limit)
    #expect(try read(line).subject == "")
  }

  @Test(arguments: [
    "", "\n", "\r", "\r\n\r\n", " ", ":", "x", "\u{0}", "From ", "Subject:", "\n\n\n",
  ])
  func nextToNothing(text: String) throws {
    let head = try read(text)
    #expect(head.subject.isEmpty)
    #expect(head.senders.isEmpty)
    #expect(head.date == 1_600_000_000)
    #expect(head.messageID.hasSuffix(MessageHead.derivedSuffix))
  }

  @Test func nothingButNULs() throws {
    #expect(try read(Data(repeating: 0, count: 100_000)).subject.isEmpty)
  }
}

/// Messages of the table that are cut somewhere are read up to the cut.
struct CutMessageTests {
  /// A long message is cut at some bytes only, which differ from message to message.
  private static let cutLimit = 16
  private static let cutLimitOfLong = 3
  private static let long = 8_192

  @Test(arguments: ["Rules", "Styles"])
  func aMessageCutAtAnyByteIsRead(folder: String) throws {
    let messages = try TableFile.files(in: folder).flatMap(\.entries).flatMap(\.messages)
    #expect(!messages.isEmpty)
    for (index, message) in messages.enumerated() {
      let limit = message.bytes.count < Self.long ? Self.cutLimit : Self.cutLimitOfLong
      let step = max(1, message.bytes.count / limit)
      let target = message.place == .mbox ? FuzzTarget.mbox : .message
      let begin = Self.processorTime()
      for end in stride(from: index % step, to: message.bytes.count, by: step) {
        message.bytes[..<end].withUnsafeBytes { target.run($0) }
      }
      #expect(Self.processorTime() - begin < .seconds(10), "message \(index) of \(folder)")
    }
  }

  /// The processor time of this thread, independent of other work on the machine.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
