import FoundationEssentials

/// Reads a complete message, with GMime.
enum MessageReader {
  /// Reads a found message; only a part of it if the task is cancelled meanwhile.
  ///
  /// - Parameters:
  ///   - found: the message, given away (`consume`) so that its bytes are prepared in place,
  ///     without a copy.
  ///   - now: the current time, in seconds since 1970.
  static func read(_ found: consuming FoundMessage, now: Int64) -> ReadMessage {
    let (received, isCut, fetched) = (found.received, found.isCut, found.parts)
    var message = found.bytes.withUnsafeMutableBufferPointer { bytes in
      let bytes = MessageBytes(bytes, goesOn: false, fetched: fetched)
      var message = read(bytes, received: received, now: now)
      // The last attachment may be cut, and the attached messages that contain it.
      for index in message.attachments.indices where isCut {
        guard let part = message.attachments[index].part else { continue }
        message.attachments[index].isCut = bytes.parts.contents.bodies[part.number]?.isLast ?? false
      }
      return message
    }
    message.path = found.path
    if isCut { message.remarks.append(.messageCut) }
    return message
  }

  private static func read(_ bytes: MessageBytes, received: Int64, now: Int64) -> ReadMessage {
    var message = ReadMessage()
    let header = bytes.header
    let seconds = header.date(now: now) ?? min(max(0, received), Header.latestDate)
    message.date = Date(timeIntervalSince1970: TimeInterval(seconds))
    message.subject = bytes.subject
    message.messageID = header.messageID
    message.from = header.writers
    message.replyTo = header.addresses(in: .replyTo)
    message.to = header.addresses(in: .to)
    message.cc = header.addresses(in: .cc)
    let content = bytes.whole()
    message.passages = content.passages
    message.attachments = content.attachments
    message.pictures = content.pictures
    message.invitation = content.invitation
    message.remarks = content.remarks
    return message
  }
}
