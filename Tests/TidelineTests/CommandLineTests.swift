import ArgumentParser
import Foundation
import Testing
import TidelineProgram
import XCTest

@testable import tideline

/// The `tideline` binary as a shell user sees it: arguments in; text, errors and status out.
nonisolated final class CommandLineTests: CommandLineCase {
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

  func testFindListsTheMailboxesOfThisMachine() throws {
    XCTAssertEqual(try tideline("find").output, "")
    XCTAssertEqual(try tideline("find", "--json").output, "[]\n")
    let path = try sample(20)
    let maildir = folder + "/Maildir"
    try FileManager.default.moveItem(atPath: path, toPath: maildir)
    XCTAssertEqual(try tideline("find").output, "\(maildir)\tMaildir\n")
    let json = try XCTUnwrap(tideline("find", "--json").output.dropFirst().dropLast(2))
    let found = try object(String(json))
    XCTAssertEqual(found["path"] as? String, maildir)
    XCTAssertEqual(found["kind"] as? String, "maildir")
    XCTAssertEqual(found["isEmpty"] as? Bool, false)
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
    let row = try XCTUnwrap(rows(sample(5), "--limit", "1").first)
    XCTAssertEqual(
      Set(row.keys),
      [
        "id", "subject", "participants", "recipients", "date", "messageCount", "unread", "flagged",
        "deleted", "attachments", "snippet",
      ]
    )
  }

  func testALineOfSentMailNamesTheRecipients() throws {
    let mail = folder + "/mail"
    for name in [mail, mail + "/.Sent"] { try makeMaildir(name) }
    let letter = "From: Me <me@a.example>\nTo: Bo Lund <bo@b.example>\nSubject: Tides\n\nText.\n"
    try Data(letter.utf8).write(to: URL(fileURLWithPath: mail + "/.Sent/cur/1:2,S"))
    let line = try tideline("list", mail, "--folder", "Sent").output
    XCTAssertTrue(line.contains("  To Bo Lund  "), line)
  }

  func testConversationsToMarkAreReadFromStandardInput() throws {
    let path = try sample(40)
    let ids = try rows(path, "--limit", "1000").map { "\($0["id"] ?? "")" }
    XCTAssertGreaterThan(ids.count, 3)
    let line = ["mark", path, "-", "--star", "--json"]
    let marked = try tideline(line, input: ids.joined(separator: "\n") + "\n\n")
    XCTAssertEqual(marked.status, 0, marked.errors)
    XCTAssertEqual(try object(marked.output)["marked"] as? Int, ids.count)
    for input in ["\(ids[0])\nx\n", "\n"] {
      let wrong = try tideline(line, input: input)
      XCTAssertEqual(wrong.status, 2, input)
      XCTAssertTrue(wrong.output.isEmpty)
      XCTAssertFalse(wrong.errors.isEmpty)
    }
  }

  func testSeveralConversationsAreShownInTheOrderOfTheirNames() throws {
    let path = try sample(5)
    let ids = try rows(path).compactMap { $0["id"] as? Int }
    XCTAssertGreaterThan(ids.count, 2)
    func shown(_ arguments: String..., input: String? = nil) throws -> [Int] {
      let show = try tideline(["show", path, "--json"] + arguments, input: input)
      XCTAssertEqual(show.status, 0, show.errors)
      var shown: [Int] = []
      for line in show.output.split(separator: "\n") {
        let id = try XCTUnwrap(object(String(line))["conversation"] as? Int)
        if shown.last != id { shown.append(id) }
      }
      return shown
    }
    XCTAssertEqual(try shown("\(ids[2])", "\(ids[0])"), [ids[2], ids[0]])
    XCTAssertEqual(try shown("-", input: "\(ids[1])\n\(ids[2])\n"), [ids[1], ids[2]])
    let missing = try tideline("show", path, "\(ids[0])", "0")
    XCTAssertEqual(missing.status, 2)
    XCTAssertTrue(missing.output.isEmpty)
  }

  func testDeliveredMailIsInsertedOnTop() throws {
    let path = try sample(40)
    XCTAssertEqual(try object(tideline("refresh", path, "--json").output)["messages"] as? Int, 40)
    let subjects = try tideline("deliver", path, "--count", "2").output.split(separator: "\n")
    let summary = try object(tideline("refresh", path, "--json").output)
    XCTAssertEqual(summary["new"] as? Int, 2)
    XCTAssertEqual(summary["inserted"] as? Int, 2)
    let newest = try rows(path, "--limit", "1").first
    XCTAssertEqual(newest?["subject"] as? String, subjects.last.map(String.init))
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
    XCTAssertTrue(outcome.errors.contains("--store"), "the command line's own way out")
    XCTAssertEqual(try String(contentsOfFile: notes, encoding: .utf8), text)
  }

  func testAConversationIsShownAsTextAndAsJSON() throws {
    let path = folder + "/Maildir"
    try makeMaildir(path)
    let text =
      "From: Ann <ann@a.example>\nSubject: Hello\nMessage-ID: <a@x>\n\nHi \u{1B}[2J\n> old\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/cur/1:2,S"))
    let rows = try rows(path)
    let id = "\(try XCTUnwrap(rows.first?["id"] as? Int))"
    let shown = try tideline("show", path, id)
    XCTAssertEqual(shown.status, 0)
    XCTAssertTrue(shown.output.contains("From: Ann <ann@a.example>\n"), shown.output)
    XCTAssertTrue(shown.output.hasSuffix("\n\nHi [2J\n\n> old\n"), shown.output)
    let json = try object(try tideline("show", path, id, "--json").output)
    let message = try XCTUnwrap(json["message"] as? [String: Any])
    XCTAssertEqual(message["subject"] as? String, "Hello")
    XCTAssertEqual(message["path"] as? String, "\(path)/cur/1:2,S")
    XCTAssertEqual(
      (message["passages"] as? [[String: String]])?.map(\.["kind"]),
      ["written", "quoted"]
    )
    let missing = try tideline("show", path, "9999")
    XCTAssertEqual(missing.status, 2)
    XCTAssertTrue(missing.errors.contains("There is no conversation 9999"), missing.errors)
  }

  func testOfAMessageThatStandsTwiceBothFilesAreNamed() throws {
    let path = folder + "/Twice"
    try makeMaildir(path)
    let text = "From: Ann <ann@a.example>\nSubject: Hello\nMessage-ID: <a@x>\n\nHi\n"
    let files = ["\(path)/cur/1:2,S", "\(path)/new/2"]
    for file in files { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
    let rows = try rows(path)
    XCTAssertEqual(rows.map { $0["messageCount"] as? Int }, [1])
    let id = "\(try XCTUnwrap(rows.first?["id"] as? Int))"
    let json = try object(try tideline("show", path, id, "--json").output)
    let message = try XCTUnwrap(json["message"] as? [String: Any])
    let others = try XCTUnwrap(message["otherPaths"] as? [String])
    XCTAssertEqual(([message["path"] as? String ?? ""] + others).sorted(), files)
    let lines = try tideline("show", path, id).output.split(separator: "\n")
    for file in files { XCTAssertTrue(lines.contains { $0.hasSuffix(": \(file)") }, "\(lines)") }
  }
}

