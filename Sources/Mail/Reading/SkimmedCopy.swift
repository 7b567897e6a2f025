import CGMime

/// The part of a message that ``Skimmer`` copies for GMime.
struct SkimmedCopy {
  /// Freed by the stream that reads it.
  let bytes: UnsafeMutablePointer<GByteArray>
  let limits: Skimmer.Limits

  /// Adds the fields that describe a part, and the empty line below them.
  ///
  /// - Parameters:
  ///   - notes: fields of our own.
  ///   - number: the number of a part that may be an attachment.
  func addContent(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ notes: [String: String] = [:],
    number: [Int] = []
  ) {
    header.typeField.withUnsafeBufferPointer { add($0) }
    var names = [HeaderFields.Name.contentDisposition]
    // An encoded message is copied decoded.
    if header.kind != .message || !header.isEncoded { names.append(.contentTransferEncoding) }
    // A row shows no pictures, so it needs no Content-IDs.
    for name in limits.file > 0 ? names + [.contentID] : names {
      guard let value = PartHeader.value(of: name, in: fields) else { continue }
      add("\(name.spelling):")
      value.withUnsafeBufferPointer { add($0) }
    }
    for (name, value) in notes { add("\(name): \(value)\n") }
    if limits.file > 0, !number.isEmpty {
      add("\(PartHeader.numberField): \(number.map(String.init).joined(separator: "."))\n")
    }
    for name in [HeaderFields.Name.unpackedSize, .isCut] where limits.hasNotes {
      guard let value = PartHeader.value(of: name, in: fields) else { continue }
      add("\(name.spelling):")
      value.withUnsafeBufferPointer { add($0) }
    }
    add("\n")
  }

  /// Adds a part that is not text.
  ///
  /// - Parameters:
  ///   - body: its complete body.
  ///   - length: the length of its content, without the line break before a boundary.
  func addFile(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ body: Bytes,
    length: Int,
    number: [Int]
  ) {
    guard limits.file > 0 else {
      addContent(header, fields)
      let isRead = header.isDeliveryStatus
      return add(Bytes(rebasing: body.prefix(isRead ? ProgramNote.encodedLimit : 0)))
    }
    guard body.count > limits.file,
      let size = header.unpackedSize(of: Bytes(rebasing: body.prefix(length)))
    else {
      addContent(header, fields, number: number)
      return add(body)
    }
    addContent(header, fields, [PartHeader.sizeField: "\(size)"], number: number)
    add(Bytes(rebasing: body.prefix(limits.file)))
  }

  func add(_ string: String) {
    var string = string
    string.withUTF8 { add($0) }
  }

  func addLine(_ line: [UInt8]) {
    let length = bytes.pointee.len
    if length > 0, bytes.pointee.data[Int(length) - 1] != 10 { add("\n") }
    line.withUnsafeBufferPointer { add($0) }
    add("\n")
  }

  func add(_ content: Bytes) {
    guard let base = content.baseAddress, !content.isEmpty else { return }
    g_byte_array_append(bytes, base, guint(clamping: content.count))
  }
}
