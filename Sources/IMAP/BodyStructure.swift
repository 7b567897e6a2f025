/// The structure of a message, as far as servers agree on it (RFC 9051, section 7.5.2).
public indirect enum BodyStructure: Sendable, Hashable {
  case part(BodyPart)
  /// A multipart, possibly without parts.
  ///
  /// - Parameter subtype: in lower case, as `alternative`.
  case multipart(subtype: String, [BodyStructure])
  /// A message inside the message, with its structure.
  case message(BodyPart, BodyStructure)
}

/// A part with a body. Types and parameter names are in lower case. Values are as the server sent
/// them: not decoded, and sizes are often wrong.
public struct BodyPart: Sendable, Hashable {
  /// The `text` of `text/plain`.
  public var type: String
  /// The `plain` of `text/plain`.
  public var subtype: String
  public var parameters: [String: String] = [:]
  public var contentID: String?
  /// The transfer encoding in lower case, as `base64`; empty if the server does not give it.
  public var encoding = "7bit"
  /// The size before decoding, in bytes.
  public var size: UInt32?
  public var disposition: BodyDisposition?
}

/// A part's Content-Disposition.
public struct BodyDisposition: Sendable, Hashable {
  /// The kind in lower case, as `attachment`.
  public var kind: String
  public var parameters: [String: String] = [:]
}

/// Reads a body structure, also a faulty one, as the tree that it most likely means.
struct BodyStructureReader {
  private var tokens: Tokens
  private let depthLimit: Int
  private var partsLeft: Int

  init(_ tokens: Tokens, limits: ResponseLimits) {
    self.tokens = tokens
    depthLimit = limits.depth
    partsLeft = limits.parts
  }

  mutating func read() -> BodyStructure? { body(depth: 1) }

  private mutating func body(depth: Int) -> BodyStructure? {
    guard depth <= depthLimit, partsLeft > 0, consumeList() else { return nil }
    partsLeft -= 1
    if tokens.peekToken() == UInt8(ascii: "(") { return multipart(depth: depth) }
    var ahead = tokens
    let type = ahead.text()?.lowercased()
    if type == nil, isAtEmptyChild() { return multipart(depth: depth) }
    // An empty list.
    guard ahead.index != tokens.index else { return nil }
    tokens = ahead
    if let type, isWithoutSubtype(type) {
      return multipartEnd(subtype: type, parts: [])
    }
    let subtype = tokens.text()?.lowercased() ?? ""
    if type == "multipart" { return multipartEnd(subtype: subtype, parts: []) }
    return part(type: type ?? "", subtype: subtype, depth: depth)
  }

  private mutating func consumeList() -> Bool {
    tokens.peekToken() == UInt8(ascii: "(") && tokens.consume(UInt8(ascii: "("))
  }

  /// Reads the rest of a list with its closing parenthesis; false if the parenthesis is missing.
  private mutating func closeList() -> Bool {
    while tokens.peekToken() != nil {
      if tokens.consume(UInt8(ascii: ")")) { return true }
      tokens.skipValue()
    }
    return false
  }
}

// MARK: Multiparts

extension BodyStructureReader {
  private mutating func multipart(depth: Int) -> BodyStructure? {
    var parts: [BodyStructure] = []
    while true {
      if tokens.peekToken() == UInt8(ascii: "(") {
        guard let child = body(depth: depth + 1) else { return nil }
        parts.append(child)
      } else if isAtEmptyChild() {
        guard partsLeft > 0 else { return nil }
        partsLeft -= 1
        _ = tokens.string()
        // A single NIL before the subtype stands for the whole, empty list of parts.
        let isOnlyChild = parts.isEmpty && tokens.peekToken() != UInt8(ascii: "(")
        if !isOnlyChild { parts.append(.multipart(subtype: "", [])) }
      } else {
        break
      }
    }
    return multipartEnd(subtype: tokens.text()?.lowercased() ?? "", parts: parts)
  }

  private mutating func multipartEnd(subtype: String, parts: [BodyStructure]) -> BodyStructure? {
    // Skips the parameters and the disposition, too.
    closeList() ? .multipart(subtype: subtype, parts) : nil
  }

