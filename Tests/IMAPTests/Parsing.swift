import Foundation
import Testing

@testable import IMAP

/// Parses text whose lines end with LF as a server's response.
func parse(_ text: String, limits: ResponseLimits = ResponseLimits()) throws -> [Response] {
  try parse(serverBytes(text), limits: limits)
}

func parse(_ bytes: [UInt8], limits: ResponseLimits = ResponseLimits()) throws -> [Response] {
  var parser = ResponseParser(limits: limits)
  parser.append(bytes)
  return try allResponses(&parser)
}

/// All responses until the parser needs more bytes.
func allResponses(_ parser: inout ResponseParser) throws -> [Response] {
  var responses: [Response] = []
  while let response = try parser.next() { responses.append(response) }
  return responses
}

func serverBytes(_ text: String) -> [UInt8] {
  Array(text.replacing("\n", with: "\r\n").utf8)
}

/// The only message of a FETCH with these items.
func fetched(_ items: String) throws -> FetchedMessage {
  let responses = try parse("* 1 FETCH (\(items))\n")
  guard responses.count == 1, case .fetch(let message) = responses[0] else {
    throw UnexpectedResponses(responses)
  }
  return message
}

struct UnexpectedResponses: Error {
  let responses: [Response]

  init(_ responses: [Response]) { self.responses = responses }
}

/// A session as one or several servers have sent it.
struct Transcript: CustomTestStringConvertible, Sendable {
  let name: String

  static let all = ["dovecot", "courier", "odd"].map(Transcript.init)

  var testDescription: String { name }

  func bytes() throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "Transcripts/\(name).txt")
    return serverBytes(try String(contentsOf: file, encoding: .utf8))
  }
}

extension BodyStructure {
  /// A part with its number, as used in section names.
  struct NumberedPart: Sendable, Hashable {
    let number: [Int]
    let part: BodyPart
    /// Whether the part is a message, whose own parts follow.
    let isMessage: Bool
  }

  /// All parts that have a body, in the order of the message. The parts of a message inside the
  /// message follow that message.
  var numberedParts: [NumberedPart] {
    var parts: [NumberedPart] = []
    collect(into: &parts, number: [], isWhole: true)
    return parts
  }

  /// - Parameter isWhole: whether it is a message's structure, in which a single part has number 1.
  private func collect(into parts: inout [NumberedPart], number: [Int], isWhole: Bool) {
    let own = isWhole ? number + [1] : number
    switch self {
    case .part(let part):
      parts.append(NumberedPart(number: own, part: part, isMessage: false))
    case .multipart(_, let children):
      for (index, child) in children.enumerated() {
        child.collect(into: &parts, number: number + [index + 1], isWhole: false)
      }
    case .message(let part, let nested):
      parts.append(NumberedPart(number: own, part: part, isMessage: true))
      nested.collect(into: &parts, number: own, isWhole: true)
    }
  }
}
