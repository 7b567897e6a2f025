import CPullToRefreshShim
import CTidelineShim
import Glibc
import PullToRefreshGtk

extension Application {
  /// Calls with the path of each file that this or a later start is given.
  public func onOpen(_ handler: @escaping (_ path: String) -> Void) {
    typealias Handler = (String) -> Void
    _ = tideline_signal_connect_files(self, target(owning: Closure<Handler>(handler))) {
      context,
      path in
      let path = String(cString: path)
      MainActor.assumeIsolated { Closure<Handler>.from(context)(path) }
    }
  }

  /// Whether an application of the same id runs already, to which ``run(_:)`` hands over.
  public var runsElsewhere: Bool {
    guard let id = g_application_get_application_id(asGApplication) else { return false }
    return tideline_bus_name_has_owner(id)
  }

  /// Activates an action of the application that runs already, or else of this one, which starts up
  /// for it; to be followed by ``run(_:)``.
  public func activate(_ action: String) {
    guard g_application_register(asGApplication, nil, nil) != 0 else { return }
    g_action_group_activate_action(asActionGroup, action, nil)
  }

  /// Calls when the session ends, the terminal is closed or interrupts: once for each of these. The
  /// same signal again ends the process at once.
  public func onEndingSignal(_ handler: @escaping () -> Void) {
    for number in [SIGTERM, SIGHUP, SIGINT] {
      typealias Handler = () -> Void
      let target = target(owning: Closure<Handler>(handler))
      tideline_on_ending_signal(self, number, target) { context in
        MainActor.assumeIsolated { Closure<Handler>.from(context)() }
      }
    }
  }

  /// Ends the main loop, whatever windows and holds there are.
  public func end() { g_application_quit(asGApplication) }

  /// Goes on running without a window, until ``release()``.
  public func hold() { g_application_hold(asGApplication) }

  /// Takes ``hold()`` back.
  public func release() { g_application_release(asGApplication) }
}
