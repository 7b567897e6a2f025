import CGMime

/// The header of a message inside another one.
///
/// GMime would parse its addresses at the cost described in ``Header``. So its fields are copied
/// under names unknown to GMime, and are then read like those of any message.
struct EnclosedHeader {
  /// The prefix of the copied fields' names.
  static let prefix = "X-Enclosed-"

  /// The fields shown to a reader, one on each line, under their original names.
  let text: String
  /// May be empty.
  let subject: String

  init(of message: UnsafeMutablePointer<GMimeMessage>) {
    var copy: [UInt8] = []
    let list = g_mime_object_get_header_list(cgmime_message_as_object(message))
    for index in 0..<g_mime_header_list_get_count(list) {
      guard let field = g_mime_header_list_get_header_at(list, index),
        let name = g_mime_header_get_name(field), let value = g_mime_header_get_raw_value(field)
      else { continue }
      let bytes = Bytes(name)
      guard bytes.starts(with: Self.prefix.utf8) else { continue }
      copy += bytes.dropFirst(Self.prefix.utf8.count)
      copy.append(UInt8(ascii: ":"))
      copy += Bytes(value)
      if copy.last != 10 { copy.append(10) }
    }
    (text, subject) = copy.withUnsafeBufferPointer { bytes in
      let fields = HeaderFields(bytes, headerLength: bytes.count)
      let header = Header(fields, GMimeLibrary.options.pointer)
      return (Self.text(of: header), header.subject)
    }
  }

  private static func text(of header: Header) -> String {
    var lines: [String] = []
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { lines.append("\(name): \(value)") }
    }
    add("From", header.writers.text)
    add("To", header.addresses(in: .to).text)
    add("Date", header.writtenDate ?? "")
    add("Subject", header.subject)
    return lines.joined(separator: "\n")
  }
}
