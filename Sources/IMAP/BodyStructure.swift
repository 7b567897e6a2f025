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
