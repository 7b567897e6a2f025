import RefreshCore

/// Watches the runs, and derives only from their results whether the row of a load must show
/// `failed` or `exhausted`.
struct RunWitness {
  /// The runs under way.
  private(set) var present = PerRole<RunID?>(repeating: nil)
  private(set) var last = PerRole<RunID?>(repeating: nil)
  /// The runs before the last ones, whose results are certainly late.
  private(set) var old = PerRole<RunID?>(repeating: nil)
  private(set) var count = PerRole(repeating: 0)
  private(set) var failure = PerRole<RefreshState.Moment?>(repeating: nil)
  private(set) var isExhausted = PerRole(repeating: false)
  private var cancelled: Set<RunID> = []
  private var seen: Set<RunID> = []
  private var empty = PerRole(repeating: 0)
  /// The number of consecutive empty pages that counts as a failure.
  private var mostEmpty = PerRole(repeating: 2)

  /// Checks an effect, and describes its fault; nil if it has none.
  mutating func watch(_ effect: RefreshCoordinator.Effect) -> String? {
    switch effect {
    case .changed: return nil
    case .start(let id, let source):
      mostEmpty[id.role] = source == .automatic ? 10 : 2
      return start(id)
    case .cancel(let id, _):
      cancelled.insert(id)
      return id == present[id.role] ? nil : "cancelled a run that is not under way"
    case .ended(let id, let result): return end(id, result)
    }
  }

  /// Notes that a load's row waits: the new request has cleared its failure.
  mutating func waits(_ role: RunRole) { failure[role] = nil }

  private mutating func start(_ id: RunID) -> String? {
    let role = id.role
    defer { (present[role], last[role], old[role], failure[role]) = (id, id, last[role], nil) }
    count[role] += 1
    let others = role.isLoad ? [role, .refresh] : RunRole.allCases
    if others.contains(where: { present[$0] != nil }) { return "two runs at once" }
    if isExhausted[role] { return "asked for more after the end" }
    if !seen.insert(id).inserted { return "an id came twice" }
    return nil
  }

  private mutating func end(_ id: RunID, _ result: RunResult) -> String? {
    let role = id.role
    defer { present[role] = nil }
    switch result {
    case .refreshed:
      if role.isLoad { return "a load ended as a refresh" }
      failure = PerRole(repeating: nil)
      isExhausted = PerRole(repeating: false)
      empty = PerRole(repeating: 0)
    case .cancelled: break
    case .failed(let message): if role.isLoad { failure[role] = .failed(message: message) }
    case .loaded(let rows):
      if !role.isLoad { return "a refresh ended as a load" }
      empty[role] = rows.added == 0 ? empty[role] + 1 : 0
      isExhausted[role] = !rows.hasMore
      if rows.hasMore, empty[role] >= mostEmpty[role] { failure[role] = .failed(message: nil) }
    }
    if present[role] != id { return "a run ended that does not run" }
    if cancelled.contains(id), result != .cancelled { return "a late result counted" }
    return nil
  }
}
