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
