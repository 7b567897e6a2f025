import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension Window {
  /// Puts a header bar in the place of the system's title bar.
  public func setTitlebar(_ titlebar: some WidgetConvertible) {
    gtk_window_set_titlebar(self, titlebar.asWidget)
  }

  public func closeByEscape() {
    let keys = ShortcutController.windowWide()
    keys.bind("Escape", toAction: "window.close")
    add(keys)
  }

  /// The size that was set, or that the user has chosen since, in application pixels. While the
  /// window is maximized, the size that it will have afterwards.
  public var defaultSize: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(self, &width, &height)
    return (Int(width), Int(height))
  }

  public var isMaximized: Bool { gtk_window_is_maximized(self) != 0 }

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

extension ScrolledWindow {
  /// Sets when the scroll bars are shown.
  public func setPolicy(horizontal: PolicyType, vertical: PolicyType) {
    gtk_scrolled_window_set_policy(self, horizontal, vertical)
  }

  /// Gives the keyboard's focus to the content. If no widget in it takes the focus by itself, the
  /// scrolled window gets it, and the keys scroll it.
  public func takeFocusInside() {
    child?.grabFocus()
    if !containsFocus { takeFocus() }
  }
}

extension Stack: WidgetConvertible {
  public func add(_ child: some WidgetConvertible, named name: String) {
    gtk_stack_add_named(self, child.asWidget, name)
  }

  /// Whether the stack takes the width of its widest child, and not only of the visible one.
  public var hhomogeneous: Bool {
    get { gtk_stack_get_hhomogeneous(self) != 0 }
    set { gtk_stack_set_hhomogeneous(self, newValue ? 1 : 0) }
  }

  public var visibleChildName: String? {
    get { gtk_stack_get_visible_child_name(self).map { String(cString: $0) } }
    set { gtk_stack_set_visible_child_name(self, newValue) }
  }
}

extension Paned: WidgetConvertible {
  /// Puts two widgets side by side, with a handle between them. Neither becomes smaller than its
  /// minimum.
  public func set(start: some WidgetConvertible, end: some WidgetConvertible) {
    gtk_paned_set_start_child(self, start.asWidget)
    gtk_paned_set_shrink_start_child(self, 0)
    gtk_paned_set_end_child(self, end.asWidget)
    gtk_paned_set_shrink_end_child(self, 0)
  }

  /// The position of the handle, in application pixels from the start.
  public var position: Int {
    get { Int(gtk_paned_get_position(self)) }
    set { gtk_paned_set_position(self, Int32(newValue)) }
  }
}

extension Expander: WidgetConvertible {
  /// Sets the widget that is shown while the expander is open.
  public func setChild(_ child: some WidgetConvertible) {
    gtk_expander_set_child(self, child.asWidget)
  }
}

extension Box {
  /// Adds widgets after the others.
  public func append(_ children: [any WidgetConvertible]) {
    for child in children { append(child.asWidget) }
  }

  /// A vertical box that paints only the children in the visible part of its scrolled window. Use
  /// it for children that together are far higher than a window.
  public static func inSight(spacing: Int, role: AccessibleRole = .group) -> Box {
    tideline_sight_box_new(Int32(spacing), role)
  }
}

extension Widget {
  /// Moves the focus to the next link or button inside the widget.
  func moveFocusToLink(_ way: GtkDirectionType) -> Bool {
    guard let focus else { return false }
    let stops = contents.filter {
      $0.pointer == focus.pointer || $0.isMapped && [.link, .button].contains($0.accessibleRole)
    }
    return (way == GTK_DIR_TAB_FORWARD ? stops : stops.reversed())
      .drop { $0.pointer != focus.pointer }.dropFirst().contains { $0.grabFocus() }
  }
}
