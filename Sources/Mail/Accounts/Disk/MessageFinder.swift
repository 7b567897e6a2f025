import SystemPackage

/// Finds a folder's messages again, as they lie there now: another program may have renamed,
/// moved or rewritten what a refresh saw.
protocol MessageFinder: Sendable {
  /// Reads one message, and changes nothing.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``, or
  ///   `CancellationError`.
  func find(_ message: KnownMessage) async throws -> FoundMessage
}

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

  /// Reads a message from an open file.
  init(
    _ file: FileDescriptor,
    from start: Int64,
    to end: Int64,
    path: FilePath,
    received: Int64
  ) throws(Refusal) {
    bytes = try file.bytes(from: start, to: min(end, start + Int64(Self.limit)))
    isCut = end - start > Int64(Self.limit)
    self.path = path.description
    pathBytes = path.bytes
    self.received = max(0, received)
  }
}
