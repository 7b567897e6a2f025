import CGMime

/// The header of a message that lies in another one.
///
/// GMime would read its addresses whole, at a cost that ``Header`` knows. So its fields are copied
/// under names that GMime does not know, and are read as those of any message.
struct EnclosedHeader {
  /// What stands before the fields' names.
  static let prefix = "X-Enclosed-"

  /// The fields that a reader looks for, a line each, by the names that they have in mail.
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
