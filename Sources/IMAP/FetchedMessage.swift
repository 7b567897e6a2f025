/// A FETCH response; nil is what the server did not say, or what made no sense.
public struct FetchedMessage: Sendable, Hashable {
  public let sequenceNumber: UInt32
  public var uid: UInt32?
  /// As the server writes them, as `\Seen`.
  public var flags: [String]?
  /// When the message arrived, in seconds since 1970.
  public var internalDate: Int64?
  public var modSeq: UInt64?
  /// Of the whole message in bytes, by the server's count, which may be wrong.
  public var size: UInt32?
  /// Nil where it was not sent, or where it made no sense; then the whole message must be read.
  public var structure: BodyStructure?
  /// The bytes of each section; nil where the server has none (`NIL`, or no value at all).
  public var sections: [Section: [UInt8]?] = [:]

  public init(sequenceNumber: UInt32) { self.sequenceNumber = sequenceNumber }

  /// The bytes of a section; nil where it was not sent, and also where the server has none.
  public func bytes(of section: Section) -> [UInt8]? {
    sections[section] ?? nil
  }
}

/// A piece of a message, as `BODY[1.2.MIME]<0>` names it. Those of a response are matched with the
/// ones that were asked for by kind, since servers write the names of header fields in many ways.
public struct Section: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// All of the message, or the body of the part.
    case whole
    case header
    /// Some fields of the header: HEADER.FIELDS or HEADER.FIELDS.NOT.
    case headerFields
    case text
    /// The header of the part itself.
    case mime
  }

  /// The part's number, as `[1, 2]`; empty for the message.
  public let part: [Int]
  public let kind: Kind
  /// Where the bytes begin, if only some were asked for.
  public let offset: UInt32?

  public init(part: [Int] = [], _ kind: Kind, offset: UInt32? = nil) {
    self.part = part
    self.kind = kind
    self.offset = offset
  }
}
