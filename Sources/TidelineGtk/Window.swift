import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension Window {
  /// Puts a header bar in the place of the system's title bar.
  public func setTitlebar(_ titlebar: some WidgetConvertible) {
    gtk_window_set_titlebar(self, titlebar.asWidget)
  }

  /// The size that was set, or that the user has chosen since, in application pixels. While the
  /// window is maximized, the size that it will have afterwards.
  public var defaultSize: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(self, &width, &height)
    return (Int(width), Int(height))
  }

  /// Whether the window is maximized.
  public var isMaximized: Bool { gtk_window_is_maximized(self) != 0 }

  /// Maximizes the window.
  public func maximize() { gtk_window_maximize(self) }

  /// Keeps the window above a parent window, and closes it with the parent.
  public func setTransient(for parent: Window) { tideline_window_set_parent(self, parent) }

  /// Blocks the parent window while this window is open.
  public func setModal() { gtk_window_set_modal(self, 1) }

  /// Whether the window is active, or a window that is transient for it, such as a dialog.
  public var isAttended: Bool { tideline_window_is_attended(self) }

  /// Closes the window as the user would; the window may refuse.
  public func close() { gtk_window_close(self) }
}
