import Foundation
import Testing

@testable import Mail

/// The end of a command that is cancelled or takes too long, with all its child processes.
extension FetchCommandTests {
  // MARK: Cancelling

  /// Starts a script, cancels it once it has printed "ready", and waits for its end.
  private func cancelWhenReady(_ script: String, grace: Duration = .seconds(60)) async throws {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    let command = try command(script, usesShell: true, grace: grace)
    let task = Task { try await command.run { if $0 == "ready" { signal.yield() } } }
    for await _ in ready { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func cancellingEndsTheCommandAndItsChildren() async throws {
    try await cancelWhenReady(
      """
      cd '\(folder.path)'; sleep 1000 & echo $! > child
      (sleep 1000 & echo $! > grandchild; wait) &
      while [ ! -s grandchild ]; do :; done
      echo $$ > leader; echo ready; wait
      """
    )
    for name in ["leader", "child", "grandchild"] {
      #expect(isGone(try number(in: name)), "\(name)")
    }
    let leader = try number(in: "leader")
    #expect(waitpid(leader, nil, WNOHANG) == -1 && errno == ECHILD, "a zombie is left")
  }

  @Test func whoIgnoresTheRequestIsKilled() async throws {
    try await cancelWhenReady(
      """
      cd '\(folder.path)'; trap '' TERM
      (trap '' TERM; sleep 1000 & echo $! > grandchild; wait; sleep 1000) & echo $! > child
      while [ ! -s grandchild ]; do :; done
      echo $$ > leader; echo ready; wait; sleep 1000
      """,
      grace: .milliseconds(1)
    )
    for name in ["leader", "child", "grandchild"] {
      #expect(isGone(try number(in: name)), "\(name)")
    }
  }

  @Test func whoNeedsAMomentToEndIsGivenIt() async throws {
    // The leader ends at once, but its child only after it has cleaned up.
    try await cancelWhenReady(
      """
      cd '\(folder.path)'
      (trap 'seq 1 1000 > note; mv note order; exit' TERM; echo armed > armed
       while :; do sleep 0.01; done) & echo $! > child
      while [ ! -s armed ]; do :; done
      echo ready; exec sleep 1000
      """
    )
    #expect(FileManager.default.fileExists(atPath: folder.file("order")))
    #expect(isGone(try number(in: "child")))
  }

  @Test func whoSpeaksWhileEndingIsHeardOut() async throws {
    // The leader ends long before its child. Without a reader of the output, SIGPIPE would end the
    // child.
    try await cancelWhenReady(
      """
      cd '\(folder.path)'; leader=$$
      (trap 'while kill -0 $leader; do :; done 2> errors
             sleep 0.1; echo bye; mv armed order; exit' TERM
       echo armed > armed; while :; do sleep 0.01; done) &
      while [ ! -s armed ]; do :; done
      echo ready; exec sleep 1000
      """
    )
    #expect(FileManager.default.fileExists(atPath: folder.file("order")))
  }

  @Test func whoWasStoppedEndsToo() async throws {
    try await cancelWhenReady("echo $$ > '\(folder.file("leader"))'; echo ready; kill -STOP $$")
    #expect(isGone(try number(in: "leader")))
  }

  @Test func timeRunningOutEndsTheChildrenToo() async throws {
    // The limit may pass before or after the children have started; in both cases none stays.
    let failure = try await command(
      "cd '\(folder.path)'; sleep 1000 & echo $! > child; sleep 1000",
      usesShell: true,
      limit: .milliseconds(300)
    ).failure()
    guard case .fetchFailed(_, .timedOut, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    if let child = try? number(in: "child") { #expect(isGone(child)) }
  }

  @Test func aTaskThatIsCancelledAlreadyStartsNothing() async throws {
    let command = try command("touch '\(folder.file("mark"))'")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await command.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: folder.file("mark")))
  }

  @Test func manyAtOnceBlockNobody() async throws {
    // More commands than Swift's pool has threads: each command waits for all others.
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount + 8
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    let command = try command("echo ready; exec sleep 1000", usesShell: true)
    let all = (0..<count).map { _ in Task { try await command.run { _ in signal.yield() } } }
    var waiting = count
    for await _ in ready {
      waiting -= 1
      if waiting == 0 { break }
    }
    for task in all { task.cancel() }
    for task in all { await #expect(throws: CancellationError.self) { try await task.value } }
  }

  // MARK: Processes that are left

  @Test func aChildThatKeepsThePipeDoesNotHoldUsUp() async throws {
    try await command(
      "sleep 1000 & echo $! > '\(folder.file("child"))'",
      usesShell: true
    ).run()
    let child = try number(in: "child")
    #expect(!isGone(child, waiting: .zero), "what a command leaves behind is its own affair")
    kill(child, SIGKILL)
  }

  @Test func aChildThatGoesOnTalkingDoesNotHoldUsUp() async throws {
    try await command("yes & echo $! > '\(folder.file("child"))'", usesShell: true).run()
    // Without a reader, SIGPIPE ends `yes`.
    #expect(isGone(try number(in: "child")))
  }
}
