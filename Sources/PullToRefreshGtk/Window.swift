import CPullToRefreshShim

extension Window: WidgetConvertible {
  /// A window of an application. The application runs until its last window is closed.
  ///
  /// - Parameters: the size is in application pixels, until the user resizes the window.
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

  /// Puts a header bar in the place of the system's title bar.
  package func setTitlebar(_ titlebar: some WidgetConvertible) {
    gtk_window_set_titlebar(self, titlebar.asWidget)
  }

  /// Sets the size in application pixels, until the user resizes the window.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(self, Int32(width), Int32(height))
  }

  /// The size that was set, or that the user has chosen since, in application pixels. While the
  /// window is maximised, it is the size afterwards.
  package var defaultSize: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(self, &width, &height)
    return (Int(width), Int(height))
  }

  /// Whether the window is maximised.
  package var isMaximized: Bool { gtk_window_is_maximized(self) != 0 }

  /// Maximises the window.
  package func maximize() { gtk_window_maximize(self) }

  /// Keeps the window above another one, and closes it with the other one.
  package func setTransient(for parent: Window) {
    gtk_window_set_transient_for(self, parent)
    gtk_window_set_destroy_with_parent(self, 1)
  }

  /// Keeps the user from the window below, as long as this one is open.
  package func setModal() { gtk_window_set_modal(self, 1) }

  /// Whether the window has the keyboard's focus, or a window that belongs to it does, such as a
  /// dialogue.
  package var isAttended: Bool { tideline_window_is_attended(self) }

  /// Whether the user types into this window.
  public var isActive: Bool { gtk_window_is_active(self) != 0 }

  /// Shows the window in front of the others.
  public func present() { gtk_window_present(self) }

  /// Closes the window as the user would; the window may refuse.
  public func close() { gtk_window_close(self) }

  /// Releases the window and everything in it.
  public func destroy() { gtk_window_destroy(self) }
}
