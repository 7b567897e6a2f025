@testable import IMAP

/// Fuzzes the parser of responses, with any bytes of a server in any pieces.
///
/// `make fuzz` tries new input; ResponseCorpusTests runs all input that was kept.
enum ResponseFuzzTarget {
  /// Limits so small that small inputs reach them.
  private static let limits = ResponseLimits(
    line: 600,
    literal: 64,
    depth: 6,
    parts: 20,
    flight: 1500
  )

  /// - Parameter input: a first byte that chooses the cuts, and the bytes of a server.
  static func run(_ input: UnsafeRawBufferPointer) {
    guard let seed = input.first else { return }
    let bytes = Array(input.dropFirst())
    let whole = outcome([bytes[...]])
    precondition(outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
    precondition(outcome(pieces(of: bytes, seed: seed)) == whole)
    for case .response(let response) in whole { check(response, count: bytes.count) }
    checkNames(bytes)
  }

  private enum Step: Equatable {
    case response(Response)
    case failure(ResponseError)
  }

  private static func pieces(of bytes: [UInt8], seed: UInt8) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    var state = UInt32(seed) | 1
    while !rest.isEmpty {
      state = state &* 1_664_525 &+ 1_013_904_223
      let count = 1 + Int(state >> 24 & 31)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  /// The parser's results up to its first unrecoverable error, which must stay whatever follows.
  private static func outcome(_ pieces: [ArraySlice<UInt8>]) -> [Step] {
    var parser = ResponseParser(limits: limits)
    var steps: [Step] = []
    var length = 0
    for piece in pieces {
      parser.append(piece)
      length += piece.count
      reading: while true {
        do throws(ResponseError) {
          guard let response = try parser.next() else { break reading }
          steps.append(.response(response))
        } catch {
          steps.append(.failure(error))
          guard !error.isRecoverable else { continue }
          checkFailure(&parser, error)
          return steps
        }
      }
      // The parser keeps the bytes of an incomplete response, but not those of earlier responses.
      precondition(parser.capacity <= 2 * length + 64)
    }
    return steps
  }

  private static func checkFailure(_ parser: inout ResponseParser, _ error: ResponseError) {
    for _ in 0..<3 {
      parser.append(Array("* 1 EXISTS\r\n".utf8))
      precondition(!parser.hasUnreadBytes)
      do throws(ResponseError) {
        _ = try parser.next()
        preconditionFailure("it went on")
      } catch let again {
        precondition(again == error)
      }
    }
  }

  /// The results are within the limits, and not longer than the input.
  private static func check(_ response: Response, count: Int) {
    switch response {
    case .fetch(let message):
      precondition(message.sequenceNumber > 0)
      precondition(message.uid != 0)
      precondition(message.sections.values.reduce(0) { $0 + ($1?.count ?? 0) } <= count)
      if let structure = message.structure { check(structure) }
    case .search(let numbers):
      precondition(numbers.count <= count && !numbers.contains(0))
    case .vanished(let numbers, _):
      precondition(!numbers.isEmpty || numbers.description.isEmpty)
      precondition(numbers.isEmpty || NumberSet(numbers.description) == numbers)
      precondition(numbers.ranges.count <= count)
    case .other(let name):
      precondition(name.utf8.count <= 64 * 3)
    default: break
    }
  }

  private static func check(_ structure: BodyStructure) {
    let parts = structure.numberedParts
    precondition(parts.count <= limits.parts)
    precondition(parts.allSatisfy { $0.number.count <= limits.depth && !$0.number.isEmpty })
    precondition(Set(parts.map(\.number)).count == parts.count)
  }

  /// A mailbox name, too, may consist of any bytes.
  private static func checkNames(_ bytes: [UInt8]) {
    let name = String(decoding: bytes, as: UTF8.self)
    _ = ModifiedUTF7.decode(name)
    _ = NumberSet(name)
    _ = InternalDate.seconds(name)
    guard let command = try? Command.examine(name) else { return }
    let pieces = command.encoded(tag: "a", capabilities: Capabilities())
    precondition(pieces.allSatisfy { $0.suffix(2).elementsEqual([13, 10]) })
    precondition(pieces.joined().count { $0 == 10 } == pieces.count)
  }
}
