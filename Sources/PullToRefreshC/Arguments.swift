import CPullToRefresh
import CPullToRefreshShim
import PullToRefreshGtk

// What a program in C passes is looked at before anything is done with it. What is wrong ends the
// program in a debug build; in any other it is logged, and nothing is done.

/// Performs on the main thread, which this must be.
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

/// Performs with a list, which must be a widget.
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
