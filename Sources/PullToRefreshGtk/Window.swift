import CPullToRefreshShim

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

  /// The content of the window.
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
