import Foundation
import XCTest

/// The command `tideline refresh --fetch`.
nonisolated final class FetchOnCommandLineTests: CommandLineCase {
  /// A fetch command that puts a message into a mailbox, written as a user would write it.
  private func courier(to mailbox: String, _ ending: String = "") throws -> String {
    let script = """
      #!/bin/sh
      echo "Fetching $1"
      printf 'From: Ann <ann@a.example>\\nSubject: %s\\nMessage-ID: <%s@a.example>\\n\\nHello.\\n' \\
        "$1" $$ > '\(mailbox)/new/fetched'
      \(ending)
      """
    let path = folder + "/courier"
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
    return path
  }

  func testWhatIsFetchedIsInTheSameRefresh() throws {
    let path = try sample(5)
    let fetch = "'\(try courier(to: path))' 'By courier'"
    let outcome = try tideline("refresh", path, "--json", "--fetch", fetch)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
    XCTAssertEqual(try object(outcome.output)["messages"] as? Int, 6)
    XCTAssertTrue(outcome.errors.isEmpty, outcome.errors)
    XCTAssertEqual(try rows(path, "--limit", "1").first?["subject"] as? String, "By courier")
  }

  func testTheMailboxIsReadAlsoWhereFetchingFailed() throws {
    let path = try sample(5)
    let fetch = try courier(to: path, "echo 'no route to host' >&2; exit 7") + " Half"
    let outcome = try tideline("refresh", path, "--json", "--fetch", fetch)
    XCTAssertEqual(outcome.status, 1)
    XCTAssertEqual(try object(outcome.output)["messages"] as? Int, 6)
    XCTAssertTrue(outcome.errors.hasPrefix("Fetching Half\nno route to host\ntideline: "))
    XCTAssertTrue(outcome.errors.contains("status 7"), outcome.errors)
    XCTAssertTrue(outcome.errors.contains(fetch), outcome.errors)
  }

  func testAShellIsForTheAsking() throws {
    let path = try sample(5)
    let (mark, fetch) = (folder + "/mark", "true && touch '\(folder)/mark'")
    XCTAssertEqual(try tideline("refresh", path, "--fetch", fetch).status, 0)
    XCTAssertFalse(FileManager.default.fileExists(atPath: mark))
    XCTAssertEqual(try tideline("refresh", path, "--fetch", fetch, "--fetch-in-shell").status, 0)
    XCTAssertTrue(FileManager.default.fileExists(atPath: mark))
  }

  func testAFetchThatHangsIsEnded() throws {
    let path = try sample(5)
    let outcome = try tideline(
      "refresh",
      path,
      "--fetch",
      "sleep 1000",
      "--fetch-time-limit",
      "1"
    )
    XCTAssertEqual(outcome.status, 1)
    XCTAssertTrue(outcome.errors.contains("not done after 1 s"), outcome.errors)
    XCTAssertTrue(outcome.output.hasPrefix("5 messages"), outcome.output)
  }

  func testCtrlCEndsTheFetchAndWhatItHasStarted() throws {
    let path = try sample(5)
    let pids = folder + "/pids"
    let process = Process()
    process.executableURL = try Self.binary()
    process.arguments = [
      "refresh", path, "--store", folder + "/store.sqlite", "--fetch-in-shell", "--fetch",
      "sleep 1000 & echo $$ $! > '\(pids).draft'; mv '\(pids).draft' '\(pids)'; wait",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 30)
    while !FileManager.default.fileExists(atPath: pids), Date() < deadline { sched_yield() }
    let started = try String(contentsOfFile: pids, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    XCTAssertEqual(started.count, 2)
    process.interrupt()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationReason, .uncaughtSignal)
    XCTAssertEqual(process.terminationStatus, SIGINT)
    for process in started {
      while kill(process, 0) == 0, !Self.isZombie(process), Date() < deadline { sched_yield() }
      XCTAssertTrue(kill(process, 0) != 0 || Self.isZombie(process), "\(process) is still there")
    }
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }

  func testAFetchThatMakesNoSenseIsStatusTwo() throws {
    let path = try sample(5)
    for wrong in [["--fetch", " "], ["--fetch", "x", "--fetch-time-limit", "-1"]] {
      let outcome =
        try wrong.count == 2
        ? tideline("refresh", path, wrong[0], wrong[1])
        : tideline("refresh", path, wrong[0], wrong[1], "\(wrong[2])=\(wrong[3])")
      XCTAssertEqual(outcome.status, 2, "\(wrong)")
      XCTAssertTrue(outcome.output.isEmpty)
    }
  }
}
