/// Encodes a draft into the bytes of a message.
struct SampleWriter {
  private let draft: SampleDraft
  private var bytes: [UInt8] = []

  static func bytes(_ draft: SampleDraft) -> [UInt8] {
    var writer = SampleWriter(draft)
    writer.writeHeader()
    writer.writeBody()
    return writer.finish()
  }

  private init(_ draft: SampleDraft) { self.draft = draft }

  private mutating func line(_ text: String) { bytes += Array((text + "\n").utf8) }

  private mutating func writeHeader() {
    let (charset, spelling) = (draft.charset, draft.language.spelling)
    line("Return-Path: <\(draft.from.address)>")
    line(
      "Received: from mail.\(domain) by mx.ellery.example with ESMTPS;\n\t"
        + SampleHeader.date(draft.received, zone: 0)
    )
    if draft.quirk != .missingSender {
      line("From: " + SampleHeader.address(draft.from, charset, spelling))
    }
    line("To: " + SampleHeader.address(.owner, charset, spelling))
    writeSubject()
    if let date { line("Date: " + date) }
    if draft.quirk == .junkInHeader { line("this line has no business here") }
    writeIDs()
    if draft.quirk == .hugeHeader {
      line("X-Scan: " + Array(repeating: "clean clean clean", count: 1700).joined(separator: "\n "))
    }
    line("MIME-Version: 1.0")
  }

  private var domain: String {
    draft.from.address.split(separator: "@").last.map(String.init) ?? ""
  }

  private var date: String? {
    switch draft.quirk {
    case .missingDate: nil
    case .garbledDate: "Fri, 99 Nevermber 20x4 25:61:00"
    case .dateIn1970: "Thu, 1 Jan 1970 00:00:00 +0000"
    case .dateIn2099: "Wed, 1 Jul 2099 12:00:00 +0000"
    default: SampleHeader.date(draft.received, zone: draft.language.zone)
    }
  }

  private mutating func writeSubject() {
    switch draft.quirk {
    case .missingSubject: break
    case .rawSubject: bytes += Array("Subject: ".utf8) + draft.charset.encode(draft.subject) + [10]
    case .brokenEncodedWord: line("Subject: =?utf-8?B?4pyT4pyT?= =?utf-8?Q?=E2=98 \(ascii)")
    case .oddCaseAndFolding: line("SUBJECT:\n\t" + encodedSubject)
    default: line("Subject: " + encodedSubject)
    }
  }

  private var ascii: String { String(draft.subject.filter(\.isASCII)) }
  private var encodedSubject: String {
    SampleHeader.encode(draft.subject, draft.charset, draft.language.spelling)
  }

  private mutating func writeIDs() {
    if let id = draft.messageID, draft.quirk != .missingID { line("Message-ID: <\(id)>") }
    guard let parent = draft.references.last else { return }
    if draft.quirk == .chattyInReplyTo {
      line("In-Reply-To: Your message of yesterday <\(parent)>")
      return
    }
    line("In-Reply-To: <\(parent)>")
    line("References: " + draft.references.map { "<\($0)>" }.joined(separator: "\n "))
  }

  private mutating func writeBody() {
    if draft.quirk == .noBody { return }
    switch draft.form {
    case .plain: writeText("plain", text)
    case .html: writeText("html", html)
    case .alternative:
      writeParts("alternative") { writer in
        writer.writeText("plain", writer.text)
        writer.next()
        writer.writeText("html", writer.html)
      }
    case .attachment(let name):
      writeParts("mixed") { writer in
        writer.writeText("plain", writer.text)
        writer.next()
        writer.writeFile(name)
      }
    }
  }

  private static let boundary = "=_tide_0123456789"

  private mutating func next() { line("\n--\(Self.boundary)") }

  private mutating func writeParts(_ kind: String, _ parts: (inout SampleWriter) -> Void) {
    line("Content-Type: multipart/\(kind); boundary=\"\(Self.boundary)\"")
    next()
    parts(&self)
    line("\n--\(Self.boundary)--")
  }

  private var text: String {
    var text = draft.text + "\n"
    if let quoted = draft.quoted {
      // In any language, an address tells that a program has written the line.
      text += "\n\(quoted.person.name) <\(quoted.person.address)>:\n> \(quoted.text)\n"
    }
    text += "\n-- \n\(draft.from.name)\n"
    return draft.quirk == .nulBytes ? text + "\u{0}\u{0}\n" : text
  }

  private var html: String {
    """
    <html><head><title>\(draft.subject)</title><style>p { margin: 1em }</style></head><body>
    <!-- header --><h1>\(draft.subject)</h1><p>\(draft.text)</p>
    <p><a href="https://\(domain)/">\(draft.from.name)</a></p></body></html>

    """
  }

  private mutating func writeText(_ subtype: String, _ text: String) {
    let encoded = draft.charset.encode(text)
    let name = draft.quirk == .unknownCharset ? "x-klingon" : draft.charset.name
    line("Content-Type: text/\(subtype); charset=\(name)")
    switch transfer {
    case .plain:
      let isPlain = !encoded.contains { $0 >= 0x80 }
      line("Content-Transfer-Encoding: \(isPlain ? "7bit" : "8bit")\n")
      bytes += encoded
    case .quoted:
      line("Content-Transfer-Encoding: quoted-printable\n")
      line(Transfer.quotedPrintable(encoded))
    case .base64:
      line("Content-Transfer-Encoding: base64\n")
      line(Transfer.base64Lines(encoded))
    }
  }

  private enum Encoding {
    case plain
    case quoted
    case base64
  }

  /// The encoding: plain for 7-bit charsets and a third of the messages, else the language's.
  private var transfer: Encoding {
    if draft.charset == "us-ascii" || draft.charset == "iso-2022-jp" { return .plain }
    switch draft.received % 3 {
    case 0: return .plain
    default: return draft.language.spelling == .quoted ? .quoted : .base64
    }
  }

  /// Writes a file of a few hundred bytes, whose content does not matter.
  private mutating func writeFile(_ name: String) {
    let type: String
    switch name.split(separator: ".").last {
    case "jpg": type = "image/jpeg"
    case "png": type = "image/png"
    case "pdf": type = "application/pdf"
    case "txt": type = "text/plain"
    default: type = "application/octet-stream"
    }
    let word = SampleHeader.encode(name, .utf8, .base64)
    line("Content-Type: \(type); name=\"\(word)\"")
    line("Content-Disposition: attachment; filename=\"\(word)\"")
    line("Content-Transfer-Encoding: base64\n")
    line(Transfer.base64Lines((0..<600).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
  }

  private func finish() -> [UInt8] {
    var bytes = bytes
    if draft.quirk == .noBody { bytes.append(10) }
    guard draft.quirk == .carriageReturns else { return bytes }
    return bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
  }
}
