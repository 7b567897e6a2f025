import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// One run of a command, until the command has ended by itself or was killed.
///
/// The process runs in a task that is never cancelled. A cancellation would start Subprocess's own
/// teardown, which waits only for the leader of the process group, and stops reading from processes
/// that are asked to end and may still print.
final class RunningCommand: Sendable {
  enum Outcome: Sendable, Equatable {
    case ended(TerminationStatus)
    case timedOut
    case cancelled
    case notFound
    case notStarted(reason: String)
  }

  private struct State {
    /// The id of the group and of its leader; nil before the leader has started, and after its end.
    var group: pid_t?
    /// The reason why the command must end; nil while it may continue.
    var verdict: Outcome?
    var ending: Task<Void, Never>?
  }

  private let words: [String]
  private let grace: Duration
  private let pipe: OutputPipe
  private let state = Mutex(State())

  /// The first and the longest pause between two checks whether a group has ended. Each pause is
  /// twice as long as the pause before.
  private static let (firstPause, longestPause) = (
    Duration.milliseconds(5), Duration.milliseconds(80)
  )

  /// - Parameter grace: the time between `SIGTERM` and `SIGKILL`.
  init(_ words: [String], grace: Duration, output pipe: OutputPipe) {
    self.words = words
    self.grace = grace
    self.pipe = pipe
  }

  /// Runs the command, and returns when its process has ended. After a cancellation or the time
  /// limit, waits until the whole process group has ended or was killed.
  ///
  /// - Parameter limit: the time limit; zero for none.
  func outcome(within limit: Duration) async -> Outcome {
    await withTaskCancellationHandler {
      guard !Task.isCancelled else { return .cancelled }
      let run = Task { await self.run() }
      let timer = Task {
        guard limit > .zero, (try? await Task.sleep(for: limit)) != nil else { return }
        end(.timedOut)
      }
      let outcome = await run.value
      timer.cancel()
      let (verdict, ending) = state.withLock { ($0.verdict, $0.ending) }
      await ending?.value
      return verdict ?? outcome
    } onCancel: {
      end(.cancelled)
    }
  }

  private func run() async -> Outcome {
    var options = PlatformOptions()
    options.createSession = true
    let configuration = Configuration(
      executable: words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0]),
      arguments: Arguments(Array(words.dropFirst())),
      platformOptions: options
    )
    // Forgets the id at the end, since the system may then give it to another process.
    defer { state.withLock { $0.group = nil } }
    do {
      let result = try await Subprocess.run(
        configuration,
        input: .none,
        output: .fileDescriptor(pipe.input, closeAfterSpawningProcess: false),
        error: .combinedWithOutput
      ) { began($0.processIdentifier.value) }
      return .ended(result.terminationStatus)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .notFound
    } catch let error as SubprocessError {
      return .notStarted(reason: error.underlyingError?.description ?? error.description)
    } catch {
      return .notStarted(reason: "\(error)")
    }
  }

  // MARK: Ending

  private func began(_ group: pid_t) {
    state.withLock { state in
      state.group = group
      if state.verdict != nil { state.ending = ending(of: group) }
    }
  }

  private func end(_ verdict: Outcome) {
    state.withLock { state in
      guard state.verdict == nil else { return }
      state.verdict = verdict
      state.ending = state.group.map(ending)
    }
  }

  /// Sends `SIGTERM` to the whole group, and kills the rest of it after the grace period.
  ///
  /// The group's id stays in use while any of its processes lives, and the system assigns ids in
  /// ascending order. So another group cannot get the id between two checks.
  private func ending(of group: pid_t) -> Task<Void, Never> {
    Task {
      let deadline = ContinuousClock.now + grace
      var pause = Self.firstPause
      kill(-group, SIGTERM)
      // A stopped process gets the signal only when it continues.
      kill(-group, SIGCONT)
      while kill(-group, 0) == 0 {
        let left = deadline - .now
        guard left > .zero else {
          kill(-group, SIGKILL)
          return
        }
        try? await Task.sleep(for: min(pause, left))
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }
}
