import IMAP
import MailTextTesting

@testable import Mail

/// Responses as the parser reads them.
func responses(_ text: String) throws -> [Response] {
  var parser = ResponseParser()
  parser.append(Array(text.utf8))
  var responses: [Response] = []
  while let response = try parser.next() { responses.append(response) }
  return responses
}

extension FlightAnswers {
  /// Answers that accept all commands, from a folder with this UIDVALIDITY.
  init(accepting flight: Flight, uidValidity: UInt32 = 3) {
    self.init()
    completions = flight.commands.map { _ in Status(.ok) }
    var folder = OpenFolder(name: "INBOX")
    folder.take(.status(Status(.ok, code: .uidValidity(uidValidity))))
    self.folder = folder
  }

  /// A message's section as the only answer; nil if the section does not exist.
  mutating func send(_ section: Section, _ bytes: [UInt8]?) {
    var message = FetchedMessage(sequenceNumber: 1)
    message.uid = 7
    message.sections[section] = .some(bytes)
    responses = [.fetch(message)]
  }
}

/// The parts of one message as a server sends them.
struct FetchedParts {
  var uid = 7
  var structure: String?
  /// The sections by name, such as `1.MIME`; nil is NIL.
  var sections: [String: String?] = [:]

  /// A text and a document.
  static func mail(_ text: String = "High water.") -> FetchedParts {
    FetchedParts(
      structure: Structure.multi("MIXED", Structure.plain, Structure.document),
      sections: [
        "HEADER": "Subject: Tides\nContent-Type: multipart/mixed; boundary=b\n\n",
        "1.MIME": "Content-Type: text/plain\n\n", "1": text,
        "2.MIME": "Content-Type: application/pdf\n\n",
      ]
    )
  }

  /// A text that is sent as a whole message.
  static let whole = FetchedParts(
    sections: ["": "Subject: Tides\nContent-Type: text/plain\n\nAll of it.\n"]
  )

  /// The message as the parser reads it.
  var message: FetchedMessage {
    get throws {
      var parser = ResponseParser()
      parser.beginFlight(literalLimit: 8 << 20)
      var line = "* 1 FETCH (UID \(uid) INTERNALDATE \"02-Jan-2023 15:04:05 +0000\""
      if let structure { line += " BODYSTRUCTURE \(structure)" }
      var bytes = Array(line.utf8)
      for (name, value) in sections {
        let content = value.map { Array($0.replacing("\n", with: "\r\n").utf8) }
        bytes += " BODY[\(name)] ".utf8
        bytes += content.map { Array("{\($0.count)}\r\n".utf8) + $0 } ?? Array("NIL".utf8)
      }
      parser.append(bytes + ")\r\n".utf8)
      guard case .fetch(let message) = try parser.next() else {
        throw ResponseError.malformed
      }
      return message
    }
  }

  /// The message for the window; nil if the whole message has to be fetched.
  var read: ReadMessage? {
    get throws {
      let message = try message
      return message.read(header: message.bytes(of: Section(.header)) ?? [])
    }
  }
}

extension FetchedMessage {
  /// The message for the window; nil if the whole message has to be fetched.
  func read(header: [UInt8]) -> ReadMessage? {
    guard let tree = structure.flatMap({ PartTree($0) }), let parts = FetchedTree.parts(tree, self)
    else { return nil }
    var found = FoundMessage(bytes: header, isCut: false, path: "/x", received: 1_600_000_000)
    found.parts = parts
    return MessageReader.read(found, now: 1_700_000_000)
  }
}

/// A structure as the parser reads it.
func structure(_ text: String) throws -> BodyStructure? {
  try FetchedParts(structure: text).message.structure
}

/// Structures of parts for many tests.
enum Structure {
  static let plain = text("PLAIN")
  static let page = text("HTML")
  static let picture =
    #"("IMAGE" "PNG" ("NAME" "a.png") "<a>" NIL "BASE64" 780 NIL ("inline" NIL) NIL)"#
  static let document =
    #"("APPLICATION" "PDF" ("NAME" "a.pdf") NIL NIL "BASE64" 780 NIL ("attachment" NIL) NIL)"#
  static let signature =
    #"("APPLICATION" "PGP-SIGNATURE" ("NAME" "s.asc") NIL NIL "7BIT" 99 NIL NIL NIL)"#

  static func text(_ subtype: String, _ disposition: String = "NIL") -> String {
    #"("TEXT" "\#(subtype)" ("CHARSET" "utf-8") NIL NIL "8BIT" 12 1 NIL \#(disposition) NIL)"#
  }

  static func multi(_ subtype: String, _ parts: String...) -> String {
    #"(\#(parts.joined()) "\#(subtype)" ("BOUNDARY" "b") NIL NIL)"#
  }

  /// A message within the message.
  static func message(_ inner: String, encoding: String = "7BIT") -> String {
    let envelope = "(" + Array(repeating: "NIL", count: 10).joined(separator: " ") + ")"
    let part = #"("MESSAGE" "RFC822" NIL NIL NIL "\#(encoding)" 99"#
    return "\(part) \(envelope) \(inner) 9 NIL NIL NIL)"
  }
}

/// The selection of the parts of a structure.
func selected(_ text: String) throws -> SelectedPart? {
  try structure(text).flatMap { PartTree($0) }.map { SelectedPart($0) }
}
