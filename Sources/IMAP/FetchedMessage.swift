/// A FETCH response; nil for values that are missing or unreadable.
public struct FetchedMessage: Sendable, Hashable {
  public let sequenceNumber: UInt32
  public var uid: UInt32?
  /// The flags as the server writes them, such as `\Seen`.
  public var flags: [String]?
  /// When the message arrived, in seconds since 1970.
  public var internalDate: Int64?
  public var modSeq: UInt64?
  /// The size of the whole message in bytes, as counted by the server, which may be wrong.
  public var size: UInt32?
  /// The body structure; if it is missing or unreadable, the whole message must be fetched.
  public var structure: BodyStructure?
  /// The bytes of each section; nil if the server has none (`NIL`, or no value at all).
  public var sections: [Section: [UInt8]?] = [:]

  public init(sequenceNumber: UInt32) { self.sequenceNumber = sequenceNumber }

  /// The bytes of a section; nil if it is missing, or if the server has none.
  public func bytes(of section: Section) -> [UInt8]? {
    sections[section] ?? nil
  }
}

/// A section of a message, as in `BODY[1.2.MIME]<0>`. Sections in a response are matched with the
/// requested ones by kind, since servers write the names of header fields in various ways.
public struct Section: Sendable, Hashable {
  /// The raw values are IMAP's own words.
  public enum Kind: String, Sendable, Hashable {
    /// The whole message, or the body of the part.
    case whole = ""
    case header = "HEADER"
    /// Some fields of the header: HEADER.FIELDS or HEADER.FIELDS.NOT.
    case headerFields = "HEADER.FIELDS"
    case text = "TEXT"
    /// The header of the part itself.
    case mime = "MIME"
  }

  /// The part's number, as `[1, 2]`; empty for the message.
  public let part: [Int]
  public let kind: Kind
  /// The offset of the bytes, if only a range was asked for.
  public let offset: UInt32?

  public init(part: [Int] = [], _ kind: Kind, offset: UInt32? = nil) {
    self.part = part
    self.kind = kind
    self.offset = offset
  }
}
