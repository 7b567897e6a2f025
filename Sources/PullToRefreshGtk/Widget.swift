import CPullToRefreshGtk
import CPullToRefreshShim

/// Anything that is a `GtkWidget`.
public nonisolated protocol WidgetConvertible: ObjectConvertible {
  /// The same object as a widget.
  var asWidget: Widget { get }
}

extension WidgetConvertible {
  /// The same object as a plain `GObject`.
  public var asObject: Object { asWidget.asObject }
}

extension Widget: WidgetConvertible {
  /// The widget itself.
  public nonisolated var asWidget: Widget { self }

  /// A widget of another binding. The pointer is a live `GtkWidget *`; Swift takes its own
  /// reference.
  ///
  /// - Returns: nil if the pointer is no live widget, for example a freed one, with a warning in
  ///   GLib's log. A debug build stops there, with a message.
  public static func at(_ pointer: OpaquePointer) -> Widget? {
    let widget = live(at: pointer)
    if widget == nil { Diagnostics.refuse(notAWidget) }
    return widget
  }

  /// A widget at a pointer of any kind, without a warning. Nothing is read through the pointer
  /// before it is known to be a widget.
  package static func live(at pointer: OpaquePointer) -> Widget? {
    guard tideline_is_live_object(UnsafeRawPointer(pointer), gtk_widget_get_type()) else {
      return nil
    }
    return unsafeBitCast(pointer, to: Widget.self)
  }

  /// The fault of a pointer that is not a widget, for developers.
  nonisolated private static var notAWidget: String {
    "This pointer is no GtkWidget, or one that was freed. Pass a widget that its window, or a "
      + "reference of yours, keeps alive."
  }
}

extension WidgetConvertible {
  /// The same widget as an instance of its class, such as `Label`, or of a superclass.
  ///
  /// ```swift
  /// row.children.first?.as(Label.self)?.text = "Read"
  /// ```
  ///
  /// - Parameter type: a class of GTK.
  /// - Returns: nil for a widget of another class.
  public func `as`<Class: WidgetConvertible>(_ type: Class.Type) -> Class? {
    // An imported class has the name of its struct in the API notes, such as _TidelineGtkLabel.
    let id = g_type_from_name(String("\(type)".trimmingPrefix("_Tideline")))
    guard id != 0, isA(id) else { return nil }
    return unsafeBitCast(asWidget, to: Class.self)
  }