  /// Whether the list is a multipart without parts, which some servers write as `("mixed" …)`: a
  /// subtype alone. A part begins with two strings: its type and its subtype.
  private mutating func isWithoutSubtype(_ type: String) -> Bool {
    switch tokens.peekToken() {
    case UInt8(ascii: "("), UInt8(ascii: ")"), nil: return !Self.types.contains(type)
    default: break
    }
    var ahead = tokens
    guard case .null = ahead.string() else { return false }
    return Self.multipartSubtypes.contains(type)
  }

  /// Whether the next token is a NIL by which some servers write a multipart without parts. After
  /// it, another part or the subtype follows; after a NIL subtype, parameters or NIL.
  private func isAtEmptyChild() -> Bool {
    var ahead = tokens
    guard case .null = ahead.string() else { return false }
    if ahead.peekToken() != UInt8(ascii: "(") {
      return ahead.text().map { Self.multipartSubtypes.contains($0.lowercased()) } ?? false
    }
    ahead.skip()
    if ahead.peekToken() == UInt8(ascii: "(") { return true }
    _ = ahead.string()
    _ = ahead.string()
    return ahead.peekToken() == UInt8(ascii: "(")
  }

  private static let types: Set<String> = [
    "application", "audio", "font", "image", "message", "model", "multipart", "text", "video",
  ]

  private static let multipartSubtypes: Set<String> = [
    "alternative", "appledouble", "digest", "encrypted", "form-data", "mixed", "parallel",
    "related", "report", "signed",
  ]
}

// MARK: Parts

extension BodyStructureReader {
  /// Reads the fields after type and subtype.
  private mutating func part(type: String, subtype: String, depth: Int) -> BodyStructure? {
    var part = BodyPart(type: type, subtype: subtype, parameters: parameters())
    part.contentID = tokens.text()
    // Skips the description.
    _ = tokens.string()
    part.encoding = tokens.text()?.lowercased() ?? ""
    part.size = tokens.size()
    var nested: BodyStructure?
    if type == "text" {
      // Skips the number of lines.
      if tokens.isAtNumber() { _ = tokens.string() }
    } else if type == "message", isAtNestedMessage() {
      tokens.skipValue()
      nested = body(depth: depth + 1)
      guard nested != nil else { return nil }
      _ = tokens.string()
    }
    // Skips the checksum.
    _ = tokens.string()
    part.disposition = disposition()
    guard closeList() else { return nil }
    return nested.map { .message(part, $0) } ?? .part(part)
  }

  /// Whether an envelope, a body structure and a number of lines follow; subtypes such as
  /// message/partial have none of them.
  private func isAtNestedMessage() -> Bool {
    var ahead = tokens
    guard ahead.peekToken() != UInt8(ascii: ")") else { return false }
    ahead.skipValue()
    guard ahead.peekToken() == UInt8(ascii: "(") else { return false }
    ahead.skipValue()
    return ahead.isAtNumber()
  }

  /// Reads pairs of names and values; if a name occurs twice, its first value counts.
  private mutating func parameters() -> [String: String] {
    guard consumeList() else {
      _ = tokens.string()
      return [:]
    }
    var parameters: [String: String] = [:]
    while let byte = tokens.peekToken(), !tokens.consume(UInt8(ascii: ")")) {
      guard byte != UInt8(ascii: "(") else {
        tokens.skipValue()
        continue
      }
      guard let name = tokens.text()?.lowercased() else { continue }
      let value = tokens.text() ?? ""
      if parameters[name] == nil { parameters[name] = value }
    }
    return parameters
  }

  /// Reads a list of a kind and its parameters, or only a kind.
  private mutating func disposition() -> BodyDisposition? {
    guard consumeList() else { return tokens.text().map { BodyDisposition(kind: $0.lowercased()) } }
    let kind = tokens.text()?.lowercased()
    let parameters = parameters()
    _ = closeList()
    return kind.map { BodyDisposition(kind: $0, parameters: parameters) }
  }
}
