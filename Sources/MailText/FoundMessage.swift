/// A message's bytes, as they were sent.
public struct FoundMessage: Sendable {
  /// Header and body, without the mbox From line and without the `>` that an mbox puts before such
  /// lines in the text; at most ``limit`` bytes.
  public var bytes: [UInt8]
  /// Whether the message continues beyond these bytes.
  public var isCut: Bool
  /// The path of the message's file; empty for a message on a server.
  public var path: String
  /// The path as bytes, which need not be UTF-8.
  public var pathBytes: [UInt8]
  /// When the message was received, in seconds since 1970; 0 if that is unknown.
  public var received: Int64
  /// The shown parts, if a server has sent only these and the header; `bytes` then has the header.
  package var parts: MessageParts?

  /// The highest number of bytes read of one message. Most servers refuse messages above 50 MB.
  public static let limit = 64 << 20

  /// Makes a message from the bytes read.
  public init(bytes: [UInt8], isCut: Bool, path: String, received: Int64) {
    self.bytes = bytes
    self.isCut = isCut
    self.path = path
    pathBytes = Array(path.utf8)
    self.received = received
  }
}
