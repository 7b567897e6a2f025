/// A message as it was sent.
public struct FoundMessage: Sendable {
  /// Header and body, without the mbox From line and without the `>` that an mbox puts before such
  /// lines in the text; at most ``limit``.
  public var bytes: [UInt8]
  /// Whether the message continues beyond these bytes.
  public var isCut: Bool
  /// The path of its file.
  public var path: String
  /// The path as bytes, which need not be UTF-8.
  public var pathBytes: [UInt8]
  /// When it was received, in seconds since 1970.
  public var received: Int64
  /// The parts, if a server has sent only the shown ones; then the bytes are its header.
  var parts: MessageParts?

  /// The limit in bytes. Mail servers accept messages of 25 to 50 MB.
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
