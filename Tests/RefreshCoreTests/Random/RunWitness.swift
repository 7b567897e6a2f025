import RefreshCore

/// Watches the runs, and derives only from their results whether the footer must be failed or
/// exhausted.
struct RunWitness {
  private(set) var refresh: RunID?
  private(set) var load: RunID?
  private(set) var lastRefresh: RunID?
  private(set) var lastLoad: RunID?
  /// The runs before the last ones, whose results are certainly late.
  private(set) var oldRefresh: RunID?
  private(set) var oldLoad: RunID?
  private(set) var refreshes = 0
  private(set) var loads = 0
  private(set) var failure: RefreshState.Moment?
  private(set) var isExhausted = false
  private var cancelled: RunID?
  private var seen: Set<RunID> = []
  private var empty = 0
  /// The number of empty pages in a row that counts as a failure.
  private var mostEmpty = 2

  /// The fault of an effect, if there is one.
  mutating func watch(_ effect: RefreshCoordinator.Effect) -> String? {
    switch effect {
    case .changed: return nil
    case .start(let id, let source):
      mostEmpty = source == .automatic ? 10 : 2
      return id.role == .refresh ? startRefresh(id) : startLoad(id)
    case .cancel(let id):
      cancelled = id
      return id == refresh || id == load ? nil : "cancelled a run that is not under way"
    case .ended(let id, let result):
      return id.role == .refresh ? endRefresh(id, result) : endLoad(id, result)
    }
  }

  /// The footer waits: the new request has ended the failure.
  mutating func waits() { failure = nil }

  private mutating func startRefresh(_ id: RunID) -> String? {
    defer { (refresh, lastRefresh, oldRefresh) = (id, id, lastRefresh) }
    refreshes += 1
    if refresh != nil || load != nil { return "two runs at once" }
    if !seen.insert(id).inserted { return "an id came twice" }
    return nil
  }

  private mutating func startLoad(_ id: RunID) -> String? {
    defer { (load, lastLoad, oldLoad, failure) = (id, id, lastLoad, nil) }
    loads += 1
    if refresh != nil || load != nil { return "two runs at once" }
    if isExhausted { return "asked for more after the end" }
    if !seen.insert(id).inserted { return "an id came twice" }
    return nil
  }

  private mutating func endRefresh(_ id: RunID, _ result: RunResult) -> String? {
    defer { refresh = nil }
    if case .refreshed = result { (failure, isExhausted, empty) = (nil, false, 0) }
    if refresh != id { return "a refresh ended that does not run" }
    if cancelled == id, result != .cancelled { return "a late result counted" }
    return nil
  }

  private mutating func endLoad(_ id: RunID, _ result: RunResult) -> String? {
    defer { load = nil }
    switch result {
    case .cancelled: break
    case .failed(let message): failure = .failed(message: message)
    case .refreshed: return "a load ended as a refresh"
    case .loaded(let rows):
      empty = rows.added == 0 ? empty + 1 : 0
      isExhausted = !rows.hasMore
      if rows.hasMore, empty >= mostEmpty { failure = .failed(message: nil) }
    }
    if load != id { return "a load ended that does not run" }
    if cancelled == id, result != .cancelled { return "a late result counted" }
    return nil
  }
}
