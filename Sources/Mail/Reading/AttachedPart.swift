import CGMime

extension Attachment {
  init(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>
  ) {
    name = g_mime_part_get_filename(part).map { oneLine($0, limit: Self.nameLimit) } ?? ""
    let type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object))
    defer { g_free(type) }
    self.type = type.map { oneLine($0, limit: Self.nameLimit) } ?? "application/octet-stream"
    self.part = MessagePart(part, object)
    if let counted = g_mime_object_get_header(object, PartHeader.sizeField) {
      size = Int64(String(cString: counted)) ?? 0
      return
    }
    // What it unpacks to is counted, and kept nowhere.
    let nowhere = g_mime_stream_null_new()
    defer { g_object_unref(nowhere) }
    let content = g_mime_part_get_content(part)
    size = max(0, Int64(content.map { g_mime_data_wrapper_write_to_stream($0, nowhere) } ?? 0))
  }
}

extension MessagePart {
  fileprivate init?(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>
  ) {
    guard let field = g_mime_object_get_header(object, PartHeader.numberField) else { return nil }
    number = String(cString: field).split(separator: ".").compactMap { Int($0) }
    encoding = g_mime_part_get_content_encoding(part)
  }
}
