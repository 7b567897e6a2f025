import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// One run of a command, to its own end or to the one that is made of it.
///
/// The process runs in a task that is not cancelled: Subprocess's own teardown waits for the leader
/// of the group only, and stops listening to those who are asked to end and may have last words.
final class RunningCommand: Sendable {
  enum Outcome: Sendable, Equatable {
    case ended(TerminationStatus)
    case timedOut
    case cancelled
    case notFound
    case notStarted(reason: String)
  }

  private struct State {
    /// The number of the leader, and so that of the group, once it was started.
    var group: pid_t?
    /// Why the command is not to go on.
    var verdict: Outcome?
    var ending: Task<Void, Never>?
  }

  private let words: [String]
  private let grace: Duration
  private let pipe: OutputPipe
  private let state = Mutex(State())

  /// To the first look at a group that was told to end; twice as long to each next one, and no
  /// longer than the last.
  private static let (firstLook, lastLook) = (Duration.milliseconds(5), Duration.milliseconds(80))

  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - grace: between the request to end and the end.
  ///   - pipe: for what it prints.
  init(_ words: [String], grace: Duration, output pipe: OutputPipe) {
    self.words = words
    self.grace = grace
    self.pipe = pipe
  }

  /// Runs the command, and returns when nothing is left to be waited for.
  ///
  /// - Parameter limit: zero for none.
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
    // Its number may be given to another one now.
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

  // MARK: The end

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

  /// Asks the whole group to end, and kills what is left of it after the grace.
  ///
  /// The group's number is taken for as long as one of them lives, and numbers are given in turn:
  /// from one look to the next it does not become another's.
  private func ending(of group: pid_t) -> Task<Void, Never> {
    Task {
      let deadline = ContinuousClock.now + grace
      var pause = Self.firstLook
      kill(-group, SIGTERM)
      // One that was stopped does not hear otherwise.
      kill(-group, SIGCONT)
      while kill(-group, 0) == 0 {
        let left = deadline - .now
        guard left > .zero else {
          kill(-group, SIGKILL)
          return
        }
        try? await Task.sleep(for: min(pause, left))
        pause = min(pause * 2, Self.lastLook)
      }
    }
  }
}
