import CPullToRefresh
import CPullToRefreshShim
import PullToRefresh
import PullToRefreshGtk

// The functions that pull-to-refresh.h documents. They are nonisolated, because the runtime stops a
// program that calls a function of the main actor from another thread.

@_cdecl("pull_to_refresh_on_refresh")
nonisolated public func onRefresh(
  _ list: OpaquePointer?,
  _ function: PullToRefreshHandler?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  nonisolated(unsafe) let passed = (function, data, destroy)
  return with(list, or: 0) { list in
    guard let handler = Handler(passed) else { return 0 }
    list.refreshable(endsAfter: nil) { Runs.begin(.refresh($0), handler) }
    return 1
  }
}

@_cdecl("pull_to_refresh_on_load_more")
nonisolated public func onLoadMore(
  _ list: OpaquePointer?,
  _ function: PullToRefreshHandler?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  nonisolated(unsafe) let passed = (function, data, destroy)
  return with(list, or: 0) { list in
    guard let handler = Handler(passed) else { return 0 }
    list.loadsMore(endsAfter: nil) { Runs.begin(.load($0), handler) }
    return 1
  }
}

@_cdecl("pull_to_refresh_set_prefetch")
nonisolated public func setPrefetch(_ list: OpaquePointer?, _ prefetch: Double) -> gboolean {
  with(list, or: 0) {
    $0.configureRefresh { $0.loadMode = prefetch < 0 ? .pull : .automatic(prefetch: prefetch) }
    return 1
  }
}

@_cdecl("pull_to_refresh_set_edge")
nonisolated public func setEdge(_ list: OpaquePointer?, _ refresh: PullToRefreshEdge) -> gboolean {
  with(list, or: 0) { list in
    let edges: [PullEdge] = [.top, .bottom, .leading, .trailing]
    guard let edge = Int(exactly: refresh.rawValue), edges.indices.contains(edge) else {
      Diagnostics.refuse("There is no such edge. Pass one of PullToRefreshEdge.")
      return 0
    }
    var isRefused = false
    list.configureRefresh { isRefused = !$0.setRefreshEdge(edges[edge]) }
    return isRefused ? 0 : 1
  }
}

@_cdecl("pull_to_refresh_detach")
nonisolated public func detach(_ list: OpaquePointer?) -> gboolean {
  command(list) { $0.detach() }
}

@_cdecl("pull_to_refresh_end")
nonisolated public func end(_ run: PullToRefreshRun, _ summary: UnsafePointer<CChar>?) {
  let summary = summary.map { String(cString: $0) }
  onMainThread(or: ()) {
    Runs.takeRefresh(run)?(summary)
  }
}

@_cdecl("pull_to_refresh_end_load")
nonisolated public func endLoad(_ run: PullToRefreshRun, _ added: Int32, _ hasMore: gboolean) {
  let rows = LoadedRows(added: added < 0 ? nil : Int(added), hasMore: hasMore != 0)
  onMainThread(or: ()) {
    Runs.takeLoad(run)?(rows)
  }
}

@_cdecl("pull_to_refresh_fail")
nonisolated public func fail(_ run: PullToRefreshRun, _ reason: UnsafePointer<CChar>?) {
  let reason = Reason(description: reason.map { String(cString: $0) } ?? "")
  onMainThread(or: ()) {
    switch Runs.take(run) {
    case .refresh(let completion): completion.fail(reason)
    case .load(let completion): completion.fail(reason)
    case nil: break
    }
  }
}

@_cdecl("pull_to_refresh_on_cancel")
nonisolated public func onCancel(
  _ run: PullToRefreshRun,
  _ function: PullToRefreshHandler?,
  _ data: gpointer?
) {
  nonisolated(unsafe) let passed = (function, data, GDestroyNotify?.none)
  onMainThread(or: ()) {
    guard let handler = Handler(passed) else { return }
    Runs.onCancel(run) { handler.begin(run) }
  }
}

@_cdecl("pull_to_refresh_refresh")
nonisolated public func refresh(_ list: OpaquePointer?) -> gboolean {
  command(list) { $0.isHeaderRefreshing = true }
}

@_cdecl("pull_to_refresh_load_more")
nonisolated public func loadMore(_ list: OpaquePointer?) -> gboolean {
  command(list) { $0.loadMore() }
}

@_cdecl("pull_to_refresh_cancel")
nonisolated public func cancel(_ list: OpaquePointer?) -> gboolean {
  command(list) {
    $0.cancelRefresh()
    $0.cancelLoadMore()
  }
}

@_cdecl("pull_to_refresh_get_refresh_state")
nonisolated public func refreshState(_ list: OpaquePointer?) -> PullToRefreshState {
  with(list, or: PULL_TO_REFRESH_NONE) { state(of: \.refreshEdge, in: $0) }
}

@_cdecl("pull_to_refresh_get_load_state")
nonisolated public func loadState(_ list: OpaquePointer?) -> PullToRefreshState {
  with(list, or: PULL_TO_REFRESH_NONE) { state(of: \.loadMoreEdge, in: $0) }
}

@_cdecl("pull_to_refresh_bind_translations")
nonisolated public func bindTranslations(_ directory: UnsafePointer<CChar>?) {
  guard let directory else { return }
  PullToRefresh.textDomain.bind(to: String(cString: directory))
}

/// - Returns: false if the list has no controller.
nonisolated private func command(
  _ list: OpaquePointer?,
  _ perform: @MainActor (RefreshController) -> Void
) -> gboolean {
  with(list, or: 0) { list in
    guard let controller = list.refreshController else { return 0 }
    perform(controller)
    return 1
  }
}

private func state(
  of edge: KeyPath<RefreshController, PullEdge>,
  in list: Widget
) -> PullToRefreshState {
  switch list.refreshController.map({ $0.state(of: $0[keyPath: edge]) })?.moment {
  case nil, .disabled: PULL_TO_REFRESH_NONE
  case .idle: PULL_TO_REFRESH_IDLE
  case .peeking: PULL_TO_REFRESH_PEEKING
  case .pulling: PULL_TO_REFRESH_PULLING
  case .armed: PULL_TO_REFRESH_ARMED
  case .waiting: PULL_TO_REFRESH_WAITING
  case .running: PULL_TO_REFRESH_RUNNING
  case .succeeded: PULL_TO_REFRESH_SUCCEEDED
  case .failed: PULL_TO_REFRESH_FAILED
  case .cancelled: PULL_TO_REFRESH_CANCELLED
  case .exhausted: PULL_TO_REFRESH_EXHAUSTED
  }
}
