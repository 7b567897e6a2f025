import SystemPackage

/// Finds a folder's messages in their current place: another program may have renamed, moved or
/// rewritten them since the last refresh.
protocol MessageFinder: Sendable {
  /// Reads one message, and changes nothing.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``, or
  ///   `CancellationError`.
  func find(_ message: KnownMessage) async throws -> FoundMessage

  /// The path of a message's file; nil where there is none.
  func path(of message: KnownMessage) async -> String?
}

extension FoundMessage {
  /// Reads a message from an open file.
  init(
    _ file: FileDescriptor,
    from start: Int64,
    to end: Int64,
    path: FilePath,
    received: Int64
  ) throws(Refusal) {
    self.init(
      bytes: try file.bytes(from: start, to: min(end, start + Int64(Self.limit))),
      isCut: end - start > Int64(Self.limit),
      path: path.description,
      received: max(0, received)
    )
    pathBytes = path.bytes
  }
}
