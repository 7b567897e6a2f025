import CPullToRefresh
import PullToRefresh
import PullToRefreshGtk

// The functions that CPullToRefresh.h lists. Their callers in C have checked the thread and each
// pointer.

public typealias Address = UnsafeMutableRawPointer

private func binding(_ address: Address) -> ListBinding {
  Unmanaged<ListBinding>.fromOpaque(address).takeUnretainedValue()
}

private func role(_ number: Int32) -> RunRole { RunRole.allCases[Int(number)] }

/// The completion of a run that is over now.
private func take(_ completion: Address) -> AnyObject {
  Unmanaged<AnyObject>.fromOpaque(completion).takeRetainedValue()
}

@_cdecl("tideline_binding_new")
public func makeBinding(_ list: OpaquePointer, _ widget: OpaquePointer) -> Address? {
  guard let widget = Widget.live(at: widget) else { return nil }
  return Unmanaged.passRetained(ListBinding(list, widget)).toOpaque()
}

@_cdecl("tideline_binding_apply")
public func apply(_ address: Address) { binding(address).apply() }

@_cdecl("tideline_binding_apply_row")
public func applyRow(_ address: Address, _ number: Int32) { binding(address).apply(role(number)) }

@_cdecl("tideline_binding_set_has_more")
public func setHasMore(_ address: Address, _ number: Int32, _ hasMore: Bool) {
  binding(address).setHasMore(hasMore, role(number))
}

@_cdecl("tideline_binding_find_handlers")
public func findHandlers(_ address: Address) { binding(address).findHandlers() }

@_cdecl("tideline_binding_begin")
public func begin(_ address: Address, _ number: Int32) {
  binding(address).begin(role(number))
}

@_cdecl("tideline_binding_cancel")
public func cancel(_ address: Address, _ number: Int32) {
  binding(address).cancel(role(number))
}

@_cdecl("tideline_binding_set_progress")
public func setProgress(
  _ address: Address,
  _ number: Int32,
  _ fraction: Double,
  _ title: UnsafePointer<CChar>?
) {
  let binding = binding(address)
  let fraction = fraction < 0 ? nil : fraction
  let progress = RunProgress(title: text(title) ?? "", fraction: fraction)
  binding.controller?[role(number)].progress = progress
  binding.show()
}

@_cdecl("tideline_binding_update")
public func update(
  _ address: Address,
  _ arrivals: Int32,
  _ change: @escaping PullToRefreshChange,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) {
  let list = binding(address).widget.object
  Task {
    await list.update(arrivals: Int(arrivals)) { change(data) }
    destroy?(data)
  }
}

@_cdecl("tideline_binding_end")
public func endBinding(_ address: Address) {
  Unmanaged<ListBinding>.fromOpaque(address).takeRetainedValue().end()
}

@_cdecl("tideline_completion_finish")
public func finish(_ completion: Address, _ summary: UnsafePointer<CChar>?) {
  (take(completion) as? RunCompletion<String?>)?(text(summary))
}

@_cdecl("tideline_completion_finish_load")
public func finishLoad(_ completion: Address, _ added: Int32, _ hasMore: Bool) {
  let rows = LoadedRows(added: added < 0 ? nil : Int(added), hasMore: hasMore)
  (take(completion) as? RunCompletion<LoadedRows>)?(rows)
}

@_cdecl("tideline_completion_fail")
public func fail(_ completion: Address, _ reason: UnsafePointer<CChar>?) {
  (take(completion) as? any EndableRun)?.fail(Reason(description: text(reason) ?? ""))
}

@_cdecl("tideline_completion_drop")
public func drop(_ completion: Address) {
  guard let run = take(completion) as? any EndableRun else { return }
  run.onCancel = {}
  // Later, since the run may be about to be cancelled. The completion of a run that is over has no
  // handler.
  Task {
    guard run.onCancel != nil else { return }
    Diagnostics.warn("pull-to-refresh: A handler has let go of its run without ending it.")
    run.fail(Reason(description: ""))
  }
}

@_cdecl("tideline_bind_translations")
public func bindTranslations(_ directory: UnsafePointer<CChar>) {
  PullToRefresh.textDomain.bind(to: String(cString: directory))
}
