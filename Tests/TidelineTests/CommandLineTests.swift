import Foundation
import XCTest

/// The `tideline` binary as a shell user meets it: arguments in; text, errors and status out.
nonisolated final class CommandLineTests: XCTestCase {
  private var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "tideline-cli-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(atPath: folder)
  }

  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The binary lies in the build folder, which is the test bundle or the folder around it.
  private static func binary() throws -> URL {
    let bundle = Bundle(for: Self.self).bundleURL
    let places = [bundle, bundle.deletingLastPathComponent()]
    return try XCTUnwrap(
      places.map { $0.appendingPathComponent("tideline") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    )
  }

  /// Runs the binary that was built next to the tests, with a cache of its own.
  private func tideline(_ arguments: String...) throws -> Outcome {
    let process = Process()
    process.executableURL = try Self.binary()
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CACHE_HOME"] = folder + "/cache"
    environment["DISPLAY"] = nil
    environment["WAYLAND_DISPLAY"] = nil
    process.environment = environment
    // Files, because a pipe that nobody empties would stop the command.
    let paths = ["out", "err"].map { "\(folder)/\($0)" }
    for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = FileHandle(forWritingAtPath: paths[0])
    process.standardError = FileHandle(forWritingAtPath: paths[1])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: paths[0], encoding: .utf8),
      errors: try String(contentsOfFile: paths[1], encoding: .utf8)
    )
  }

  private func object(_ json: String) throws -> [String: Any] {
    try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private func sample(_ count: Int) throws -> String {
    let path = folder + "/Sample"
    XCTAssertEqual(try tideline("sample", path, "--messages", "\(count)").status, 0)
    return path
  }

  func testHelpAndVersionSucceed() throws {
    for argument in ["--help", "--version"] {
      let outcome = try tideline(argument)
      XCTAssertEqual(outcome.status, 0)
      XCTAssertFalse(outcome.output.isEmpty)
    }
  }

  func testWrongUsageIsStatusTwo() throws {
    let calls = [["list"], ["list", "x", "--limit", "0"], ["list", "x", "--after", "y"]]
    for call in calls {
      let outcome =
        try call.count == 1 ? tideline(call[0]) : tideline(call[0], call[1], call[2], call[3])
      XCTAssertEqual(outcome.status, 2, "\(call)")
      XCTAssertTrue(outcome.output.isEmpty)
      XCTAssertFalse(outcome.errors.isEmpty)
    }
  }

  func testAMissingMailboxIsNamedWithStatusOne() throws {
    let path = folder + "/nowhere"
    for command in ["list", "refresh", "threads"] {
      let outcome = try tideline(command, path)
      XCTAssertEqual(outcome.status, 1)
      XCTAssertTrue(outcome.output.isEmpty)
      XCTAssertTrue(outcome.errors.hasPrefix("tideline: "), outcome.errors)
      XCTAssertTrue(outcome.errors.contains(path))
    }
  }

  func testPagingByCursorShowsEveryConversationOnce() throws {
    let path = try sample(400)
    var (ids, dates): ([Int], [String]) = ([], [])
    var next: String?
    repeat {
      let outcome =
        try next.map { try tideline("list", path, "--json", "--limit", "30", "--after", $0) }
        ?? tideline("list", path, "--json", "--limit", "30")
      let page = try object(outcome.output)
      let rows = try XCTUnwrap(page["conversations"] as? [[String: Any]])
      ids += rows.compactMap { $0["id"] as? Int }
      dates += rows.compactMap { $0["date"] as? String }
      next = page["next"] as? String
    } while next != nil
    let threads = try tideline("threads", path, "--json").output.split(separator: "\n")
    XCTAssertEqual(ids.count, threads.count)
    XCTAssertEqual(Set(ids).count, ids.count)
    XCTAssertEqual(dates, dates.sorted(by: >))
  }

  func testARowHasAllItsKeys() throws {
    let page = try object(tideline("list", try sample(5), "--json", "--limit", "1").output)
    let row = try XCTUnwrap((page["conversations"] as? [[String: Any]])?.first)
    XCTAssertEqual(
      Set(row.keys),
      [
        "id", "subject", "participants", "date", "messageCount", "unread", "flagged",
        "attachments", "snippet",
      ]
    )
  }

  func testDeliveredMailIsInsertedOnTop() throws {
    let path = try sample(40)
    XCTAssertEqual(try object(tideline("refresh", path, "--json").output)["messages"] as? Int, 40)
    let subjects = try tideline("deliver", path, "--count", "2").output.split(separator: "\n")
    let summary = try object(tideline("refresh", path, "--json").output)
    XCTAssertEqual(summary["new"] as? Int, 2)
    XCTAssertEqual(summary["inserted"] as? Int, 2)
    let page = try object(tideline("list", path, "--json", "--limit", "1").output)
    let rows = page["conversations"] as? [[String: Any]]
    XCTAssertEqual(rows?.first?["subject"] as? String, subjects.last.map(String.init))
  }

  func testThreadsOfTheSampleAreThoseItWasMadeWith() throws {
    let path = folder + "/Sample"
    let truth = try groups(tideline("sample", path, "--truth").output)
    XCTAssertGreaterThan(truth.count, 600)
    XCTAssertEqual(try groups(tideline("threads", path, "--json").output), truth)
  }

  private func groups(_ lines: String) throws -> Set<[String]> {
    Set(
      try lines.split(separator: "\n").map {
        let messages = try object(String($0))["messages"] as? [String]
        return try XCTUnwrap(messages).sorted()
      }
    )
  }

  func testAForeignStoreIsLeftAlone() throws {
    let notes = folder + "/notes.txt"
    let text = String(repeating: "Important. ", count: 20)
    try text.write(toFile: notes, atomically: true, encoding: .utf8)
    let outcome = try tideline("list", try sample(5), "--store", notes)
    XCTAssertEqual(outcome.status, 1)
    XCTAssertTrue(outcome.errors.contains(notes))
    XCTAssertEqual(try String(contentsOfFile: notes, encoding: .utf8), text)
  }
}
