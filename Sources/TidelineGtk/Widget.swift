// Exports the library's GTK classes, and those that only the app uses: one import is enough.
@_exported import class CPullToRefreshGtk.ColorButton
@_exported import class CPullToRefreshGtk.DrawingArea
@_exported import class CPullToRefreshGtk.DropTarget
@_exported import class CPullToRefreshGtk.Entry
@_exported import class CPullToRefreshGtk.Expander
@_exported import class CPullToRefreshGtk.FontButton
@_exported import class CPullToRefreshGtk.GestureClick
@_exported import class CPullToRefreshGtk.MenuButton
@_exported import class CPullToRefreshGtk.Paned
@_exported import class CPullToRefreshGtk.Picture
@_exported import class CPullToRefreshGtk.SearchBar
@_exported import class CPullToRefreshGtk.SearchEntry
@_exported import class CPullToRefreshGtk.Separator
@_exported import class CPullToRefreshGtk.SpinButton
@_exported import class CPullToRefreshGtk.Stack
@_exported import class CPullToRefreshGtk.Switch
@_exported import class CPullToRefreshGtk.TextBuffer
@_exported import class CPullToRefreshGtk.ToggleButton
@_exported import class CTidelineGLib.Menu
@_exported import PullToRefreshGtk
import CPullToRefreshGtk
import CTidelineShim

extension Closure {
  /// A context for a C function that calls back once; there, ``take(_:)`` gives the handler.
  static func once(_ handler: Handler) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(Closure(handler)).toOpaque()
  }

  static func take(_ context: UnsafeMutableRawPointer?) -> Handler {
    guard let context else { preconditionFailure("The context of once(_:) is missing.") }
    defer { Unmanaged<AnyObject>.fromOpaque(context).release() }
    return from(context)
  }
}

/// The path of a `GFile`; nil if it is not on this machine.
nonisolated func localPath(of file: OpaquePointer) -> String? {
  String(taking: g_file_get_path(file))
}

extension WidgetConvertible {
  public func addStyleClasses(_ names: String...) { for name in names { addStyleClass(name) } }

  /// The tooltip: one sentence in plain text.
  public var tooltipText: String? {
    get { gtk_widget_get_tooltip_text(asWidget).map { String(cString: $0) } }
    nonmutating set {
      gtk_widget_set_tooltip_text(asWidget, newValue.map { ShownText.words($0, limit: 300) })
    }
  }

  /// Cuts off what is drawn outside the widget's bounds.
  package func clip() { gtk_widget_set_overflow(asWidget, GTK_OVERFLOW_HIDDEN) }

  /// Whether the widget, or a widget inside it, can take the keyboard's focus.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(asWidget) != 0 }
    nonmutating set { gtk_widget_set_can_focus(asWidget, newValue ? 1 : 0) }
  }

  /// Whether the focus is on the widget or inside it; changes with the signal
  /// `state-flags-changed`.
  public var isFocusWithin: Bool {
    gtk_widget_get_state_flags(asWidget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  /// Activates the widget as its mnemonic does: an entry takes the focus, a button is pressed.
  public func activateByMnemonic() { gtk_widget_mnemonic_activate(asWidget, 0) }

  /// All widgets inside, in the order of Tab.
  public var contents: [Widget] { children.flatMap { [$0] + $0.contents } }

  public var accessibleRole: AccessibleRole {
    gtk_accessible_get_accessible_role(unsafeBitCast(asWidget, to: OpaquePointer.self))
  }

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
  /// - Parameter move: moves the focus to the next stop in the widget; returns false if there is
  ///   none.
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

  /// Draws the whole widget into a PNG file, including parts that its window or scrolled window
  /// hides.
  ///
  /// - Parameter path: the file, which is overwritten.
  /// - Returns: false for a widget that is not on the screen, or a file that cannot be written.
  public func savePicture(to path: String) -> Bool {
    guard isMapped, width > 0, height > 0, let native = gtk_widget_get_native(asWidget),
      let renderer = gtk_native_get_renderer(native)
    else { return false }
    let paintable = gtk_widget_paintable_new(asWidget)
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    defer { gsk_render_node_unref(node) }
    var bounds = graphene_rect_t()
    graphene_rect_init(&bounds, 0, 0, Float(width), Float(height))
    guard let texture = gsk_renderer_render_texture(renderer, node, &bounds) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
  }
}

/// Work that can wait until after the next frame.
extension WidgetConvertible {
  /// Calls `handler` once, after the widget's window has painted its next frame, or its first one;
  /// never if the widget is destroyed before.
  public func afterNextFrame(_ handler: @escaping () -> Void) {
    var isPainted = false
    asWidget.addTickCallback { _ in
      guard isPainted else {
        isPainted = true
        return true
      }
      handler()
      return false
    }
  }

  /// Returns after the widget's window has painted its next frame, or its first one. If there is no
  /// frame, as in a hidden window, it returns after the limit.
  ///
  /// - Parameter limit: the longest wait.
  @MainActor public func nextFrame(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      let end = {
        waiting?.resume()
        waiting = nil
      }
      MainLoop.call(after: limit, end)
      afterNextFrame(end)
    }
  }
}

extension GestureClick: EventControllerConvertible {
  /// Calls `handler` when the primary button, or a finger, was pressed and released in one place.
  @discardableResult
  public func onRelease(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("released", handler)
  }

  /// Calls `handler` when the primary button, or a finger, is pressed.
  @discardableResult
  public func onPress(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("pressed", handler)
  }

  /// Whether a finger presses; valid only within handlers.
  public var isOfFinger: Bool { gtk_gesture_single_get_current_sequence(asGestureSingle) != nil }

  /// Takes the press from the gestures of the widgets around this one.
  public func claim() { gtk_gesture_set_state(asGesture, GTK_EVENT_SEQUENCE_CLAIMED) }
}

/// Builds widgets from a description in XML, and keeps the objects alive that no widget keeps.
public final class Builder {
  private let builder: OpaquePointer

  /// - Parameter xml: the description for `gtk_builder_new_from_string`. A wrong description ends
  ///   the program: it is code, not input.
  public init(xml: String) { builder = gtk_builder_new_from_string(xml, -1) }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

  /// An object of the description, by its id; nil if there is none.
  ///
  /// - Returns: a pointer that is valid as long as the builder or another widget keeps the object.
  public func pointer(to id: String) -> OpaquePointer? {
    gtk_builder_get_object(builder, id)?.pointer
  }
}

nonisolated extension ShownText {
  /// Prepares text in one line, for widgets that break lines only between words: long words are
  /// divided, too.
  package static func words(_ text: String, limit: Int = 1_000) -> String {
    var result = ""
    var length = 0
    for character in line(text, limit: limit) {
      length = character.isWhitespace ? 0 : length + 1
      if length > longestWord {
        result.append("\u{200B}")
        length = 1
      }
      result.append(character)
    }
    return result
  }

  /// The longest word that is not divided, in characters.
  private static let longestWord = 12
}