  /// Whether the widget is of a class, or has an interface.
  func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(UnsafeMutablePointer(pointer), type) != 0
  }

  /// The parent widget; nil if there is none.
  public var parent: Widget? { gtk_widget_get_parent(asWidget) }

  /// Whether the widget is the other widget, or a descendant of it.
  package func isInside(_ other: some WidgetConvertible) -> Bool {
    pointer == other.pointer || gtk_widget_is_ancestor(asWidget, other.asWidget) != 0
  }

  /// The direct children, from the first to the last.
  public var children: [Widget] {
    var all: [Widget] = []
    var next: Widget? = gtk_widget_get_first_child(asWidget)
    while let child = next {
      all.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    return all
  }

  /// Activates an action of the widget or of its ancestors, such as `win.refresh`.
  ///
  /// - Returns: false if there is no such action.
  @discardableResult
  public func activate(_ action: String) -> Bool {
    gtk_widget_activate_action_variant(asWidget, action, nil) != 0
  }

  /// Puts another widget in this one's place: in a box, a grid, a notebook, or a parent that holds
  /// it in a property, such as `child` or `content`; not in a stack.
  ///
  /// - Returns: false, with nothing changed, if there is no parent, or the parent has no way to do
  ///   it.
  package func replace(with replacement: some WidgetConvertible) -> Bool {
    tideline_replace_child(asWidget, replacement.asWidget)
  }

  /// Takes the widget out of a parent that ends.
  package func unparent() { gtk_widget_unparent(asWidget) }

  /// Removes the widget from its parent, by the function of that kind of parent.
  ///
  /// - Returns: false, with nothing changed, as for ``replace(with:)``.
  package func removeFromParent() -> Bool { tideline_replace_child(asWidget, nil) }

  /// The number of device pixels per application pixel, in width and height.
  package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(asWidget)) }

  /// Whether the widget is shown when its parent is.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(asWidget) != 0 }
    nonmutating set { gtk_widget_set_visible(asWidget, newValue ? 1 : 0) }
  }

  /// Whether the user can interact with the widget and its children.
  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(asWidget) != 0 }
    nonmutating set { gtk_widget_set_sensitive(asWidget, newValue ? 1 : 0) }
  }

  /// Whether the widget and all its ancestors are sensitive.
  package var takesInput: Bool { gtk_widget_is_sensitive(asWidget) != 0 }

  /// The window of the widget; nil if it is in none.
  public var window: Window? {
    guard let root, root.isA(gtk_window_get_type()) else { return nil }
    return unsafeBitCast(root, to: Window.self)
  }

  /// Whether the widget is in a window.
  public var isRooted: Bool { root != nil }

  /// The outermost ancestor: a window, or another `GtkRoot`.
  fileprivate var root: Widget? {
    gtk_widget_get_root(asWidget).map { unsafeBitCast($0, to: Widget.self) }
  }

  /// Whether the widget has its own surface: a window or a popover.
  package var isNative: Bool { isA(gtk_native_get_type()) }

  /// Whether a popover of the widget's window, such as a menu, has the keyboard's focus.
  package var isBehindPopover: Bool {
    guard let window, let focus = window.focus else { return false }
    let native = sequence(first: focus, next: \.parent).first(where: \.isNative)
    return native?.pointer != window.pointer
  }

  /// Whether the pointer is on the widget or a descendant.
  package var isUnderPointer: Bool {
    gtk_widget_get_state_flags(asWidget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
  }

  /// Whether the widget is on the screen.
  public var isMapped: Bool { gtk_widget_get_mapped(asWidget) != 0 }

  /// The width, in application pixels.
  public var width: Int { Int(gtk_widget_get_width(asWidget)) }

  /// The height, in application pixels.
  public var height: Int { Int(gtk_widget_get_height(asWidget)) }

  /// The smallest height for a width, in application pixels; -1 for any width.
  package func minimumHeight(forWidth width: Int = -1) -> Int {
    var minimum: Int32 = 0
    gtk_widget_measure(asWidget, .vertical, Int32(width), &minimum, nil, nil, nil)
    return Int(minimum)
  }

  /// The width that the widget takes if there is enough room, in application pixels.
  package var naturalWidth: Int {
    var natural: Int32 = 0
    gtk_widget_measure(asWidget, .horizontal, -1, nil, &natural, nil, nil)
    return Int(natural)
  }

  /// Sets the smallest size in a layout, in application pixels; -1 leaves it to the widget.
  public func setSizeRequest(width: Int = -1, height: Int = -1) {
    gtk_widget_set_size_request(asWidget, Int32(width), Int32(height))
  }

  /// Sets the alignment in an allocation that is larger than the widget; nil leaves it unchanged.
  public func setAlign(horizontal: Align? = nil, vertical: Align? = nil) {
    if let horizontal { gtk_widget_set_halign(asWidget, horizontal) }
    if let vertical { gtk_widget_set_valign(asWidget, vertical) }
  }

  /// The alignment in an allocation that is larger than the widget.
  public var align: (horizontal: Align, vertical: Align) {
    (gtk_widget_get_halign(asWidget), gtk_widget_get_valign(asWidget))
  }

  /// Sets whether the widget takes its parent's spare room; nil leaves it unchanged.
  public func setExpand(horizontal: Bool? = nil, vertical: Bool? = nil) {
    if let horizontal { gtk_widget_set_hexpand(asWidget, horizontal ? 1 : 0) }
    if let vertical { gtk_widget_set_vexpand(asWidget, vertical ? 1 : 0) }
  }

  /// Whether clicks and touches reach the widget and its children.
  package var canTarget: Bool {
    get { gtk_widget_get_can_target(asWidget) != 0 }
    nonmutating set { gtk_widget_set_can_target(asWidget, newValue ? 1 : 0) }
  }

  /// Adds a class for style sheets.
  public func addStyleClass(_ name: String) { gtk_widget_add_css_class(asWidget, name) }
  /// Removes a class for style sheets.
  public func removeStyleClass(_ name: String) { gtk_widget_remove_css_class(asWidget, name) }

  /// Adds or removes a class for style sheets.
  public func setStyleClass(_ name: String, _ isOn: Bool) {
    if isOn { addStyleClass(name) } else { removeStyleClass(name) }
  }

  /// The opacity, 0…1; 0 is invisible.
  public var opacity: Double {
    get { gtk_widget_get_opacity(asWidget) }
    nonmutating set { gtk_widget_set_opacity(asWidget, newValue) }
  }

  /// Whether the widget can take the keyboard's focus.
  package var isFocusable: Bool {
    get { gtk_widget_get_focusable(asWidget) != 0 }
    nonmutating set { gtk_widget_set_focusable(asWidget, newValue ? 1 : 0) }
  }

  /// Takes the keyboard's focus.
  ///
  /// - Returns: whether the widget has it now.
  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(asWidget) != 0 }

  /// Whether the keyboard's focus is on the widget or inside it, even while another window is
  /// active.
  public var containsFocus: Bool { focus != nil }

  /// Makes the actions of a group available to this widget and all below it, as `prefix.name`.
  public func insert(_ group: SimpleActionGroup?, prefix: String) {
    gtk_widget_insert_action_group(asWidget, prefix, group?.asActionGroup)
  }

  /// Adds a controller, which the widget owns from now on.
  public func add(_ controller: some EventControllerConvertible) {
    // Adds a reference for GTK, which takes one over; Swift keeps its own.
    g_object_ref(UnsafeMutableRawPointer(controller.pointer))
    gtk_widget_add_controller(asWidget, controller.asEventController)
  }

  /// Removes a controller.
  public func remove(_ controller: some EventControllerConvertible) {
    gtk_widget_remove_controller(asWidget, controller.asEventController)
  }

  /// Calls the handler before each frame until it returns false.
  ///
  /// - Parameter handler: receives the frame's time, on the clock of ``MainLoop/now``.
  public func addTickCallback(_ handler: @escaping (Duration) -> Bool) {
    typealias Handler = (Duration) -> Bool
    _ = tideline_add_tick_callback(asWidget, target(owning: Closure<Handler>(handler))) {
      context,
      time in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(.microseconds(time)) }
    }
  }
}