/// `tideline` opens the window, unless it is called with a command.
struct CompletedArgumentsTests {
  @Test(arguments: [[], ["Mail"], ["--store", "file"], ["--action", "refresh"], ["--", "list"]])
  func whatIsNoCommandOpensTheWindow(_ arguments: [String]) throws {
    #expect(try TidelineCommand.completed(arguments) == ["open"] + arguments)
  }

  @Test(arguments: [["list", "Mail"], ["open"], ["help", "list"], ["--help"], ["--version"]])
  func commandsAndRequestsForHelpStayAsTheyAre(_ arguments: [String]) throws {
    #expect(try TidelineCommand.completed(arguments) == arguments)
  }

  @Test(arguments: [["refesh", "Mail"], ["help", "refesh"]])
  func anUnknownCommandIsNamed(_ arguments: [String]) {
    let error = #expect(throws: ValidationError.self) { try TidelineCommand.completed(arguments) }
    #expect(error?.message.contains("“refesh”") == true)
  }
}

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

/// A password is the first line of a file that only its owner can read.
struct PasswordFileTests {
  private func read(_ bytes: [UInt8], mode: Int = 0o600) throws -> String {
    let folder = try TestFolder()
    let path = folder.path + "/password"
    let isMade = FileManager.default.createFile(
      atPath: path,
      contents: Data(bytes),
      attributes: [.posixPermissions: mode]
    )
    #expect(isMade)
    return try PasswordFile.read(path)
  }

  @Test(arguments: [
    ("pass", "pass"), ("pass\n", "pass"), ("pass\r\n", "pass"), ("two words \nmore", "two words "),
    ("a\rb\n", "a\rb"), ("ÿ🌊\n", "ÿ🌊"),
  ])
  func theFirstLineIsThePassword(text: String, password: String) throws {
    #expect(try read(Array(text.utf8)) == password)
    #expect(try read(Array(text.utf8), mode: 0o400) == password)
  }

  @Test(arguments: [0o640, 0o604, 0o602, 0o666])
  func oneThatOthersCanReadIsRefusedWithTheWayOut(mode: Int) {
    #expect {
      try read(Array("pass".utf8), mode: mode)
    } throws: {
      "\($0)".contains("chmod 600")
    }
  }

  @Test(arguments: [[], [10], [0xFF, 10], [UInt8](repeating: 97, count: 5000)] as [[UInt8]])
  func whatIsNoPasswordIsRefused(_ bytes: [UInt8]) {
    #expect(throws: PasswordFile.Unusable.self) { try read(bytes) }
  }
}
