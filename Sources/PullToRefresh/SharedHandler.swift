import FoundationEssentials
import RefreshCore

/// A handler with one run at a time, however many callers it has.
///
/// A run is one task. It belongs to no widget: redrawing, hiding or reloading a list does not
/// affect it. It is cancelled when the last of its callers has left; the next caller begins a new
/// run, even if the cancelled task continues.
final class SharedHandler {
  /// A participant in a run; it receives the run's result.
  final class Caller {
    fileprivate var onEnd: ((RunResult) -> Void)?

    init(onEnd: ((RunResult) -> Void)? = nil) { self.onEnd = onEnd }

    fileprivate func end(_ result: RunResult) {
      let onEnd = onEnd
      self.onEnd = nil
      onEnd?(result)
    }
  }

  private final class Run {
    var callers: [Caller] = []
    var task: Task<Void, Never>?
    let mark = RunMark()
  }

  private let action: () async throws -> RunResult
  private var run: Run?

  init(_ action: @escaping () async throws -> RunResult) { self.action = action }

  /// Whether the present task was begun within the run under way. The run may wait for the task, so
  /// the task must not wait for the run.
  var isAroundThisTask: Bool {
    guard let run else { return false }
    return RunMark.enclosing.contains { $0 === run.mark }
  }

  /// Takes part in the run under way, or begins a run.
  ///
  /// - Parameter caller: gets the result after this method has returned, unless the caller left.
  func join(_ caller: Caller) {
    let run = run ?? begin()
    run.callers.append(caller)
  }

  func leave(_ caller: Caller) {
    guard let run, run.callers.contains(where: { $0 === caller }) else { return }
    run.callers.removeAll { $0 === caller }
    guard run.callers.isEmpty else { return }
    self.run = nil
    run.mark.isGivenUp = true
    run.task?.cancel()
  }

  /// Takes part in a run, and returns when the run has ended or the present task is cancelled.
  /// From within the run, returns at once.
  func callAsFunction() async {
    guard !isAroundThisTask, !Task.isCancelled else { return }
    let caller = Caller()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        caller.onEnd = { _ in continuation.resume() }
        join(caller)
      }
    } onCancel: {
      Task { @MainActor in
        self.leave(caller)
        caller.end(.cancelled)
      }
    }
  }

  private func begin() -> Run {
    let run = Run()
    run.task = Task {
      let result = await RunMark.$enclosing.withValue(RunMark.enclosing.adding(run.mark)) {
        await call()
      }
      if self.run === run { self.run = nil }
      run.mark.isOver = true
      for caller in run.callers { caller.end(result) }
    }
    self.run = run
    return run
  }

  private func call() async -> RunResult {
    do {
      // Checks first, because the run may have been cancelled before the task began.
      try Task.checkCancellation()
      return try await action()
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .failed(message: error.sentence)
    }
  }
}

/// Marks the tasks that are part of a run: a task that awaited its own run would wait forever.
final class RunMark {
  @TaskLocal fileprivate static var enclosing: [RunMark] = []

  /// Whether the present task is part of a cancelled run, whose result is dropped.
  static var isGivenUp: Bool { enclosing.contains { $0.isGivenUp } }

  fileprivate var isOver = false
  fileprivate var isGivenUp = false
}

extension [RunMark] {
  /// Leaves out finished runs, whose marks would add up if each run's task began the next run; and
  /// cancelled ones, since the new run is not part of them.
  fileprivate func adding(_ mark: RunMark) -> [RunMark] {
    filter { !$0.isOver && !$0.isGivenUp } + [mark]
  }
}

extension Error {
  /// The text to show to the user.
  fileprivate var sentence: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
