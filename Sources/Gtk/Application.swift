import CGtkShim

extension Application: ObjectConvertible {
  /// Calls when the process, or a later start of the same application, is opened without files.
  public func onActivate(_ handler: @escaping () -> Void) { connect("activate", handler) }

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

  /// Runs the main loop, and Swift's main actor on it, until the last window is gone.
  ///
  /// - Parameter arguments: the command line, the program's name first.
  /// - Returns: the exit status.
  @discardableResult
  public func run(_ arguments: [String] = CommandLine.arguments) -> Int32 {
    MainLoop.attachMainActor()
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer {
      g_application_run(asGApplication, Int32(arguments.count), $0.baseAddress)
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

  /// Goes on running without a window, until ``release()``.
  public func hold() { g_application_hold(asGApplication) }

  /// Takes ``hold()`` back.
  public func release() { g_application_release(asGApplication) }

  public func quit() { g_application_quit(asGApplication) }

  public var activeWindow: Window? { gtk_application_get_active_window(self) }

  public func add(_ action: SimpleAction) { asActionMap.add(action) }

  /// Binds keys, such as `<Control>q`, to an action such as `app.quit`.
  public func setAccelerators(_ keys: [String], forAction action: String) {
    var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(self, action, &pointers)
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }
}
