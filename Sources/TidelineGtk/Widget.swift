import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension WidgetConvertible {
  /// The tooltip: one sentence in plain text.
  public var tooltipText: String? {
    get { gtk_widget_get_tooltip_text(asWidget).map { String(cString: $0) } }
    nonmutating set {
      gtk_widget_set_tooltip_text(asWidget, newValue.map { ShownText.words($0, limit: 300) })
    }
  }

  /// Whether the widget, or a widget inside it, can take the keyboard's focus.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(asWidget) != 0 }
    nonmutating set { gtk_widget_set_can_focus(asWidget, newValue ? 1 : 0) }
  }

  /// Whether the focus is on the widget or inside it; changes with the signal `state-flags-changed`.
  public var isFocusWithin: Bool {
    gtk_widget_get_state_flags(asWidget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  /// Activates the widget as its mnemonic does: an entry takes the focus, a button is pressed.
  public func activateByMnemonic() { gtk_widget_mnemonic_activate(asWidget, 0) }

  /// Requests a layout with the next frame, in the present size.
  public func queueAllocate() { gtk_widget_queue_allocate(asWidget) }

  /// Moves the keyboard's focus within the widget, as an arrow key does.
  ///
  /// - Returns: whether the focus is still inside.
  @discardableResult
  public func moveFocus(down: Bool) -> Bool {
    gtk_widget_child_focus(asWidget, down ? GTK_DIR_DOWN : GTK_DIR_UP) != 0
  }

  /// Makes Tab and Shift+Tab leave the widget, instead of going through all rows or cells in it.
  ///
  /// GTK has this for list views only, and only since 4.12: `tab-behavior`.
  ///
  /// - Parameter move: moves the focus to the next stop in the widget; returns false if there is none.
  func leaveByTab(unless move: @escaping (Widget, GtkDirectionType) -> Bool) {
    let (keys, widget) = (ShortcutController.whereFocused(), Unowned(asWidget))
    keys.propagationPhase = .capture
    for (key, way) in [("Tab", GTK_DIR_TAB_FORWARD), ("<Shift>Tab", GTK_DIR_TAB_BACKWARD)] {
      keys.bind(key) {
        let widget = widget.object
        if move(widget, way) { return true }
        guard let window = widget.window else { return false }
        widget.canFocus = false
        defer { widget.canFocus = true }
        return gtk_widget_child_focus(window.asWidget, way) != 0
      }
    }
    add(keys)
  }

  /// Tells a screen reader whether the part that the widget opens and closes is open.
  public func setAccessibleExpanded(_ isExpanded: Bool) {
    tideline_accessible_set_expanded(asWidget, isExpanded)
  }
}

extension Box {
  /// Whether all children have the same size.
  public var isHomogeneous: Bool {
    get { gtk_box_get_homogeneous(self) != 0 }
    set { gtk_box_set_homogeneous(self, newValue ? 1 : 0) }
  }
}
