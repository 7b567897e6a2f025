import Foundation
import TidelineGtk

/// One style or feature of the library, live, beside the code that makes it: the body of the
/// closure, which is in the file of the page's section, below `Pages`.
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

  /// A page with a list of numbered rows, which the closure sets up.
  init(
    _ title: String,
    about: String,
    file: String = #filePath,
    line: Int = #line,
    setUp: @escaping @MainActor (_ rows: Rows, _ list: ScrolledWindow) -> Void
  ) {
    self.init(title, about: about, file: file, line: line) {
      let rows = Rows()
      let list = rows.listView()
      setUp(rows, list)
      return list
    }
  }

  /// The page's name on the command line.
  var name: String { title.lowercased().replacing(" ", with: "-") }

  /// The page's code, read from the file that was compiled; nil if that no longer exists.
  var code: String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    return Self.code(in: text, from: line)
  }

  /// The body of a page's closure, moved to the left margin.
  ///
  /// - Parameter line: the line of the page's `Page(`, from 1.
  static func code(in text: String, from line: Int) -> String {
    func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line - 1)
    let margin = lines.first.map(indentation) ?? 0
    return lines.drop { !$0.dropFirst(margin).hasPrefix(") {") }.dropFirst()
      .prefix { $0.isEmpty || indentation($0) > margin }
      .map { $0.dropFirst(margin + 2) }.joined(separator: "\n")
  }
}