/// The margins around a widget, in application pixels.
package struct Margins: Hashable {
  /// The four margins. Start is left, or right in right-to-left reading; end is the opposite side.
  package var top = 0, bottom = 0, start = 0, end = 0

  package init() {}
}

extension WidgetConvertible {
  package var margins: Margins {
    get {
      var margins = Margins()
      margins.top = marginTop
      margins.bottom = marginBottom
      margins.start = marginStart
      margins.end = Int(gtk_widget_get_margin_end(asWidget))
      return margins
    }
    nonmutating set {
      marginTop = newValue.top
      marginBottom = newValue.bottom
      marginStart = newValue.start
      gtk_widget_set_margin_end(asWidget, Int32(newValue.end))
    }
  }

  /// The margin before the widget, in the reading direction, in application pixels.
  package var marginStart: Int {
    get { Int(gtk_widget_get_margin_start(asWidget)) }
    nonmutating set { gtk_widget_set_margin_start(asWidget, Int32(newValue)) }
  }

  /// The margin above the widget, in application pixels.
  package var marginTop: Int {
    get { Int(gtk_widget_get_margin_top(asWidget)) }
    nonmutating set { gtk_widget_set_margin_top(asWidget, Int32(newValue)) }
  }

  /// The margin below the widget, in application pixels.
  package var marginBottom: Int {
    get { Int(gtk_widget_get_margin_bottom(asWidget)) }
    nonmutating set { gtk_widget_set_margin_bottom(asWidget, Int32(newValue)) }
  }

  /// The distance from another widget's top down to this one's, in application pixels; nil if the
  /// two are in different windows, or in none.
  package func top(in other: some WidgetConvertible) -> Double? { corner(in: other)?.top }

  /// The distance from another widget's left side to this one's, as for the top.
  package func left(in other: some WidgetConvertible) -> Double? { corner(in: other)?.left }

