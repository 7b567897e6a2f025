import Foundation

/// A file of the table.
public struct TableFile: Sendable {
  public let name: String
  public let entries: [TableEntry]

  /// A line that the format does not allow.
  public struct Mistake: Error, CustomStringConvertible {
    public let line: Int
    public let reason: String
    public var description: String { "line \(line): \(reason)" }
  }

  /// The files of a folder beside this one, by name.
  public static func files(in folder: String) throws -> [TableFile] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: path.path)
      .filter { $0.hasSuffix(".txt") }.sorted()
      .map { name in
        let data = try Data(contentsOf: path.appendingPathComponent(name))
        return try TableFile(name: name, bytes: Array(data))
      }
  }

  /// - Throws: ``Mistake``
  public init(name: String, bytes: [UInt8]) throws {
    self.name = name
    var reader = TableReader()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do {
        try reader.read(line)
      } catch {
        throw Mistake(line: index + 1, reason: "\(name): \(error)")
      }
    }
    do {
      entries = try reader.finish()
    } catch {
      throw Mistake(line: lines.count, reason: "\(name): \(error)")
    }
  }
}

/// Puts entries together, line by line.
private struct TableReader {
  private enum Section {
    case remarks, entry
    case message(TableMessage.Place)
    case row, shown
  }

  private var entries: [TableEntry] = []
  private var section = Section.remarks
  private var text: [UInt8] = []

  mutating func read(_ line: ArraySlice<UInt8>) throws {
    let words = String(decoding: line, as: UTF8.self)
    if words.hasPrefix("=== ") {
      try endMessage()
      try checkLast()
      entries.append(TableEntry(name: String(words.dropFirst(4))))
      section = .entry
    } else if words.hasPrefix("--- "), let next = Self.section(words.dropFirst(4)) {
      try endMessage()
      try begin(next)
    } else if case .message = section {
      text += line + [10]
    } else {
      try readExpectation(words)
    }
  }

  private static func section(_ words: Substring) -> Section? {
    switch words {
    case "message": .message(.inbox)
    case "mbox": .message(.mbox)
    case "row": .row
    case "shown": .shown
    case _ where words.hasPrefix("message in "): .message(.folder(String(words.dropFirst(11))))
    default: nil
    }
  }

  private mutating func begin(_ next: Section) throws {
    guard let last = entries.indices.last else { throw TableProblem("no entry has begun") }
    switch next {
    case .message where !entries[last].rows.isEmpty: throw TableProblem("a message below a row")
    case .row: entries[last].rows.append(ExpectedRow())
    case .shown:
      guard let row = entries[last].rows.indices.last else {
        throw TableProblem("a shown message without a row")
      }
      entries[last].rows[row].messages.append([])
    case .message, .remarks, .entry: break
    }
    section = next
  }

  private mutating func readExpectation(_ words: String) throws {
    if case .remarks = section { return }
    guard !words.allSatisfy(\.isWhitespace) else { return }
    guard let last = entries.indices.last, let row = entries[last].rows.indices.last else {
      throw TableProblem("text outside of a message: \(words)")
    }
    if case .shown = section, let message = entries[last].rows[row].messages.indices.last {
      entries[last].rows[row].messages[message].append(
        try Expectation(words, keys: Expectation.messageKeys)
      )
    } else {
      entries[last].rows[row].expectations.append(
        try Expectation(words, keys: Expectation.rowKeys)
      )
    }
  }

  private mutating func endMessage() throws {
    guard case .message(let place) = section, let last = entries.indices.last else { return }
    entries[last].messages.append(TableMessage(place: place, bytes: try TableText.bytes(of: text)))
    text = []
  }

  private func checkLast() throws {
    guard let last = entries.last else { return }
    guard !last.messages.isEmpty, !last.rows.isEmpty else {
      throw TableProblem("“\(last.name)” has no message or no row")
    }
    guard entries.filter({ $0.name == last.name }).count == 1 else {
      throw TableProblem("“\(last.name)” is there twice")
    }
    guard last.messages.count == 1 || !last.messages.contains(where: { $0.place == .mbox }) else {
      throw TableProblem("“\(last.name)” has an mbox beside others")
    }
  }

  mutating func finish() throws -> [TableEntry] {
    try endMessage()
    try checkLast()
    return entries
  }
}

extension Expectation {
  static let rowKeys: Set<String> = [
    "subject", "participants", "snippet", "date", "attachments", "messageCount", "unread",
  ]
  static let messageKeys: Set<String> = [
    "subject", "from", "to", "cc", "date", "attachments", "remarks", "text", "written", "quoted",
    "signature", "enclosed",
  ]

  fileprivate init(_ line: String, keys: Set<String>) throws {
    guard let colon = line.firstIndex(of: ":") else { throw TableProblem("no colon: \(line)") }
    let words = line[..<colon].split(separator: " ")
    let comparison = words.count > 1 ? Comparison(rawValue: String(words[1])) : .equals
    guard let comparison, let key = words.first.map(String.init), words.count < 3,
      keys.contains(key), key != "text" || comparison == .has || comparison == .lacks
    else { throw TableProblem("an unknown key: \(line)") }
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    let bytes = try TableText.bytes(of: Array(value.utf8))
    self.init(key: key, comparison: comparison, value: String(decoding: bytes, as: UTF8.self))
  }
}

/// A fault in a line of the table.
struct TableProblem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
