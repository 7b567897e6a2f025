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

  /// In application pixels, until the user resizes the window.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(self, Int32(width), Int32(height))
  }

  public func present() { gtk_window_present(self) }

  /// Asks as the user would; the window may refuse.
  public func close() { gtk_window_close(self) }

  /// Lets go of the window and of all in it.
  public func destroy() { gtk_window_destroy(self) }
}
