import Foundation
import Testing

/// A case of a file in `Diagrams`: its title, and below it inputs, each above what is drawn of it.
///
///     a pull past the bottom waits too
///       r-{ab}----s---
///       ...pAWWWWWRRRR  footer
struct Diagram: CustomTestStringConvertible, Sendable {
  private let title: String
  private(set) var drawings: [(input: String, expected: [String: String])] = []

  private init(title: String) { self.title = title }

  var testDescription: String { title }

  /// The cases of a file. A line that begins with # is a remark.
  static func read(_ name: String) throws -> [Diagram] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Diagrams/\(name).txt")
    var diagrams: [Diagram] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let last = diagrams.indices.last ?? 0
      switch (line.hasPrefix("  "), words.count) {
      case (false, _) where words[0] == "#": break
      case (false, _): diagrams.append(Diagram(title: String(line)))
      case (true, 1): diagrams[last].drawings.append((words[0], [:]))
      default:
        let input = diagrams[last].drawings.indices.last ?? 0
        diagrams[last].drawings[input].expected[words[1]] = words[0]
      }
    }
    return diagrams
  }
}
