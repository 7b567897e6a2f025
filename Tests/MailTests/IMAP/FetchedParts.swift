import IMAP
import MailTextTesting

@testable import Mail

/// The parts of one message as a server sends them.
struct FetchedParts {
  var uid = 7
  var structure: String?
  /// The sections by name, such as `1.MIME`; nil is NIL.
  var sections: [String: String?] = [:]

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
