import Foundation
import TidelineGtk

/// One style or feature of the library, live, beside the code that makes it.
///
/// Each page is in the file of its section, below `Pages`. Its shown code is the part between two
/// comments, in the lines from this page's start up to the next page:
///
/// ```swift
/// // snippet.show
/// list.refreshable { try await rows.fetch() }
/// // snippet.hide
/// ```
struct Page {
  let title: String
  /// A sentence or two on how to try it.
  let about: String
  /// The path of the page's source when it was compiled, and the page's first line there.
  let file: String
  let line: Int
  /// Makes the live part; called each time the page is opened.
  let make: @MainActor () -> any WidgetConvertible

  init(
    _ title: String,
    about: String,
    file: String = #filePath,
    line: Int = #line,
    make: @escaping @MainActor () -> any WidgetConvertible
  ) {
    self.title = title
    self.about = about
    self.file = file
    self.line = line
    self.make = make
  }

  /// The page's name on the command line.
  var name: String { title.lowercased().replacing(" ", with: "-") }
}

/// The code of a page, read from the file that was compiled.
enum PageSource {
  /// The parts of the page between each `// snippet.show` and `// snippet.hide`, moved to the left
  /// margin; nil if the file no longer exists.
  static func snippet(of page: Page) -> String? {
    guard let text = try? String(contentsOfFile: page.file, encoding: .utf8) else { return nil }
    return snippet(in: text, from: page.line)
  }

  /// - Parameter line: the line of the page's `Page(`, from 1.
  static func snippet(in text: String, from line: Int) -> String {
    var parts: [[Substring]] = []
    var isShowing = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line)
    for line in lines {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "// snippet.show":
        parts.append([])
        isShowing = true
      case "// snippet.hide": isShowing = false
      case "Page(" where !isShowing: return shown(parts)
      default: if isShowing { parts[parts.count - 1].append(line) }
      }
    }
    return shown(parts)
  }

  private static func shown(_ parts: [[Substring]]) -> String {
    parts.map(atMargin).joined(separator: "\n\n")
  }

  private static func atMargin(_ lines: [Substring]) -> String {
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }
}
