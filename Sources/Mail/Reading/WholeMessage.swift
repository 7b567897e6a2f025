extension MessageHead {
  /// Reads a whole message, as a source does that has it in memory.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - received: the date to use where the header has none that is sane, in seconds.
  ///   - now: the present, in seconds.
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
