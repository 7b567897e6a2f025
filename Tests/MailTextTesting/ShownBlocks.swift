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
    case .picture(let picture): ["!\(picture.index) \(picture.alternative)"]
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
