import CTidelineGLib
import IMAP
import MailTextTesting
import Testing

@testable import Mail
@testable import MailText

/// A message is read from a server as from a file, although a server describes its parts, and only
/// the shown parts are fetched.
struct FileAndServerTests {
  @Test(arguments: ManyMessages.allCases)
  func bothAgree(on messages: ManyMessages) throws {
    let all = try messages.all()
    let count = try all.count { try expectAgreement(on: $0.bytes, $0.name) }
    #expect(messages == .sample ? count == all.count : count > 100)
  }

  /// - Returns: false for a message that is fetched as a whole, or has a header that no server would
  ///   send as it is.
  private func expectAgreement(on bytes: [UInt8], _ name: String) throws -> Bool {
    guard let server = try ServedMessage(bytes), let other = server.read else { return false }
    let file = readMessage(bytes)
    if server.declaresCharset {
      #expect(file.subject == other.subject && file.from == other.from, "\(name)")
    }
    #expect(file.date == other.date)
    #expect(lines(file.passages) == lines(other.passages), "\(name)")
    #expect(file.remarks == other.remarks, "\(name)")
    for list in [\ReadMessage.attachments, \.pictures] {
      let (own, others) = (file[keyPath: list], other[keyPath: list])
      #expect(own.map(\.name) == others.map(\.name), "\(name)")
      #expect(own.map(\.type) == others.map(\.type), "\(name)")
      #expect(own.map(\.part?.number) == others.map(\.part?.number), "\(name)")
      #expect(own.map(\.alternative) == others.map(\.alternative), "\(name)")
    }
    return true
  }
}

/// A message on a server that divides it as our reader does: its structure, and the requested
/// sections.
private struct ServedMessage {
  private let bytes: [UInt8]
  private let parts: MessageParts
  private let header: [UInt8]
  private var message = FetchedMessage(sequenceNumber: 1)

  init?(_ bytes: [UInt8]) throws {
    var copy = bytes
    let (parts, headerLength) = copy.withUnsafeMutableBufferPointer { bytes in
      let message = MessageBytes(bytes, goesOn: false)
      return (message.parts, message.isHeaderWhole ? message.fields.bodyStart : 0)
    }
    guard headerLength > 0, !parts.contents.leavesPartsOut else { return nil }
    (self.bytes, self.parts, header) = (copy, parts, Array(copy[..<headerLength]))
    message.structure = try structure(Self.description(of: parts.tree, parts))
    guard let tree = message.structure.flatMap({ PartTree($0) }), let wanted = WantedSections(tree)
    else { return nil }
    for section in [Section(.header)] + wanted.sections {
      guard let sent = self.bytes(of: section) else { return nil }
      message.sections[section] = sent
    }
  }

  var read: ReadMessage? { message.read(header: header) }

  /// Whether raw bytes in the header have a declared charset. Without one, the reader may take
  /// words of the text for a declaration, and a server need not send that text.
  var declaresCharset: Bool { parts.tree.charset != nil || header.allSatisfy { $0 < 0x80 } }

  private func bytes(of section: Section) -> [UInt8]? {
    let (contents, number) = (parts.contents, section.part)
    switch section.kind {
    case .header where number.isEmpty: return header
    case .header: return contents.headers[number].map { Array(bytes[$0.range]) }
    case .text: return contents.bodies[number + [1]].map { Array(bytes[$0.range]) }
    case .whole: return contents.bodies[number].map { Array(bytes[$0.range]) }
    case .mime: return contents.bodies[number].flatMap { mime(above: $0.range.lowerBound) }
    case .headerFields: return nil
    }
  }

  /// The header between a boundary and the content below it.
  private func mime(above body: Int) -> [UInt8]? {
    let dash = UInt8(ascii: "-")
    var start = body
    while start > 2 {
      start -= 1
      guard bytes[start - 1] == 10, start + 1 < bytes.count, bytes[start] == dash,
        bytes[start + 1] == dash
      else { continue }
      let end = bytes[start...].firstIndex(of: 10) ?? start
      return end < body ? Array(bytes[(end + 1)..<body]) : []
    }
    return nil
  }

  private static func description(of tree: PartTree, _ parts: MessageParts) -> String {
    let header = tree.header
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    let size = parts.contents.bodies[tree.number]?.range.count ?? 0
    if header.kind == .multipart {
      let children = tree.children.map { description(of: $0, parts) }.joined()
      return "(\(children.isEmpty ? "NIL " : children)\(quoted(header.subtype)) NIL NIL NIL)"
    }
    let name = header.fileName.map { "(\"NAME\" \(quoted($0)))" } ?? "NIL"
    let encodings: [TransferEncoding: String] = [
      .base64: "base64", .quotedPrintable: "quoted-printable", .uuencode: "x-uuencode",
    ]
    let start =
      "(\(quoted(header.type)) \(quoted(header.subtype)) \(name) NIL NIL "
      + "\(quoted(encodings[header.encoding] ?? "7bit")) \(size)"
    let end = " NIL \(header.disposition.map { "(\(quoted($0)) NIL)" } ?? "NIL") NIL)"
    guard header.kind == .message, !header.isEncoded, let child = tree.children.first else {
      return start + (header.kind == .text ? " 1" : "") + end
    }
    return "\(start) (NIL) \(description(of: child, parts)) 1\(end)"
  }
}
