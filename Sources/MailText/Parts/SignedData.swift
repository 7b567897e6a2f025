import Glibc

/// Reads the content of CMS signed data (RFC 5652, section 5), by which S/MIME packs a message
/// together with its signature (RFC 8551, section 3.5.2).
enum SignedData {
  /// Reduces signed data to the content that is signed, in place: programs divide it into pieces,
  /// whose lengths may be unknown in advance (BER, X.690, section 8).
  ///
  /// - Returns: whether the content is whole; nil if there is none. The bytes are then not usable.
  static func unpack(_ bytes: inout [UInt8]) -> Bool? {
    var length = 0
    let isWhole: Bool? = bytes.withUnsafeMutableBufferPointer { bytes in
      var reader = BERReader(bytes: Bytes(bytes))
      guard reader.enter(.sequence), reader.skip(.identifier, signedData), reader.enter(.context),
        reader.enter(.sequence), reader.skip(.integer), reader.skip(.set),
        reader.enter(.sequence), reader.skip(.identifier, data), reader.enter(.context)
      else { return nil }
      let isWhole = reader.forEachPiece { piece in
        if let start = bytes.baseAddress {
          memmove(start + length, start + piece.lowerBound, piece.count)
        }
        length += piece.count
      }
      return length > 0 ? isWhole : nil
    }
    bytes.removeLast(bytes.count - length)
    return isWhole
  }

  // The object identifiers 1.2.840.113549.1.7.2 and 1.2.840.113549.1.7.1.
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
}

/// Walks through elements in BER, without recursion.
private struct BERReader {
  let bytes: Bytes
  private var position = 0

  /// The limit of nested pieces of a string; programs use one level.
  private static let depthLimit = 8

  enum Tag: UInt8 {
    case end = 0
    case integer = 0x02
    case piece = 0x04
    case identifier = 0x06
    case pieces = 0x24
    case sequence = 0x30
    case set = 0x31
    case context = 0xA0
    case other = 0xFF
  }

  init(bytes: Bytes) { self.bytes = bytes }

  /// Reads an element's tag and length. `end` is nil if an end mark follows the content. It may be
  /// beyond the end of the bytes.
  ///
  /// - Returns: nil if the element is malformed or cut.
  private mutating func begin() -> (tag: Tag, end: Int?)? {
    // A tag of several bytes occurs nowhere in signed data.
    guard position + 1 < bytes.count, bytes[position] & 0x1F != 0x1F else { return nil }
    let byte = bytes[position]
    let tag = Tag(rawValue: byte) ?? .other
    let first = Int(bytes[position + 1])
    position += 2
    guard first > 0x7F else { return (tag, position + first) }
    if first == 0x80 { return byte & 0x20 != 0 ? (tag, nil) : nil }
    let digits = bytes[position...].prefix(first - 0x80)
    guard digits.count == first - 0x80, digits.count <= 4 else { return nil }
    position += digits.count
    return (tag, position + digits.reduce(0) { $0 << 8 | Int($1) })
  }

  /// Moves to the content of the next element.
  mutating func enter(_ tag: Tag) -> Bool { begin()?.tag == tag }

  /// Moves behind the next element, if it has the content, or if any will do.
  mutating func skip(_ tag: Tag, _ content: [UInt8]? = nil) -> Bool {
    guard let first = begin(), first.tag == tag else { return false }
    if let content {
      guard first.end == position + content.count, bytes[position...].starts(with: content) else {
        return false
      }
    }
    var open = 0
    var next: (tag: Tag, end: Int?)? = first
    while let element = next {
      if let end = element.end { position = end } else { open += 1 }
      if element.tag == .end { open -= 1 }
      if open <= 0 { return position <= bytes.count }
      next = begin()
    }
    return false
  }

  /// Passes on the pieces of a string of octets, and returns whether it is whole.
  mutating func forEachPiece(_ body: (Range<Int>) -> Void) -> Bool {
    // The ends of the open elements; nil for an end mark.
    var open: [Int?] = []
    repeat {
      guard let (tag, end) = begin() else { return false }
      switch tag {
      case .piece:
        guard let end else { return false }
        body(position..<min(end, bytes.count))
        guard end <= bytes.count else { return false }
        position = end
      case .pieces where open.count < Self.depthLimit: open.append(end)
      case .end where end == position && open.last == .some(nil): open.removeLast()
      default: return false
      }
      while case .some(.some(let end)) = open.last, position >= end { open.removeLast() }
    } while !open.isEmpty
    return true
  }
}
