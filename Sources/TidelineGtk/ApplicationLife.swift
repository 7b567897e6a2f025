import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineShim
import Glibc
import PullToRefreshGtk

extension Application {
  /// The window that was used last; nil if there is none.
  public var activeWindow: Window? { gtk_application_get_active_window(self) }

  /// Calls `handler` with the path of each file that this or a later start of the program opens.
  public func onOpen(_ handler: @escaping (_ path: String) -> Void) {
    typealias Handler = (String) -> Void
    _ = tideline_signal_connect_files(self, target(owning: Closure<Handler>(handler))) {
      context,
      path in
      let path = String(cString: path)
      MainActor.assumeIsolated { Closure<Handler>.from(context)(path) }
    }
  }

  /// Whether an application with the same id runs already. ``run(_:)`` then passes its work to that
  /// one.
  public var runsElsewhere: Bool {
    guard let id = g_application_get_application_id(asGApplication) else { return false }
    return tideline_bus_name_has_owner(id)
  }

  /// Activates an action of the application that runs already, or else of this one, which starts up
  /// for it. Call ``run(_:)`` afterwards.
  public func activate(_ action: String) {
    guard g_application_register(asGApplication, nil, nil) != 0 else { return }
    g_action_group_activate_action(asActionGroup, action, nil)
  }

  /// Calls `handler` once for each signal that ends a program: the session ends, the terminal is
  /// closed, or the user interrupts. A second signal of the same kind ends the process at once.
  public func onEndingSignal(_ handler: @escaping () -> Void) {
    for number in [SIGTERM, SIGHUP, SIGINT] {
      typealias Handler = () -> Void
      let target = target(owning: Closure<Handler>(handler))
      tideline_on_ending_signal(self, number, target) { context in
        MainActor.assumeIsolated { Closure<Handler>.from(context)() }
      }
    }
  }

  /// Ends the main loop, even if there are windows and holds.
  public func end() { g_application_quit(asGApplication) }

  /// Keeps the application running without a window, until ``release()``.
  public func hold() { g_application_hold(asGApplication) }

  /// Undoes ``hold()``.
  public func release() { g_application_release(asGApplication) }
}
