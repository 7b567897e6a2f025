import Foundation
import MailText

/// A message with the header fields that threading and the list use.
package func message(
  _ id: String,
  _ subject: String = "Hello",
  from: String = "Ann <ann@a.example>",
  references: [String] = [],
  date: String = "Mon, 02 Jan 2023 15:04:05 +0000",
  extra: String = "",
  body: String = "Some text.\n"
) -> String {
  let line =
    references.isEmpty ? "" : "References: \(references.map { "<\($0)>" }.joined(separator: " "))\n"
  return "From: \(from)\nTo: bob@b.example\nSubject: \(subject)\nDate: \(date)\n"
    + "Message-ID: <\(id)>\n\(line)\(extra)\n\(body)"
}

/// Parses a message as the mail sources do.
package func parse(_ bytes: [UInt8], received: Int64 = 1_600_000_000) -> MessageHead {
  MessageHead(ofMessage: bytes, received: received, now: 1_700_000_000)
}

package func parse(_ text: String, received: Int64 = 1_600_000_000) -> MessageHead {
  parse(Array(text.utf8), received: received)
}

/// Text in the charsets of old mail.
package enum Encoding {
  /// Encodes the whole text at once, since some charsets begin with a mark or keep a state.
  package static func encode(_ text: String, _ name: String) -> [UInt8] {
    let converter = iconv_open(name, "UTF-8")
    guard let converter, Int(bitPattern: converter) != -1 else { return [] }
    defer { iconv_close(converter) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 8 + 64)
    let capacity = output.count
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int in
        var from = input.baseAddress
        var fromLeft = input.count
        var to = output.baseAddress
        var toLeft = capacity
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != -1 else { return capacity }
        _ = iconv(converter, nil, nil, &to, &toLeft)
        return toLeft
      }
    }
    return output.prefix(capacity - left).map { UInt8(bitPattern: $0) }
  }
}
