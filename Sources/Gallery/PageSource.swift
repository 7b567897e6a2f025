import Foundation

/// The code of a page, read from the file that was compiled.
enum PageSource {
  /// The parts of the file between each `// snippet.show` and `// snippet.hide`, moved to the left
  /// margin; nil if the file no longer exists.
  static func snippet(of file: String) -> String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    return snippet(in: text)
  }

  static func snippet(in text: String) -> String {
    var parts: [[Substring]] = []
    var isShowing = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "// snippet.show":
        parts.append([])
        isShowing = true
      case "// snippet.hide": isShowing = false
      default: if isShowing { parts[parts.count - 1].append(line) }
      }
    }
    return parts.map(atMargin).joined(separator: "\n\n")
  }

  private static func atMargin(_ lines: [Substring]) -> String {
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }
}
