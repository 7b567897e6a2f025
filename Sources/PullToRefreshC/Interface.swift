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
  take((function, data, destroy), for: list) { list, handler in
    list.refreshable(endsAfter: nil) { Runs.begin(.refresh($0), handler) }
  }
}

@_cdecl("pull_to_refresh_on_load_more")
nonisolated public func onLoadMore(
  _ list: OpaquePointer?,
  _ function: PullToRefreshHandler?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  take((function, data, destroy), for: list) { list, handler in
    list.loadsMore(endsAfter: nil) { Runs.begin(.load($0), handler) }
  }
}

@_cdecl("pull_to_refresh_on_load_earlier")
nonisolated public func onLoadEarlier(
  _ list: OpaquePointer?,
  _ function: PullToRefreshHandler?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  take((function, data, destroy), for: list) { list, handler in
    list.loadsEarlier(endsAfter: nil) { Runs.begin(.load($0), handler) }
  }
}

/// Passes a handler to a list.
///
/// - Returns: whether the list and the handler are valid.
nonisolated private func take(
  _ passed: (PullToRefreshHandler?, gpointer?, GDestroyNotify?),
  for list: OpaquePointer?,
  _ offer: @MainActor (Widget, Callback<PullToRefreshHandler>) -> Void
) -> gboolean {
  nonisolated(unsafe) let passed = passed
  return with(list, or: 0) { list in
    guard let handler = Callback(passed) else { return 0 }
    offer(list, handler)
    return 1
  }
}

@_cdecl("pull_to_refresh_on_state")
nonisolated public func onState(
  _ list: OpaquePointer?,
  _ function: PullToRefreshNotify?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  nonisolated(unsafe) let passed = (function, data, destroy)
  return with(list, or: 0) { list in
    guard let callback = Callback(passed) else { return 0 }
    let list = Unowned(list)
    list.object.pull { controller in
      controller.onStateChange = {
        if list.isAlive { callback.function(list.object, callback.data) }
      }
    }
    return 1
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
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) {
  nonisolated(unsafe) let passed = (function, data, destroy)
  onMainThread(or: ()) {
    guard let handler = Callback(passed) else { return }
    Runs.onCancel(run) { handler.function(run, handler.data) }
  }
}

@_cdecl("pull_to_refresh_set_progress")
nonisolated public func setProgress(
  _ list: OpaquePointer?,
  _ fraction: Double,
  _ title: UnsafePointer<CChar>?
) -> gboolean {
  let title = title.map { String(cString: $0) } ?? ""
  let progress = RunProgress(title: title, fraction: fraction < 0 ? nil : fraction)
  return command(list) { $0.progress = progress }
}

@_cdecl("pull_to_refresh_begin")
nonisolated public func begin(_ list: OpaquePointer?, _ role: PullToRefreshRole) -> gboolean {
  guard let role = RunRole(role) else { return 0 }
  return with(list, or: 0) { list in
    guard let controller = list.pull, controller.isAttached else { return 0 }
    controller[role].isRunning = true
    return 1
  }
}

@_cdecl("pull_to_refresh_cancel")
nonisolated public func cancel(_ list: OpaquePointer?) -> gboolean {
  command(list) {
    for role in RunRole.allCases { $0[role].cancel() }
  }
}

@_cdecl("pull_to_refresh_get_state")
nonisolated public func state(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole
) -> PullToRefreshState {
  guard let role = RunRole(role) else { return PULL_TO_REFRESH_NONE }
  return with(list, or: PULL_TO_REFRESH_NONE) { list in
    list.pull.map { PullToRefreshState($0[role].state) } ?? PULL_TO_REFRESH_NONE
  }
}

@_cdecl("pull_to_refresh_get_progress")
nonisolated public func progress(_ list: OpaquePointer?, _ role: PullToRefreshRole) -> Double {
  guard let role = RunRole(role) else { return 0 }
  return with(list, or: 0) { $0.pull?[role].state.shownProgress ?? 0 }
}

@_cdecl("pull_to_refresh_get_has_more")
nonisolated public func hasMore(_ list: OpaquePointer?, _ role: PullToRefreshRole) -> gboolean {
  guard let role = RunRole(role) else { return 0 }
  return with(list, or: 0) { $0.pull?[role].hasMore == true ? 1 : 0 }
}

@_cdecl("pull_to_refresh_update")
nonisolated public func update(
  _ list: OpaquePointer?,
  _ arrivals: Int32,
  _ function: PullToRefreshChange?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  nonisolated(unsafe) let passed = (function, data, destroy)
  return with(list, or: 0) { list in
    guard let change = Callback(passed) else { return 0 }
    Task { await list.update(arrivals: Int(arrivals)) { change.function(change.data) } }
    return 1
  }
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
    guard let controller = list.pull else { return 0 }
    perform(controller)
    return 1
  }
}
