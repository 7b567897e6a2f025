import RefreshCore

/// Watches the runs, and knows from their results alone whether the footer must stand at failed
/// or exhausted.
struct RunWitness {
  private(set) var refresh: RefreshID?
  private(set) var load: LoadID?
  private(set) var lastRefresh: RefreshID?
  private(set) var lastLoad: LoadID?
  /// The ones before those, whose results are late for sure.
  private(set) var oldRefresh: RefreshID?
  private(set) var oldLoad: LoadID?
  private(set) var refreshes = 0
  private(set) var loads = 0
  private(set) var failure: LoadFailure?
  private(set) var isExhausted = false
  private var cancelledRefresh: RefreshID?
  private var cancelledLoad: LoadID?
  private var empty = 0

  /// Says what is wrong with an effect, if anything.
  mutating func watch(_ effect: RefreshCoordinator.Effect) -> String? {
    switch effect {
    case .headerChanged, .footerChanged: return nil
    case .stuck(let edge):
      return (edge == .top ? refresh == nil : load == nil) ? "stuck without a run" : nil
    case .startRefresh(let id, _): return startRefresh(id)
    case .startLoad(let id, _): return startLoad(id)
    case .cancelRefresh(let id):
      cancelledRefresh = id
      return refresh == id ? nil : "cancelled a refresh that does not run"
    case .cancelLoad(let id):
      cancelledLoad = id
      return load == id ? nil : "cancelled a load that does not run"
    case .refreshEnded(let id, let result): return end(id, result)
    case .loadEnded(let id, let result): return end(id, result)
    }
  }

  /// The footer waits: whoever asked has left the failure behind.
  mutating func waits() { failure = nil }

  private mutating func startRefresh(_ id: RefreshID) -> String? {
    defer { (refresh, lastRefresh, oldRefresh) = (id, id, lastRefresh) }
    refreshes += 1
    if refresh != nil || load != nil { return "two runs at once" }
    if let lastRefresh, id <= lastRefresh { return "an id came twice" }
    return nil
  }

  private mutating func startLoad(_ id: LoadID) -> String? {
    defer { (load, lastLoad, oldLoad, failure) = (id, id, lastLoad, nil) }
    loads += 1
    if refresh != nil || load != nil { return "two runs at once" }
    if isExhausted { return "asked for more after the end" }
    if let lastLoad, id <= lastLoad { return "an id came twice" }
    return nil
  }

  private mutating func end(_ id: RefreshID, _ result: RefreshResult) -> String? {
    defer { refresh = nil }
    if case .success = result { (failure, isExhausted, empty) = (nil, false, 0) }
    if refresh != id { return "a refresh ended that does not run" }
    if cancelledRefresh == id, result != .cancelled { return "a late result counted" }
    return nil
  }

  private mutating func end(_ id: LoadID, _ result: LoadMoreResult) -> String? {
    defer { load = nil }
    switch result {
    case .cancelled: break
    case .failure(let message): failure = .reported(message: message)
    case .loaded(let added, let hasMore):
      empty = added == 0 ? empty + 1 : 0
      isExhausted = !hasMore
      if hasMore, empty >= 2 { failure = .emptyTwice }
    }
    if load != id { return "a load ended that does not run" }
    if cancelledLoad == id, result != .cancelled { return "a late result counted" }
    return nil
  }
}
