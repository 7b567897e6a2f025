import CGMime

extension Attachment {
  init(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>
  ) {
    name = object.fileName ?? ""
    let type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object))
    defer { g_free(type) }
    self.type = type.map { oneLine($0, limit: Self.nameLimit) } ?? "application/octet-stream"
    self.part = MessagePart(part, object)
    if let counted = g_mime_object_get_header(object, PartHeader.sizeField) {
      size = Int64(String(cString: counted)) ?? 0
      return
    }
    // Decodes the content only to count its bytes.
    let nowhere = g_mime_stream_null_new()
    defer { g_object_unref(nowhere) }
    let content = g_mime_part_get_content(part)
    size = max(0, Int64(content.map { g_mime_data_wrapper_write_to_stream($0, nowhere) } ?? 0))
  }
}

extension Attachment {
  /// Describes an attached message.
  ///
  /// - Parameters:
  ///   - mail: its part.
  ///   - subject: its subject, used as a name if the sender has given none.
  ///   - parts: the messages found in the message.
  init(
    _ mail: UnsafeMutablePointer<GMimeObject>,
    subject: String,
    _ parts: [[Int]: EnclosedPart]
  ) {
    let given = mail.fileName ?? ""
    name = given.isEmpty ? Self.fileName(of: subject) : given
    type = "message/rfc822"
    let number = MessagePart.number(of: mail) ?? []
    let seen = parts[number]
    part = seen.map { MessagePart(number: number, encoding: $0.encoding) }
    let counted = g_mime_object_get_header(mail, PartHeader.sizeField)
    size = counted.map { Int64(String(cString: $0)) ?? 0 } ?? Int64(seen?.size ?? 0)
  }

  private static let ending = ".eml"

  /// A file name for a message with this subject, without characters that separate folders or hide
  /// a file.
  private static func fileName(of subject: String) -> String {
    func isAtAnEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == " " }
    let plain = subject.unicodeScalars.map { $0 == "/" || $0 == "\\" ? "-" : $0 }
    let start = plain.drop(while: isAtAnEnd).prefix(nameLimit - ending.count)
    let words = start.reversed().drop(while: isAtAnEnd).reversed()
    let name = String(String.UnicodeScalarView(words))
    guard !name.isEmpty else { return "message\(ending)" }
    return name.lowercased().hasSuffix(ending) ? name : name + ending
  }
}

extension MessagePart {
  /// The part number noted in a field of the part, if it may be attached.
  fileprivate static func number(of object: UnsafeMutablePointer<GMimeObject>) -> [Int]? {
    guard let field = g_mime_object_get_header(object, PartHeader.numberField) else { return nil }
    return String(cString: field).split(separator: ".").compactMap { Int($0) }
  }

  fileprivate init?(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>
  ) {
    guard let number = Self.number(of: object) else { return nil }
    self.number = number
    encoding = g_mime_part_get_content_encoding(part)
  }
}
