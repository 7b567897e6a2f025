import CGtk

extension Window: WidgetConvertible {
  /// A window of an application, which runs until its last window is closed.
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

  public var title: String? {
    get { gtk_window_get_title(self).map { String(cString: $0) } }
    set { gtk_window_set_title(self, newValue) }
  }

  public var child: Widget? {
    get { gtk_window_get_child(self) }
    set { gtk_window_set_child(self, newValue) }
  }

  /// Puts a header bar in the place of the system's title bar.
  public func setTitlebar(_ titlebar: some WidgetConvertible) {
    gtk_window_set_titlebar(self, titlebar.asWidget)
  }

  /// In application pixels, until the user resizes the window.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(self, Int32(width), Int32(height))
  }

  /// Keeps the window above another one, and closes it with that.
  public func setTransient(for parent: Window) {
    gtk_window_set_transient_for(self, parent)
    gtk_window_set_destroy_with_parent(self, 1)
  }

  public func present() { gtk_window_present(self) }

  /// Asks as the user would; the window may refuse.
  public func close() { gtk_window_close(self) }

  /// Lets go of the window and of all in it.
  public func destroy() { gtk_window_destroy(self) }
}
