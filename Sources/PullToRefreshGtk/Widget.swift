import CPullToRefreshShim

/// Anything that is a `GtkWidget`.
public nonisolated protocol WidgetConvertible: ObjectConvertible {
  /// The same object as a widget.
  var asWidget: Widget { get }
}

extension Widget: WidgetConvertible {
  /// Itself.
  public nonisolated var asWidget: Widget { self }

  /// A widget that another binding made: the pointer is a live `GtkWidget *`, and Swift takes a
  /// reference of its own.
  ///
  /// - Returns: nil where there is no widget, such as one that was freed, with a warning in GLib's
  ///   log; a debug build ends there, with a sentence that says so.
  public static func at(_ pointer: OpaquePointer) -> Widget? {
    let widget = live(at: pointer)
    if widget == nil { Diagnostics.refuse(notAWidget) }
    return widget
  }

  /// The same for a pointer that may be anything, without a warning. Nothing is read of what is
  /// there before it is known to be a widget.
  package static func live(at pointer: OpaquePointer) -> Widget? {
    guard tideline_is_live_object(UnsafeRawPointer(pointer), gtk_widget_get_type()) else {
      return nil
    }
    return unsafeBitCast(pointer, to: Widget.self)
  }

  /// What is wrong with a pointer that is no widget, for developers.
  package nonisolated static var notAWidget: String {
    "This pointer is no GtkWidget, or one that was freed. Pass a widget that its window, or a "
      + "reference of yours, keeps alive."
  }
}

/// What becomes of what a widget draws outside its own bounds.
package enum Overflow {
  /// It is drawn.
  case visible
  /// It is cut off.
  case hidden
}

extension WidgetConvertible {
  /// The widget that it is in; nil where it is in none.
  public var parent: Widget? { gtk_widget_get_parent(asWidget) }

  /// Whether the widget is another one, or anywhere below it.
  package func isInside(_ other: some WidgetConvertible) -> Bool {
    pointer == other.pointer || gtk_widget_is_ancestor(asWidget, other.asWidget) != 0
  }

