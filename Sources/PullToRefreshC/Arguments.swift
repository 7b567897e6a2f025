import CPullToRefresh
import CPullToRefreshShim
import PullToRefreshGtk

// Arguments from C are checked before they are used. A wrong argument stops a debug build; a
// release build logs it, and the function does nothing.

/// Performs an operation if this is the main thread; otherwise refuses the call.
nonisolated func onMainThread<Result: Sendable>(
  or otherwise: Result,
  _ perform: @MainActor () -> Result
) -> Result {
  guard tideline_is_main_thread() else {
    Diagnostics.refuse(
      "This is not the main thread, to which all of GTK belongs. Call from there, by g_idle_add for "
        + "instance."
    )
    return otherwise
  }
  return MainActor.assumeIsolated(perform)
}

/// Performs an operation with a list if the pointer is a widget; otherwise refuses the call.
nonisolated func with<Result: Sendable>(
  _ list: OpaquePointer?,
  or otherwise: Result,
  _ perform: @MainActor (Widget) -> Result
) -> Result {
  nonisolated(unsafe) let list = list
  return onMainThread(or: otherwise) {
    guard let widget = list.flatMap(Widget.live(at:)) else {
      Diagnostics.refuse(Widget.notAWidget)
      return otherwise
    }
    MainLoop.attachMainActor()
    return perform(widget)
  }
}