  private func corner(in other: some WidgetConvertible) -> (left: Double, top: Double)? {
    var (left, top) = (0.0, 0.0)
    let isPlaced = tideline_widget_place(asWidget, other.asWidget, &left, &top)
    return isPlaced ? (left, top) : nil
  }

  /// Sets the orientation of a `GtkOrientable`, such as a list or a box.
  package func setOrientation(_ orientation: Orientation) {
    tideline_set_orientation(asWidget, orientation)
  }

  /// Whether the widget's content reads from right to left.
  package var isRightToLeft: Bool { gtk_widget_get_direction(asWidget) == GTK_TEXT_DIR_RTL }

  /// Whether the widget scrolls its content itself, inside a scrolled window.
  package var isScrollable: Bool { isA(gtk_scrollable_get_type()) }

  /// Whether the widget is a viewport, which scrolls a child that cannot scroll by itself.
  package var isViewport: Bool { isA(gtk_viewport_get_type()) }

  package var isColumnView: Bool { isA(gtk_column_view_get_type()) }

  /// This widget as a text view; nil if it is none.
  package var asTextView: TextView? {
    guard isA(gtk_text_view_get_type()) else { return nil }
    return unsafeBitCast(asWidget, to: TextView.self)
  }

  /// Whether the widget takes up room: it is visible, and its parent shows it.
  package var isShownByParent: Bool {
    gtk_widget_get_visible(asWidget) != 0 && gtk_widget_get_child_visible(asWidget) != 0
  }

  /// The widget with the keyboard's focus, if it is this widget or a descendant.
  package var focus: Widget? {
    guard let root = gtk_widget_get_root(asWidget), let focus = gtk_root_get_focus(root),
      focus.isInside(self)
    else { return nil }
    return focus
  }

  /// Takes the focus without other effects; with ``grabFocus()`` an entry would also select its
  /// text.
  package func takeFocus() {
    if let root = gtk_widget_get_root(asWidget) { gtk_root_set_focus(root, asWidget) }
  }

  /// Sets the accessible name, which a screen reader speaks.
  package func setAccessibleLabel(_ label: String) {
    tideline_accessible_set_label(asWidget, ShownText.line(label))
  }

  /// Sets the accessible description, which a screen reader speaks after the name.
  package func setAccessibleDescription(_ description: String) {
    tideline_accessible_set_description(asWidget, ShownText.line(description))
  }

  /// Tells a screen reader whether the content is being updated.
  package func setAccessibleBusy(_ isBusy: Bool) {
    tideline_accessible_set_busy(asWidget, isBusy)
  }

  /// Speaks a text after the screen reader's present words, without moving the focus.
  ///
  /// GTK 4.14 and newer have a function for it, which is looked up at run time. With older versions
  /// nothing is spoken; the user finds the text in a widget with the role `status`.
  ///
  /// - Returns: whether GTK has the function.
  @discardableResult
  package func announce(_ text: String) -> Bool {
    tideline_accessible_announce(asWidget, ShownText.line(text))
  }
}

/// The path to the keyboard's focus, noted before a change that may remove the focused widget.
///
/// ```swift
/// let focus = FocusPath(in: list)
/// model.remove(at: 3)
/// focus?.restore()
/// ```
///
/// Without this type, GTK moves the focus after the next frame, as Tab does when it enters a
/// widget. A list view, grid view or column view of GTK 4.12 or newer then focuses its first row,
/// and scrolls there. In older versions it focuses the row at the removed row's position.
package struct FocusPath {
  /// The widgets from the focused one up to the container.
  private let widgets: [Widget]

  /// - Returns: nil if the focus is neither on the widget nor inside it.
  package init?(in widget: some WidgetConvertible) {
    guard let focus = widget.focus else { return nil }
    widgets = Array(
      sequence(first: focus) { $0.pointer == widget.pointer ? nil : $0.parent }
    )
  }

  /// Whether the focused widget was removed, and no other widget has had the focus since.
  package var isLost: Bool {
    widgets.last?.root.map { $0.focus == nil } ?? false
  }

  /// Gives a lost focus to the nearest remaining widget of the path. A list view focuses the row at
  /// the removed row's position, and does not scroll.
  package func restore() {
    guard isLost, let container = widgets.last else { return }
    _ = widgets.contains { $0.isInside(container) && $0.grabFocus() }
  }
}
