import Network

/// A stream of bytes to and from a server. One task may read while another writes.
protocol ServerStream: Sendable {
  /// The next bytes, at least one; empty when the server has closed the connection.
  ///
  /// - Parameter patience: whether an answer is due.
  func read(_ patience: Connection.Patience) async throws -> [UInt8]

  /// Sends all of the bytes.
  func write(_ bytes: [UInt8]) async throws

  /// Encrypts everything from now on.
  func protect() async throws

  func close() async
}

extension Connection: ServerStream {
  func protect() async throws { try await startTLS() }
}
