/// A message as it was sent.
public struct FoundMessage: Sendable {
  /// Header and body, without an mbox's From line and the marks before such lines in the text; at
  /// most ``limit``.
  public var bytes: [UInt8]
  /// Whether the message goes on.
  public var isCut: Bool
  /// The file that it lies in.
  public var path: String
  /// The same as the system has it, which need not be UTF-8.
  public var pathBytes: [UInt8]
  /// When it was received, in seconds since 1970.
  public var received: Int64
  /// Whether it was put together of the parts that are shown. The others have no content, but its
  /// size in ``PartHeader/sizeField``.
  var isAssembled = false

  /// In bytes. Mail servers take 25 to 50 MB.
  public static let limit = 64 << 20

  /// Joins what was read.
  public init(bytes: [UInt8], isCut: Bool, path: String, received: Int64) {
    self.bytes = bytes
    self.isCut = isCut
    self.path = path
    pathBytes = Array(path.utf8)
    self.received = received
  }
}
