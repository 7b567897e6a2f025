import Network

/// Bytes to a server and back. One task may read while another one writes.
protocol ServerStream: Sendable {
  /// The next bytes, at least one; none at all when the server has ended.
  ///
  /// - Parameter patience: whether an answer is due.
  func read(_ patience: Connection.Patience) async throws -> [UInt8]

  /// Sends all of the bytes.
  func write(_ bytes: [UInt8]) async throws

  /// Protects what is sent and read from now on.
  func protect() async throws

  func close() async
}

extension Connection: ServerStream {
  func protect() async throws { try await startTLS() }
}
