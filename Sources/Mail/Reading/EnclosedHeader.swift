import CGMime
import Foundation

/// The header of a message that lies in another one.
enum EnclosedHeader {
  /// The fields that a reader looks for, a line each, by the names that they have in mail.
  static func text(of message: UnsafeMutablePointer<GMimeMessage>) -> String {
    var lines: [String] = []
    if let list = g_mime_message_get_from(message) {
      add("From", AddressList(list).text, to: &lines)
    }
    if let list = g_mime_message_get_to(message) {
      add("To", AddressList(list).text, to: &lines)
    }
    if let date = g_mime_message_get_date(message),
      let text = g_mime_utils_header_format_date(date)
    {
      defer { g_free(text) }
      add("Date", String(cString: text), to: &lines)
    }
    if let subject = g_mime_message_get_subject(message) {
      add("Subject", oneLine(subject, limit: Header.subjectLimit), to: &lines)
    }
    return lines.joined(separator: "\n")
  }

  private static func add(_ name: String, _ value: String, to lines: inout [String]) {
    if !value.isEmpty { lines.append("\(name): \(value)") }
  }

  /// Makes the headers in a message's body do no harm. GMime reads the addresses of each message in
  /// it whole, at a cost that ``Header`` knows; there is no way to keep it from it.
  ///
  /// - Parameters:
  ///   - bytes: the whole message. Its body is changed in place, where a message may be in it and a
  ///     field of addresses has more colons, or more bytes, than any that people write.
  ///   - bodyStart: where its header ends.
  static func tame(_ bytes: UnsafeMutableBufferPointer<UInt8>, from bodyStart: Int) {
    guard mayHoldMessage(Bytes(bytes)) else { return }
    let body = UnsafeMutableBufferPointer(rebasing: bytes[bodyStart...])
    var start = 0
    while start < body.count {
      var end = endOfLine(start, body)
      if namesAddresses(Bytes(rebasing: Bytes(body)[start..<end])) {
        while end < body.count, body[end] == 0x20 || body[end] == 0x09 {
          end = endOfLine(end, body)
        }
        tame(field: UnsafeMutableBufferPointer(rebasing: body[start..<end]))
      }
      start = end
    }
  }

  private static func tame(field: UnsafeMutableBufferPointer<UInt8>) {
    var colons = 0
    for index in field.indices {
      switch field[index] {
      case UInt8(ascii: ":"):
        colons += 1
        if colons > Header.groupLimit { field[index] = 0x20 }
      case 10, 13: break
      default: if index >= Header.addressLimit { field[index] = 0x20 }
      }
    }
  }

  private static func endOfLine(_ start: Int, _ body: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let base = body.baseAddress, let found = memchr(base + start, 10, body.count - start)
    else { return body.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
  }

  private static func mayHoldMessage(_ body: Bytes) -> Bool {
    guard let base = body.baseAddress else { return false }
    let name = "message"
    var start = name.utf8.count
    while start < body.count, let found = memchr(base + start, 0x2F, body.count - start) {
      let slash = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let word = body[(slash - name.utf8.count)..<slash]
      if zip(word, name.utf8).allSatisfy({ $0 | 0x20 == $1 }) { return true }
      start = slash + 1
    }
    return false
  }

  private static func namesAddresses(_ line: Bytes) -> Bool {
    guard let colon = line.prefix(24).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    return names.contains(name.trimmingCharacters(in: .whitespaces))
  }

  private static let names: Set<String> = ["from", "to", "cc", "bcc", "sender", "reply-to"]
}

extension AddressList {
  /// Reads what GMime found: at most ``limit``.
  init(_ list: UnsafeMutablePointer<InternetAddressList>) {
    let count = internet_address_list_length(list)
    isCut = count > Int32(Self.limit)
    for index in 0..<min(count, Int32(Self.limit)) {
      guard let address = internet_address_list_get_address(list, index) else { continue }
      let name = internet_address_get_name(address).map { oneLine($0, limit: Header.nameLimit) }
      let mailbox = cgmime_as_mailbox(address).flatMap { internet_address_mailbox_get_addr($0) }
      let text = mailbox.map { oneLine($0, limit: Self.addressLimit) }
      let found = MailAddress(name: name ?? "", address: text ?? "")
      if !found.shortName.isEmpty { addresses.append(found) }
    }
  }

  private static let limit = 100
  /// In characters (RFC 5321, section 4.5.3.1).
  private static let addressLimit = 320

  /// The full names, parted by commas.
  public var text: String {
    addresses.map(\.fullName).joined(separator: ", ") + (isCut ? ", …" : "")
  }
}
