import MailText

/// The blocks of a page, as ``shown(_:)`` writes them.
package func blocks(_ page: String, subject: String = "x") -> [String] {
  let message = "Subject: \(subject)\nContent-Type: text/html; charset=utf-8\n\n\(page)"
  return readMessage(message).passages.flatMap { shown($0.blocks) }
}

/// Each line of blocks as a line of text: `# ` before headings, `- ` and `1. ` before items, `> `
/// before quotes, bars between cells.
package func shown(_ blocks: [MessageBlock]) -> [String] {
  blocks.flatMap { block -> [String] in
    switch block {
    case .paragraph(let text): lines(text)
    case .heading(let level, let text):
      lines(text).map { String(repeating: "#", count: level) + " " + $0 }
    case .preformatted(let text): lines(text).map { "'" + $0 }
    case .quote(let blocks): shown(blocks).map { "> " + $0 }
    case .list(let items):
      items.flatMap { item in
        let mark = item.mark == "•" ? "- " : item.mark + " "
        return shown(item.blocks).enumerated().map { $0 == 0 ? mark + $1 : "  " + $1 }
      }
    case .table(let rows):
      rows.map { cells in
        cells.map { cell in
          let span =
            (cell.columns > 1 ? "\(cell.columns)→" : "") + (cell.rows > 1 ? "\(cell.rows)↓" : "")
          return "|" + (cell.isHeader ? "!" : "") + span + shown(cell.blocks).joined(separator: "/")
        }.joined() + "|"
      }
    case .picture(let picture):
      ["!\(picture.index) \(picture.alternative)" + (picture.link.map { "](\($0))" } ?? "")]
    case .rule: ["---"]
    }
  }
}

/// The lines of a text, with signs around styled text and links.
private func lines(_ styled: StyledText) -> [String] {
  let bytes = Array(styled.text.utf8)
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  var line = ""
  var end = 0
  let signs: [(TextStyle, String)] = [
    (.bold, "*"), (.italic, "/"), (.underline, "_"), (.strikethrough, "~"), (.code, "`"),
    (.superscript, "^"), (.subscript, "v"),
  ]
  for run in styled.runs {
    let marks = signs.filter { run.style.contains($0.0) }.map(\.1).joined()
    line += text(end..<run.range.lowerBound)
    line += run.link == nil ? "" : "["
    line += marks + text(run.range) + String(marks.reversed())
    line += run.link.map { "](\($0))" } ?? ""
    end = run.range.upperBound
  }
  line += text(end..<bytes.count)
  return line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

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
