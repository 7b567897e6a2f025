import CGMime
import Foundation

/// Reads a whole message, with GMime.
enum MessageReader {
  /// Reads a message as it was found; only a part of it when the task is cancelled meanwhile.
  ///
  /// - Parameter now: the present, in seconds.
  static func read(_ found: FoundMessage, now: Int64) -> ReadMessage {
    var bytes = found.bytes
    var message = bytes.withUnsafeMutableBufferPointer { read($0, found, now) }
    message.path = found.path
    if found.isCut { message.remarks.append(.messageCut) }
    return message
  }

  private static func read(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    _ found: FoundMessage,
    _ now: Int64
  ) -> ReadMessage {
    bytes.replaceNULs(with: UInt8(ascii: "?"))
    let options = GMimeLibrary.options.pointer
    let bodyStart = LineEnds.repaired(
      bytes,
      MessageExcerpt(
        headerLength: MessageFile.headerLength(Bytes(bytes)) ?? bytes.count,
        bodyLength: 0,
        isCut: false
      )
    ).headerLength
    EnclosedHeader.tame(bytes, from: bodyStart)
    let fields = HeaderFields(
      Bytes(bytes),
      headerLength: min(bodyStart, MessageFile.headerLimit),
      bodyStart: bodyStart
    )
    var message = head(Header(fields, options), received: found.received, now: now)
    read(fields, Bytes(rebasing: Bytes(bytes)[bodyStart...]), options, into: &message)
    return message
  }

  private static func head(_ header: Header, received: Int64, now: Int64) -> ReadMessage {
    var message = ReadMessage()
    let seconds = header.date(now: now) ?? min(max(0, received), Header.latestDate)
    message.date = Date(timeIntervalSince1970: TimeInterval(seconds))
    message.subject = header.subject
    message.messageID = header.messageID
    for field in [HeaderFields.Name.from, .sender, .replyTo] where message.from.addresses.isEmpty {
      message.from = header.addresses(in: field)
    }
    message.to = header.addresses(in: .to)
    message.cc = header.addresses(in: .cc)
    return message
  }

  private static func read(
    _ fields: HeaderFields,
    _ body: Bytes,
    _ options: OpaquePointer?,
    into message: inout ReadMessage
  ) {
    let part = fields.part(bodyLimit: FoundMessage.limit)
    let cut = BoundaryLines.cut(
      in: Bytes(start: part.pointee.data, count: Int(part.pointee.len)),
      limit: PartReader.boundaryLimit
    )
    if let cut { g_byte_array_set_size(part, guint(cut)) }
    let stream = g_mime_stream_mem_new_with_byte_array(part)
    defer { g_object_unref(stream) }
    let parser = g_mime_parser_new_with_stream(stream)
    defer { g_object_unref(parser) }
    var parts = PartReader()
    if let root = g_mime_parser_construct_part(parser, options) {
      defer { g_object_unref(root) }
      parts.read(root)
    }
    if parts.isEmpty, !Task.isCancelled, isMultipart(fields), body.contains(where: { $0 > 0x20 }) {
      parts = PartReader()
      parts.read(damaged: body)
    }
    message.passages = parts.passages
    message.attachments = parts.attachments
    message.remarks = parts.remarks
    if cut != nil, !parts.remarks.contains(.partsLeftOut) {
      message.remarks.append(.partsLeftOut)
    }
  }

  private static func isMultipart(_ fields: HeaderFields) -> Bool {
    fields.withValue(of: .contentType) {
      String(cString: $0).trimmingCharacters(in: .whitespaces).lowercased().hasPrefix("multipart/")
    } == true
  }
}
