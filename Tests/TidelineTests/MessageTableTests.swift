import Foundation
import MessageTable
import XCTest

/// The list and the pane show a message as a person expects it.
nonisolated final class MessageTableTests: CommandLineCase {
  func testEachRuleHolds() throws {
    let files = try TableFile.files(in: "Rules")
    XCTAssertGreaterThanOrEqual(files.map(\.entries.count).reduce(0, +), 150)
    for file in files {
      XCTAssertFalse(file.entries.isEmpty, "\(file.name) has no entries")
      for (name, differences) in try differences(in: file) {
        XCTFail("\(file.name): \(name)\n    \(differences.joined(separator: "\n    "))")
      }
    }
  }

  /// Mail programs differ in ways that no rule can foresee, so a few messages may be read less
  /// well.
  func testMailInTheStylesOfManyProgramsIsReadRight() throws {
    var count = 0
    var wrong: [String] = []
    for file in try TableFile.files(in: "Styles") {
      XCTAssertFalse(file.entries.isEmpty, "\(file.name) has no entries")
      count += file.entries.count
      wrong += try differences(in: file).map { name, differences in
        "\(file.name): \(name)\n    \(differences.joined(separator: "\n    "))"
      }
    }
    XCTAssertGreaterThanOrEqual(count, 120)
    let isGood = Double(count - wrong.count) >= 0.95 * Double(count)
    for entry in wrong {
      if isGood { print(entry) } else { XCTFail("\(wrong.count) of \(count): \(entry)") }
    }
  }

  // MARK: The reader itself: a table that cannot fail tests nothing.

  func testADifferenceIsSeen() throws {
    let file = try Self.file(
      """
      === The message is right, and what is expected is not
      --- message
      Subject: a

      Yes.
      --- row
      subject: b
      snippet begins: No
      attachments: yes
      messageCount: 2
      --- shown
      written: No.
      text has: No
      text lacks: Yes
      attachments: a.pdf

      === There are two conversations
      --- message
      Subject: c

      One
      --- message
      Subject: d

      Two
      --- row
      """
    )
    XCTAssertEqual(try differences(in: file).map(\.differences.count), [8, 1])
  }

  func testAMistakeInTheTableIsSeen() {
    for text in [
      "=== A\n--- message\nx\n--- row\ncolour: red\n", "=== A\n--- message\nx\n",
      "=== A\n--- row\n", "=== A\n--- message\n\\q\n--- row\n", "=== A\ntext\n",
      "=== A\n--- message\n\\repeat{3 a\n--- row\n", "=== A\n--- message\nx\n--- shown\n",
      "=== A\n--- message\nx\n--- row\n=== A\n--- message\nx\n--- row\n",
    ] {
      XCTAssertThrowsError(try Self.file(text), text)
    }
  }

  private static func file(_ text: String) throws -> TableFile {
    try TableFile(name: "test.txt", bytes: Array(text.utf8))
  }

  // MARK: Comparing

  private func differences(in file: TableFile) throws -> [(name: String, differences: [String])] {
    let shared = file.entries.indices.filter { file.entries[$0].messages.first?.place != .mbox }
    let maildir = "\(folder)/\(file.name)"
    for entry in shared {
      for (index, message) in file.entries[entry].messages.enumerated() {
        try deliver(message, to: maildir, as: "\(entry).\(index)")
      }
    }
    let together = shared.isEmpty ? [] : try conversations(in: maildir)
    return try file.entries.enumerated().compactMap { index, entry in
      let differences: [String]
      if let message = entry.messages.first, message.place == .mbox {
        differences = try self.differences(entry, mbox: message, as: "\(index).mbox")
      } else {
        differences = Self.differences(entry, together.filter { $0.entries.contains(index) })
      }
      return differences.isEmpty ? nil : (entry.name, differences)
    }
  }

  private func differences(
    _ entry: TableEntry,
    mbox: TableMessage,
    as name: String
  ) throws -> [String] {
    try Data(mbox.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    do {
      return Self.differences(entry, try conversations(in: "\(folder)/\(name)"))
    } catch let failure as Failure {
      return [failure.reason]
    }
  }

  private static func differences(_ entry: TableEntry, _ found: [PrintedConversation]) -> [String] {
    var differences: [String] = []
    if found.count != entry.rows.count {
      differences.append("\(found.count) conversations, \(entry.rows.count) expected")
    }
    for (expected, found) in zip(entry.rows, found) {
      if found.entries.count > 1 { differences.append("shares a conversation with other entries") }
      differences += expected.expectations.compactMap { $0.difference(found.values(of: $0.key)) }
      if expected.messages.count > found.messages.count {
        differences.append("\(found.messages.count) messages, \(expected.messages.count) expected")
      }
      for (expected, found) in zip(expected.messages, found.messages) {
        differences += found.differences(expected)
      }
    }
    return differences
  }

  /// 1 June 2023 at 12:00 UTC.
  private static let delivered = Date(timeIntervalSince1970: 1_685_620_800)

  private func deliver(_ message: TableMessage, to maildir: String, as name: String) throws {
    var path = maildir
    try makeMaildir(path)
    if case .folder(let folder) = message.place {
      path += "/.\(folder)"
      try makeMaildir(path)
    }
    path += "/cur/\(name):2,S"
    try Data(message.bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.modificationDate: Self.delivered], ofItemAtPath: path)
  }

  private struct Failure: Error {
    let reason: String
  }

  /// The list from the top, with the shown parts of each conversation.
  private func conversations(in path: String) throws -> [PrintedConversation] {
    let store = "\(path).sqlite"
    let list = try tideline(
      "list",
      path,
      "--store",
      store,
      "--all",
      "--json",
      "--limit",
      "100000"
    )
    guard list.status == 0 else { throw Failure(reason: list.errors) }
    let rows = try XCTUnwrap(object(list.output)["conversations"] as? [[String: Any]])
    let ids = try rows.map { try XCTUnwrap($0["id"] as? Int) }
    let show = try tideline(["show", path] + ids.map(String.init) + ["--store", store, "--json"])
    guard show.status == 0 else { throw Failure(reason: show.errors) }
    let messages = try Dictionary(
      grouping: show.output.split(separator: "\n").map { try object(String($0)) }
    ) { $0["conversation"] as? Int }
    return zip(rows, ids).map { row, id in
      PrintedConversation(row: row, messages: messages[id, default: []].map(PrintedMessage.init))
    }
  }
}
