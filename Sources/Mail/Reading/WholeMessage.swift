extension MessageHead {
  /// Parses a complete message in memory.
  ///
  /// - Parameters:
  ///   - bytes: the complete message.
  ///   - received: seconds since 1970, used if the header has no plausible date.
  ///   - now: the current time, in seconds since 1970.
  package init(ofMessage bytes: [UInt8], received: Int64, now: Int64) {
    var bytes = bytes
    let header = bytes.withUnsafeBufferPointer { MessageFile.headerLength($0) } ?? bytes.count
    let excerpt = MessageExcerpt(
      headerLength: header,
      bodyLength: Int64(bytes.count - header),
      isCut: false
    )
    self = bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: received, now: now).head
    }
  }
}
