/// How a message is made up, as far as servers agree on it (RFC 9051, section 7.5.2).
public indirect enum BodyStructure: Sendable, Hashable {
  case part(BodyPart)
  /// Its parts may be none.
  case multipart(Multipart, [BodyStructure])
  /// A message within the message, and how that is made up.
  case message(BodyPart, BodyStructure)
}

/// A part that has a body of its own. Types and names of parameters are in lower case; values are
/// as the server writes them: undecoded, and often with wrong sizes.
public struct BodyPart: Sendable, Hashable {
  /// `text` of `text/plain`.
  public var type: String
  /// `plain` of `text/plain`.
  public var subtype: String
  public var parameters: [String: String]
  public var contentID: String?
  /// The transfer encoding in lower case, as `base64`; empty where the server does not say.
  public var encoding: String
  /// Encoded, in bytes.
  public var size: UInt32?
  public var disposition: BodyDisposition?

  public init(
    type: String,
    subtype: String,
    parameters: [String: String] = [:],
    contentID: String? = nil,
    encoding: String = "7bit",
    size: UInt32? = nil,
    disposition: BodyDisposition? = nil
  ) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
    self.contentID = contentID
    self.encoding = encoding
    self.size = size
    self.disposition = disposition
  }
}

/// What is said about a part that holds parts.
public struct Multipart: Sendable, Hashable {
  /// In lower case, as `alternative`.
  public var subtype: String
  public var parameters: [String: String]
  public var disposition: BodyDisposition?

  public init(
    subtype: String,
    parameters: [String: String] = [:],
    disposition: BodyDisposition? = nil
  ) {
    self.subtype = subtype
    self.parameters = parameters
    self.disposition = disposition
  }
}

/// A part's Content-Disposition.
public struct BodyDisposition: Sendable, Hashable {
  /// In lower case, as `attachment`.
  public var kind: String
  public var parameters: [String: String]

  public init(_ kind: String, parameters: [String: String] = [:]) {
    self.kind = kind
    self.parameters = parameters
  }
}

extension BodyStructure {
  /// A part and its number, as sections name it.
  public struct NumberedPart: Sendable, Hashable {
    public let number: [Int]
    public let part: BodyPart
    /// Whether the part is a message, whose own parts follow it.
    public let isMessage: Bool
  }

  /// All parts that have a body, in the order of the message. Those of a message within the message
  /// follow that message.
  public var numberedParts: [NumberedPart] {
    var parts: [NumberedPart] = []
    collect(into: &parts, number: [], isWhole: true)
    return parts
  }

  /// - Parameter isWhole: whether it is a message's structure, so that a single part in it is
  ///   number 1.
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
