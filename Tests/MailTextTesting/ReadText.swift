import MailText

/// Reads a message as the window does.
package func readMessage(_ bytes: [UInt8], isCut: Bool = false) -> ReadMessage {
  let found = FoundMessage(bytes: bytes, isCut: isCut, path: "/x", received: 1_600_000_000)
  return MessageReader.read(found, now: 1_700_000_000)
}

package func readMessage(_ text: String) -> ReadMessage { readMessage(Array(text.utf8)) }

extension MessagePart {
  /// - Parameter encoding: the value of the header field; empty for none.
  package init(_ number: [Int], _ encoding: String) {
    self.init(number: number, encoding: TransferEncoding(encoding.utf8))
  }
}

/// Each passage on one line, such as `written: Hello`.
package func lines(_ passages: [Passage]) -> [String] {
  passages.map { "\($0.kind.rawValue): \($0.text.replacing("\n", with: "/"))" }
}

/// The passages of a plain text.
package func passages(_ text: String, type: String = "text/plain; charset=utf-8") -> [String] {
  lines(readMessage("Content-Type: \(type)\n\n\(text)").passages)
}
