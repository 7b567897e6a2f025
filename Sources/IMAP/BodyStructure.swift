/// The structure of a message, as far as servers agree on it (RFC 9051, section 7.5.2).
public indirect enum BodyStructure: Sendable, Hashable {
  case part(BodyPart)
  /// A multipart, possibly without parts.
  case multipart(Multipart, [BodyStructure])
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
  public var parameters: [String: String]
  public var contentID: String?
  /// The transfer encoding in lower case, as `base64`; empty if the server does not give it.
  public var encoding: String
  /// The size before decoding, in bytes.
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

/// The properties of a multipart.
public struct Multipart: Sendable, Hashable {
  /// The subtype in lower case, as `alternative`.
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
  /// The kind in lower case, as `attachment`.
  public var kind: String
  public var parameters: [String: String]

  public init(_ kind: String, parameters: [String: String] = [:]) {
    self.kind = kind
    self.parameters = parameters
  }
}