  /// The widgets right in it, from the first to the last.
  public var children: [Widget] {
    var all: [Widget] = []
    var next: Widget? = gtk_widget_get_first_child(asWidget)
    while let child = next {
      all.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    return all
  }

  /// Activates an action of the widget or of what it is in, such as `win.refresh`.
  ///
  /// - Returns: false where there is no such action.
  @discardableResult
  public func activate(_ action: String) -> Bool {
    gtk_widget_activate_action_variant(asWidget, action, nil) != 0
  }

  /// Puts another widget in this one's place: in a box, a grid, a stack, or a parent that holds
  /// it in a property of its own, such as `child` or `content`.
  ///
  /// - Returns: false, with nothing changed, where there is no parent or no such way.
  package func replace(with replacement: some WidgetConvertible) -> Bool {
    tideline_replace_child(asWidget, replacement.asWidget)
  }

  /// Takes the widget out of its parent, in the parent's own way.
  ///
  /// - Returns: false, with nothing changed, as for ``replace(with:)``.
  package func removeFromParent() -> Bool { tideline_replace_child(asWidget, nil) }

  /// How many pixels of the screen an application pixel takes, in width and height.
  package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(asWidget)) }

  /// Whether it is shown where its parent is.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(asWidget) != 0 }
    nonmutating set { gtk_widget_set_visible(asWidget, newValue ? 1 : 0) }
  }

  /// Whether the user can do anything with the widget and what is in it.
  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(asWidget) != 0 }
    nonmutating set { gtk_widget_set_sensitive(asWidget, newValue ? 1 : 0) }
  }

  /// The same, where what it is in is sensitive, too.
  package var takesInput: Bool { gtk_widget_is_sensitive(asWidget) != 0 }

  /// The window that it is in; nil where it is in none.
  public var window: Window? { tideline_window_of(asWidget) }

  /// Whether the widget is in a window.
  public var isRooted: Bool { gtk_widget_get_root(asWidget) != nil }

  /// Whether it has a surface of its own: a window or a popover.
  package var isNative: Bool { tideline_is_native(asWidget) }

  /// Whether the pointer is on it, or on something in it.
  package var isUnderPointer: Bool {
    gtk_widget_get_state_flags(asWidget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
  }

  /// Whether it is on the screen.
  public var isMapped: Bool { gtk_widget_get_mapped(asWidget) != 0 }

  /// In application pixels.
  public var width: Int { Int(gtk_widget_get_width(asWidget)) }

  /// In application pixels.
  public var height: Int { Int(gtk_widget_get_height(asWidget)) }

  /// One sentence, plain text.
  public var tooltipText: String? {
    get { gtk_widget_get_tooltip_text(asWidget).map { String(cString: $0) } }
    nonmutating set {
      gtk_widget_set_tooltip_text(asWidget, newValue.map { ShownText.words($0, limit: 300) })
    }
  }

  /// What the widget needs at a width, in application pixels; -1 for any width.
  package func minimumHeight(forWidth width: Int = -1) -> Int {
    var minimum: Int32 = 0
    gtk_widget_measure(asWidget, .vertical, Int32(width), &minimum, nil, nil, nil)
    return Int(minimum)
  }

  /// What the widget takes where there is enough room, in application pixels.
  package var naturalWidth: Int {
    var natural: Int32 = 0
    gtk_widget_measure(asWidget, .horizontal, -1, nil, &natural, nil, nil)
    return Int(natural)
  }

  /// The least size that layout gives, in application pixels; -1 leaves it to the widget.
  public func setSizeRequest(width: Int = -1, height: Int = -1) {
    gtk_widget_set_size_request(asWidget, Int32(width), Int32(height))
  }

  /// Where it stands in a room that is larger than it; nil leaves what was set.
  public func setAlign(horizontal: Align? = nil, vertical: Align? = nil) {
    if let horizontal { gtk_widget_set_halign(asWidget, horizontal) }
    if let vertical { gtk_widget_set_valign(asWidget, vertical) }
  }

  /// Where it stands in a room that is larger than it.
  public var align: (horizontal: Align, vertical: Align) {
    (gtk_widget_get_halign(asWidget), gtk_widget_get_valign(asWidget))
  }

  /// Whether it takes room that is left over; nil leaves what was set.
  public func setExpand(horizontal: Bool? = nil, vertical: Bool? = nil) {
    if let horizontal { gtk_widget_set_hexpand(asWidget, horizontal ? 1 : 0) }
    if let vertical { gtk_widget_set_vexpand(asWidget, vertical ? 1 : 0) }
  }

  /// Whether clicks and touches find the widget and what is in it.
  package var canTarget: Bool {
    get { gtk_widget_get_can_target(asWidget) != 0 }
    nonmutating set { gtk_widget_set_can_target(asWidget, newValue ? 1 : 0) }
  }

  /// Adds a class for style sheets.
  public func addStyleClass(_ name: String) { gtk_widget_add_css_class(asWidget, name) }
  /// Takes a class for style sheets away.
  public func removeStyleClass(_ name: String) { gtk_widget_remove_css_class(asWidget, name) }

  /// Adds a class for style sheets, or takes it away.
  public func setStyleClass(_ name: String, _ isOn: Bool) {
    if isOn { addStyleClass(name) } else { removeStyleClass(name) }
  }

  /// 0…1: from not to be seen to as it is.
  public var opacity: Double {
    get { gtk_widget_get_opacity(asWidget) }
    nonmutating set { gtk_widget_set_opacity(asWidget, newValue) }
  }

  /// Whether what the widget draws outside its own bounds is to be seen.
  package var overflow: Overflow {
    get { gtk_widget_get_overflow(asWidget) == GTK_OVERFLOW_HIDDEN ? .hidden : .visible }
    nonmutating set {
      gtk_widget_set_overflow(
        asWidget,
        newValue == .hidden ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE
      )
    }
  }

  /// Whether the keyboard's focus can come to the widget.
  package var isFocusable: Bool {
    get { gtk_widget_get_focusable(asWidget) != 0 }
    nonmutating set { gtk_widget_set_focusable(asWidget, newValue ? 1 : 0) }
  }

  /// Has it laid out anew with the next frame, in the size that it has.
  package func queueAllocate() { gtk_widget_queue_allocate(asWidget) }

  /// Moves the keyboard's focus within the widget, as an arrow key does.
  ///
  /// - Returns: whether it is still inside.
  @discardableResult
  package func moveFocus(down: Bool) -> Bool {
    gtk_widget_child_focus(asWidget, down ? GTK_DIR_DOWN : GTK_DIR_UP) != 0
  }

  /// Takes the keyboard's focus.
  ///
  /// - Returns: whether it could.
  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(asWidget) != 0 }

  /// Whether the keyboard's focus is on the widget or on something inside it, also while another
  /// window is active.
  public var containsFocus: Bool { focus != nil }

  /// Makes the actions of a group available to this widget and all below it, as `prefix.name`.
  public func insert(_ group: SimpleActionGroup?, prefix: String) {
    gtk_widget_insert_action_group(asWidget, prefix, group?.asActionGroup)
  }

  /// The widget takes the controller over.
  public func add(_ controller: some EventControllerConvertible) {
    // GTK takes the reference that it is given, and Swift keeps its own.
    g_object_ref(UnsafeMutableRawPointer(controller.pointer))
    gtk_widget_add_controller(asWidget, controller.asEventController)
  }

  /// Takes a controller away that was added.
  public func remove(_ controller: some EventControllerConvertible) {
    gtk_widget_remove_controller(asWidget, controller.asEventController)
  }

  /// Calls before each frame until the handler returns false.
  ///
  /// - Parameter handler: is given the frame's time, on the clock of ``MainLoop/now``.
  public func addTickCallback(_ handler: @escaping (Duration) -> Bool) {
    typealias Handler = (Duration) -> Bool
    _ = tideline_add_tick_callback(asWidget, target(owning: Closure<Handler>(handler))) {
      context,
      time in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(.microseconds(time)) }
    }
  }
}
