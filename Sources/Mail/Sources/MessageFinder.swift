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
    _ file: Int32,
    from start: Int64,
    to end: Int64,
    path: DiskPath,
    received: Int64
  ) throws(Refusal) {
    let count = Int(max(0, min(end - start, Int64(Self.limit))))
    var refusal: Refusal?
    bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      do throws(Refusal) {
        read = try FileBytes.read(
          file,
          at: start,
          into: UnsafeMutableRawBufferPointer(buffer),
          upTo: end
        )
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    isCut = end - start > Int64(Self.limit)
    self.path = path.description
    pathBytes = path.bytes
    self.received = max(0, received)
  }
}
