/// Divides a client's bytes into commands.
struct CommandLines {
  private var buffer: [UInt8] = []
  /// The position from which to look for the next end of a line.
  private var position = 0

  enum Piece {
    /// A command without its CRLF, with its literals.
    case command([UInt8])
    /// The client waits for permission to send a literal.
    case waits
  }

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// - Parameter allowsUnasked: whether the server has LITERAL+.
  mutating func next(allowsUnasked: Bool) throws -> Piece? {
    while position < buffer.count, let feed = buffer[position...].firstIndex(of: 10) {
      guard feed > 0, buffer[feed - 1] == 13 else {
        throw ProtocolViolation(description: "a line ends without CR")
      }
      guard let (length, isUnasked) = Self.literal(buffer[position..<feed - 1]) else {
        defer {
          buffer.removeSubrange(...feed)
          position = 0
        }
        return .command(Array(buffer[..<(feed - 1)]))
      }
      guard !isUnasked || allowsUnasked else {
        throw ProtocolViolation(description: "a literal that was not asked for")
      }
      position = feed + 1 + length
      if !isUnasked { return .waits }
    }
    return nil
  }

  private static func literal(_ line: ArraySlice<UInt8>) -> (Int, isUnasked: Bool)? {
    guard line.last == UInt8(ascii: "}"), let brace = line.lastIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    let inner = String(decoding: line[(brace + 1)..<(line.endIndex - 1)], as: UTF8.self)
    return Int(inner.hasSuffix("+") ? String(inner.dropLast()) : inner)
      .map { ($0, inner.hasSuffix("+")) }
  }
}
