/// Encodes a command in pieces; after each piece, the client waits for the server.
struct CommandEncoder {
  private let capabilities: Capabilities
  private var finished: [[UInt8]] = []
  private var piece: [UInt8] = []

  /// The longest literal that LITERAL- allows to be sent without waiting (RFC 7888).
  private static let shortLiteral = 4096

  init(_ capabilities: Capabilities) { self.capabilities = capabilities }

  mutating func append(_ text: String) {
    piece += text.utf8
  }

  mutating func append(string: String) {
    let bytes = Array(string.utf8)
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      append(literal: bytes)
      return
    }
    piece.append(.quote)
    for byte in bytes {
      if byte == .quote || byte == .backslash { piece.append(.backslash) }
      piece.append(byte)
    }
    piece.append(.quote)
  }

  private mutating func append(literal: [UInt8]) {
    let waits =
      !capabilities.has(.literalPlus)
      && !(capabilities.has(.literalMinus) && literal.count <= Self.shortLiteral)
    append("{\(literal.count)\(waits ? "" : "+")}")
    endLine()
    if waits { endPiece() }
    piece += literal
  }

  mutating func append(initialResponse: [UInt8]) {
    if capabilities.has(.saslIR) {
      append(" ")
    } else {
      endLine()
      endPiece()
    }
    piece += Base64.encode(initialResponse)
  }

  private mutating func endLine() {
    piece += [.carriageReturn, .lineFeed]
  }

  private mutating func endPiece() {
    finished.append(piece)
    piece = []
  }

  mutating func finish() -> [[UInt8]] {
    endLine()
    endPiece()
    return finished
  }
}
