import Foundation
import Synchronization
import Testing

@testable import Mail

/// Fetch commands as users write them, really run: programs, shells, and child processes that
/// misbehave.
struct FetchCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The output of a command that a shell runs, up to its end.
  func said(_ script: String) async throws -> String {
    let failure = try await command(script + "\nexit 1", usesShell: true).failure()
    guard case .fetchFailed(_, .exited(status: 1), let output) = failure else {
      Issue.record("it ended otherwise: \(String(describing: failure))")
      return ""
    }
    return output
  }

  func command(
    _ text: String,
    usesShell: Bool = false,
    limit: Duration = .zero,
    grace: Duration = .seconds(60)
  ) throws -> FetchCommand {
    var command = try #require(FetchCommand(text, usesShell: usesShell, timeLimit: limit))
    command.grace = grace
    return command
  }

  func number(in name: String) throws -> pid_t {
    let text = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  // MARK: Words

  @Test(arguments: [
    ("mbsync -a", ["mbsync", "-a"]),
    ("  two\t words \n", ["two", "words"]),
    (#"a 'b c' "d e" f\ g"#, ["a", "b c", "d e", "f g"]),
    (#"a 'b"c' "d'e" \"f"#, ["a", #"b"c"#, "d'e", #""f"#]),
    (#"a '' """#, ["a", "", ""]),
    ("a=$HOME *.c | b ; c & > d", ["a=$HOME", "*.c", "|", "b", ";", "c", "&", ">", "d"]),
    ("a ~/b c~/d ~", ["a", HomeFolder.path + "/b", "c~/d", "~"]),
    ("getmail --rcfile 'Großes Büro'", ["getmail", "--rcfile", "Großes Büro"]),
  ])
  func aTextIsTakenApartAsAShellWould(_ text: String, _ words: [String]) throws {
    #expect(try command(text).arguments() == words)
  }

  @Test(arguments: ["mbsync 'a", #"mbsync "a"#, #"mbsync a\"#])
  func anOpenQuotationMarkIsSaid(_ text: String) async throws {
    let failure = try await command(text).failure()
    #expect(
      failure == .fetchFailed(command: text, reason: .unbalancedQuotes, output: "")
    )
    #expect(failure?.description.contains(text) == true)
  }

  @Test func spaceAloneIsNoCommand() {
    #expect(FetchCommand(" \t\n") == nil)
    #expect(FetchCommand("") == nil)
  }

  @Test func noShellIsInvolvedUnlessAsked() async throws {
    let lines = Lines()
    try await command("echo $HOME | cat").run { lines.add($0) }
    #expect(lines.all == ["$HOME | cat"])
    try await command("echo abc | tr b B", usesShell: true).run { lines.add($0) }
    #expect(lines.all.last == "aBc")
  }

  // MARK: How it ends

  @Test func aFailureTellsTheStatusAndWhatWasSaidOnBothStreams() async throws {
    let text = "echo one; echo two >&2; echo three; exit 3"
    let failure = try await command(text, usesShell: true).failure()
    #expect(
      failure
        == .fetchFailed(command: text, reason: .exited(status: 3), output: "one\ntwo\nthree")
    )
    #expect(failure?.description.contains("status 3") == true)
  }

  @Test func aSignalIsTold() async throws {
    let failure = try await command("kill -9 $$", usesShell: true).failure()
    #expect(
      failure
        == .fetchFailed(command: "kill -9 $$", reason: .killed(signal: 9), output: "")
    )
  }

  @Test func aProgramThatIsNotThereIsNamed() async throws {
    for program in ["no-such-program", folder.file("no-such-program")] {
      let failure = try await command("'\(program)' -a").failure()
      guard case .fetchFailed(_, .notFound(program), _) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(failure?.description.contains(program) == true)
    }
  }

  @Test func aFileThatIsNoProgramIsNamed() async throws {
    try folder.write("#!/bin/sh\n", to: "plain")
    try folder.write("#!/no/such/shell\n", to: "orphan")
    chmod(folder.file("orphan"), 0o755)
    for program in [folder.path, folder.file("plain"), folder.file("orphan")] {
      guard case .fetchFailed(_, let reason, _) = try await command("'\(program)'").failure() else {
        Issue.record("\(program) ran")
        continue
      }
      #expect(reason == .notExecutable(program: program))
    }
  }

  @Test func whatTakesTooLongIsEnded() async throws {
    let text = "exec sleep 1000"
    let failure = try await command(text, usesShell: true, limit: .milliseconds(1)).failure()
    #expect(failure == .fetchFailed(command: text, reason: .timedOut(seconds: 0), output: ""))
  }

  @Test func theLastWordsAreKeptHoweverMuchWasSaid() async throws {
    let output = try await said("seq 1 200000")
    #expect(output.utf8.count <= OutputTail.limit)
    let lines = output.split(separator: "\n").compactMap { Int($0) }
    #expect(lines.count > 1000)
    #expect(lines.last == 200_000)
    #expect(lines.first == 200_001 - lines.count, "none is missing, and none is cut in two")
  }

  /// The end of the command may be known before all its output was read from the pipe.
  @Test func theLastWordIsHeardHoweverSoonTheCommandEnds() async throws {
    let command = try command("seq 1 30000")
    for _ in 0..<60 {
      let lines = Lines()
      try await command.run { lines.add($0) }
      try #require(lines.all.last == "30000")
    }
  }

  @Test func linesLookAsInATerminal() async throws {
    let output = try await said(
      #"printf '10%%\r50%%\rdone\r\n\033[1;31mred\033[0m\tand \377 odd\n\n\n'"#
    )
    #expect(output == "done\nred and \u{FFFD} odd")
  }

  @Test func aVeryLongLineIsCut() async throws {
    #expect(try await said("head -c 5000 /dev/zero | tr '\\0' x").count == OutputTail.lineLimit)
  }

  // MARK: Inheritance

  @Test func itHasNothingToRead() async throws {
    try await command("cat").run()
    #expect(try await said("readlink /proc/self/fd/0") == "/dev/null")
  }

  @Test func itHasNoneOfOurFiles() async throws {
    let file = open(folder.path, O_RDONLY)
    defer { close(file) }
    let own = dup2(file, 777)
    defer { close(own) }
    let files = try await said("ls /proc/self/fd").split(separator: "\n").compactMap { Int($0) }
    // After the three standard ones, `ls` has one for the folder that it reads.
    #expect(files == [0, 1, 2, 3])
  }

  @Test func itHasASessionAndAGroupOfItsOwn() async throws {
    let numbers = try await said("cut -d ' ' -f 1,5,6 /proc/$$/stat").split(separator: " ")
    #expect(numbers.count == 3)
    #expect(Set(numbers).count == 1)
  }

  @Test func signalsThatWeIgnoreItDoesNot() async throws {
    signal(SIGPIPE, SIG_IGN)
    #expect(try await said("yes 2>&1 | head -n 1") == "y")
  }

  /// Whether a process has ended; a zombie that waits for its parent counts. A killed process ends
  /// a moment later.
  func isGone(_ process: pid_t, waiting: Duration = .seconds(20)) -> Bool {
    let deadline = ContinuousClock.now + waiting
    repeat {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let state = status.split(separator: ")").last?.split(separator: " ").first
      else { return true }
      if state == "Z" || state == "X" { return true }
      sched_yield()
    } while ContinuousClock.now < deadline
    return false
  }
}

/// Collects lines from any thread.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
