import XCTest

/// Users of the command line see no warnings of libraries, unless they ask for them.
nonisolated final class LibraryMessageTests: CommandLineCase {
  /// Makes GLib warn of a missing library; the command connects to a port without a server.
  private let trouble = ["GIO_USE_PROXY_RESOLVER": "none-such"]
  private let command = ["account", "check", "imaps://ann@localhost:1/"]

  func testWarningsAreNotWritten() throws {
    let outcome = try tideline(command, environment: trouble)
    XCTAssertEqual(outcome.status, 1)
    XCTAssertTrue(outcome.errors.hasPrefix("tideline: "), outcome.errors)
    XCTAssertEqual(outcome.errors.split(separator: "\n").count, 1, outcome.errors)
  }

  func testWhoeverAsksForThemHasThem() throws {
    let asked = trouble.merging(["G_MESSAGES_DEBUG": "none-such"]) { _, own in own }
    let outcome = try tideline(command, environment: asked)
    XCTAssertEqual(outcome.status, 1)
    XCTAssertTrue(outcome.errors.contains("WARNING"), outcome.errors)
    XCTAssertFalse(outcome.errors.contains("DEBUG"), outcome.errors)
    let all = trouble.merging(["G_MESSAGES_DEBUG": "all"]) { _, own in own }
    XCTAssertTrue(try tideline(command, environment: all).errors.contains("DEBUG"))
  }
}
