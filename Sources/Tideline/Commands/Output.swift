import Foundation

/// Results, for people and pipes.
nonisolated enum StandardOutput {
  /// Writes lines and returns when the system has them.
  ///
  /// - Throws: ``BrokenPipe`` when nobody reads any more.
  static func write(_ text: String) throws {
    try write(Data(text.utf8))
  }

  /// Writes bytes as they are.
  static func write(_ data: Data) throws {
    try data.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          STDOUT_FILENO,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          throw errno == EPIPE
            ? BrokenPipe() : POSIXError(.init(rawValue: errno) ?? .EIO) as any Error
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// One value as one line of JSON.
  static func write<Value: Encodable>(json value: Value) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = try encoder.encode(value)
    line.append(UInt8(ascii: "\n"))
    try write(line)
  }
}

/// Everything that is no result.
nonisolated enum StandardError {
  /// Writes one line.
  static func write(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
