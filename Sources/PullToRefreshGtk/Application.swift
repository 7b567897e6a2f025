import CPullToRefreshGtk
import CPullToRefreshShim

extension Application: ObjectConvertible {
  /// Connects `activate`, which is emitted when the application is started without files; also when
  /// it is started again while this process runs.
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

extension Window: WidgetConvertible {
  /// A window of an application. The application runs until its last window is closed.
  ///
  /// The size is in application pixels, and holds until the user resizes the window.
  public convenience init(
    of application: Application,
    title: String? = nil,
    width: Int,
    height: Int,
    child: some WidgetConvertible
  ) {
    self.init(of: application)
    self.title = title
    self.child = child.asWidget
    setDefaultSize(width: width, height: height)
  }

  /// The title; nil for the program's name.
  public var title: String? {
    get { gtk_window_get_title(self).map { String(cString: $0) } }
    set { gtk_window_set_title(self, newValue.map { ShownText.line($0, limit: 200) }) }
  }

  /// The content of the window; nil for none.
  public var child: Widget? {
    get { gtk_window_get_child(self) }
    set { gtk_window_set_child(self, newValue) }
  }

  /// Sets the size in application pixels, until the user resizes the window.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(self, Int32(width), Int32(height))
  }

  /// Whether this is the active window, which gets the keyboard's input.
  public var isActive: Bool { gtk_window_is_active(self) != 0 }

  /// Shows the window in front of the others.
  public func present() { gtk_window_present(self) }

  /// Releases the window and everything in it.
  public func destroy() { gtk_window_destroy(self) }
}

extension Settings: ObjectConvertible {
  /// Whether the desktop's animations are on (`gtk-enable-animations`). True without a display.
  public static var animationsEnabled: Bool {
    get {
      guard let settings = gtk_settings_get_default() else { return true }
      return tideline_object_get_bool(settings.asObject, "gtk-enable-animations")
    }
    set { set("gtk-enable-animations", newValue) }
  }

  /// Sets a property for this program alone.
  package static func set(_ property: String, _ value: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    tideline_object_set_bool(settings.asObject, property, value)
  }

  /// Calls the handler when ``animationsEnabled`` changes. Nil without a display.
  package static func onAnimationsChange(_ handler: @escaping () -> Void) -> SignalConnection? {
    gtk_settings_get_default()?.connect("notify::gtk-enable-animations", handler)
  }
}

/// Warnings for developers, in GLib's log.
package nonisolated enum Diagnostics {
  /// Warns of a wrong use. The program continues. May be called from any thread.
  package static func warn(_ message: String) { tideline_warn(message) }

  /// Whether ``refuse(_:)`` stops a debug build. Programs in other languages are only warned. Set
  /// it on the main thread, before the first list.
  nonisolated(unsafe) package static var stopsDebugBuilds = true

  /// Refuses a wrong use: stops a debug build, and warns in a release build. The caller then leaves
  /// everything unchanged.
  ///
  /// - Parameter sentence: the mistake, and how to correct it.
  package static func refuse(_ sentence: String) {
    assert(!stopsDebugBuilds, sentence)
    warn("pull-to-refresh: \(sentence)")
  }
}
