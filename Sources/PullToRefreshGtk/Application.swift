import CPullToRefreshGtk

extension Application: ObjectConvertible {
  /// Connects `activate`, which is emitted when this process, or a later start of the application,
  /// opens without files.
  public func onActivate(_ handler: @escaping () -> Void) { connect("activate", handler) }

  /// Runs the main loop, and Swift's main actor on it, until the last window is closed.
  ///
  /// - Parameter arguments: the command line, with the program's name first.
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

  /// Adds an action, with the prefix `app.` for widgets and keys.
  public func add(_ action: SimpleAction) { asActionMap.add(action) }

  /// Binds keys, such as `<Control>q`, to an action such as `app.quit`.
  public func setAccelerators(_ keys: [String], forAction action: String) {
    var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(self, action, &pointers)
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }
}
