import Foundation
import XCTest

/// A command's output on a terminal while it works, with and without `--quiet`.
nonisolated final class TerminalProgressTests: CommandLineCase {
  /// Runs the binary with a terminal for standard error only: the results go to a file.
  ///
  /// - Returns: the output on the terminal, and the results.
  private func tidelineOnTerminal(_ arguments: String) throws -> (shown: String, output: String) {
    let output = folder + "/output"
    let outcome = try Tool.run(
      "/usr/bin/python3",
      "-c",
      Self.terminal,
      "'\(try Self.binary().path)' \(arguments) > '\(output)'",
      environment: ["XDG_CACHE_HOME": folder + "/terminal"]
    )
    XCTAssertEqual(outcome.status, 0, outcome.errors)
    return (outcome.output, try String(contentsOfFile: output, encoding: .utf8))
  }

  /// A terminal, in Python: script(1) waits for ever if its program is stopped for a moment.
  private static let terminal = """
    import os, pty, sys
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("sh", ["sh", "-c", sys.argv[1]])
    while True:
        try:
            shown = os.read(terminal, 4096)
        except OSError:  # The other end is closed.
            break
        os.write(1, shown)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """

  func testATerminalIsShownHowFarARefreshHasComeAndNobodyElse() throws {
    let path = try sample(2000)
    let elsewhere = try tideline("refresh", path, "--json")
    XCTAssertTrue(elsewhere.errors.isEmpty, elsewhere.errors)
    let (shown, output) = try tidelineOnTerminal("refresh '\(path)' --json")
    XCTAssertTrue(shown.contains("\r256 of 2000\u{1B}[K"), shown)
    XCTAssertTrue(shown.contains("\r\u{1B}[K"), "the line is taken away")
    XCTAssertEqual(try object(output)["messages"] as? Int, 2000)
  }

  func testWhatRefreshesFirstShowsItsProgressToo() throws {
    let path = try sample(2000)
    let (shown, output) = try tidelineOnTerminal("list '\(path)' --json")
    XCTAssertTrue(shown.contains("\r256 of 2000\u{1B}[K"), shown)
    XCTAssertTrue(shown.contains("\r\u{1B}[K"), "the line is taken away")
    XCTAssertEqual((try object(output)["conversations"] as? [Any])?.count, 50)
  }

  func testQuietSaysNothing() throws {
    let path = try sample(2000)
    let refreshed = try tidelineOnTerminal("refresh '\(path)' --quiet")
    XCTAssertFalse(refreshed.shown.contains("\u{1B}"), refreshed.shown)
    XCTAssertTrue(refreshed.output.isEmpty, refreshed.output)
    let listed = try tideline("list", path, "--quiet", "--limit", "10")
    XCTAssertEqual(listed.output.split(separator: "\n").count, 10)
    XCTAssertTrue(listed.errors.isEmpty, "names the next page: \(listed.errors)")
  }

  func testAFailureIsToldAlsoWhereItIsToBeQuiet() throws {
    let outcome = try tideline("refresh", folder + "/nowhere", "--quiet")
    XCTAssertEqual(outcome.status, 1)
    XCTAssertTrue(outcome.errors.hasPrefix("tideline: "), outcome.errors)
  }
}
