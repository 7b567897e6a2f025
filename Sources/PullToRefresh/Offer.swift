import FoundationEssentials
import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// The handler of one `refreshable`, `loadsMore` or `loadsEarlier` call, and its run under way.
///
/// A run is one task, however many lists and callers take part in it. It belongs to no widget:
/// redrawing, hiding or reloading a list does not affect it. It is cancelled when the last
/// participant has left; the next one begins a new run, even if the cancelled task continues.
///
/// The offer keeps no widget alive. It lives in the ``StoredEnvironment`` of its widget, and of a
/// list around that widget. A list finds its offer by ``RefreshDriver/offer(of:)``.
final class Offer {
  let role: RunRole
  private let handler: () async throws -> RunResult
  private var run: HandlerRun?
  private var places: [Weak<StoredEnvironment>] = []
  /// The lists with a controller that are in reach of the offer's widget; nil before the first.
  private var lists: [Weak<RefreshDriver>]?

  init(_ role: RunRole, _ handler: @escaping () async throws -> RunResult) {
    (self.role, self.handler) = (role, handler)
  }

  /// The action that ``EnvironmentValues/refresh`` returns.
  var action: RefreshAction { RefreshAction { await self.perform() } }

  // MARK: Lists

  /// Offers the handler to a widget and all below, in place of an earlier offer for the role.
  func publish(on widget: Widget) {
    let environment = StoredEnvironment.made(for: widget)
    places.append(Weak(object: environment))
    environment.take(self)
  }

  /// Notes a list in reach, also if the list uses a nearer offer. Once all noted lists are gone,
  /// there is nothing to refresh, and the offer is withdrawn.
  func note(_ list: RefreshDriver) {
    guard lists?.contains(where: { $0.object === list }) != true else { return }
    lists = (lists ?? []) + [Weak(object: list)]
    list.offers = list.offers.filter { $0.object != nil } + [Weak(object: self)]
  }

  /// Removes a list that has ended.
  func forget(_ list: RefreshDriver) {
    lists?.removeAll { $0.object == nil || $0.object === list }
    guard lists?.isEmpty == true else { return }
    for place in places { place.object?.withdraw(self) }
  }

  /// Runs the handler by a list that uses this offer, so that its row shows the run; directly if no
  /// list uses it. Does nothing once all lists are gone, even if a program still has the action.
  private func perform() async {
    let list = lists?.lazy.compactMap(\.object).first {
      $0.configurations[self.role].isEnabled && $0.offer(of: self.role) === self
    }
    if let list {
      await list.begin(role)
    } else if lists?.isEmpty != true, !isAroundThisTask, !Task.isCancelled {
      let end = Waiters<Void>()
      let leave = join { _ in end.resumeAll(returning: ()) }
      await end.value(onCancel: leave)
    }
  }

  // MARK: Runs

  /// Whether the present task was begun within the run under way. The run may wait for the task, so
  /// the task must not wait for the run.
  var isAroundThisTask: Bool { HandlerRun.enclosing.contains { $0 === run } }

  /// Takes part in the run under way, or begins a run. `onEnd` gets the result after this method
  /// has returned. The returned closure leaves the run.
  func join(_ onEnd: @escaping (RunResult) -> Void) -> @MainActor () -> Void {
    let run = run ?? begin()
    let index = run.participants.count
    run.participants.append(onEnd)
    return { self.leave(run, index) }
  }

  private func leave(_ run: HandlerRun, _ index: Int) {
    run.participants[index] = nil
    guard self.run === run, run.participants.allSatisfy({ $0 == nil }) else { return }
    self.run = nil
    run.isGivenUp = true
    run.task?.cancel()
  }

  private func begin() -> HandlerRun {
    let run = HandlerRun()
    self.run = run
    // Finished runs would add up in a chain of runs; cancelled ones must not cancel the new run.
    let enclosing = HandlerRun.enclosing.filter { !$0.isOver && !$0.isGivenUp } + [run]
    run.task = Task {
      let result = await HandlerRun.$enclosing.withValue(enclosing) { await call() }
      if self.run === run { self.run = nil }
      run.isOver = true
      // Looks up each one only now, because an earlier one may make it leave.
      for index in run.participants.indices { run.participants[index]?(result) }
    }
    return run
  }

  private func call() async -> RunResult {
    do {
      // Checks first, because the run may have been cancelled before the task began.
      try Task.checkCancellation()
      return try await handler()
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .failed(
        message: (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
      )
    }
  }
}

/// One run of a handler.
final class HandlerRun {
  /// The runs that the present task is part of: a task that awaited its own run would wait forever.
  @TaskLocal fileprivate static var enclosing: [HandlerRun] = []

  /// Whether the present task is part of a cancelled run, whose result is dropped.
  static var isGivenUp: Bool { enclosing.contains { $0.isGivenUp } }

  /// The closures that get the result; nil for a participant that has left.
  fileprivate var participants: [((RunResult) -> Void)?] = []
  fileprivate var task: Task<Void, Never>?
  fileprivate var isOver = false
  fileprivate var isGivenUp = false
}
