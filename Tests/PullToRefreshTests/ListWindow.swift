import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A real window with a long list, and functions to drive it.
final class ListWindow {
  let window = Window()
  let scrolledWindow = ScrolledWindow()
  private let column = Box(.vertical, spacing: 0)

  /// - Parameter rows: the number of labels in the list, some 20 px each.
  init(rows: Int = 100) {
    window.setDefaultSize(width: 400, height: 500)
    addRows(rows)
    scrolledWindow.child = column.asWidget
    let holder = Box(.vertical, spacing: 0)
    scrolledWindow.setExpand(vertical: true)
    holder.append(scrolledWindow)
    window.child = holder.asWidget
  }

  /// A shown window, whose list has the handlers that `setUp` gives it.
  ///
  /// - Parameter minimumRunning: nil for the library's.
  static func shown(
    rows: Int = 100,
    minimumRunning: Duration? = nil,
    _ setUp: (ScrolledWindow) -> Void
  ) throws -> (ListWindow, RefreshController) {
    let list = ListWindow(rows: rows)
    setUp(list.scrolledWindow)
    list.present()
    let controller = try list.controller
    if let minimumRunning { controller.metrics.minimumRunning = minimumRunning }
    return (list, controller)
  }

  /// A shown window, whose refresh lasts until it is cancelled.
  static func thatRefreshesForever(rows: Int = 100) throws -> (ListWindow, RefreshController) {
    try shown(rows: rows) { $0.refreshable { try await Task.sleep(for: .seconds(600)) } }
  }

  func addRows(_ count: Int) {
    for _ in 0..<count { column.append(Label("A row of the list")) }
  }

  /// Shows the window, and waits until it is laid out.
  ///
  /// - Parameter list: the list to wait for; nil for the window's own list.
  func present(_ list: ScrolledWindow? = nil, file: StaticString = #filePath, line: UInt = #line) {
    window.present()
    let list = list ?? scrolledWindow
    XCTAssertTrue(
      MainLoop.run { list.verticalAdjustment.pageSize > 100 },
      "the window is not laid out",
      file: file,
      line: line
    )
  }

  var controller: RefreshController {
    get throws { try XCTUnwrap(scrolledWindow.refreshController) }
  }

  /// Puts a finger down at rest and moves it, past the top if positive. The finger stays down.
  func pull(by distance: Double) {
    guard let driver = scrolledWindow.refreshController?.driver else { return }
    let position = driver.input.position
    driver.rest()
    driver.send(.device(.touchBegan(at: position)))
    let slop = distance < 0 ? -driver.metrics.startSlop : driver.metrics.startSlop
    driver.send(.device(.touchMoved(along: distance + slop, at: position)))
  }

  /// Moves the finger of ``pull(by:)`` to a distance from its start.
  func move(to distance: Double) {
    guard let driver = scrolledWindow.refreshController?.driver else { return }
    let slop = distance < 0 ? -driver.metrics.startSlop : driver.metrics.startSlop
    driver.send(.device(.touchMoved(along: distance + slop, at: driver.input.position)))
  }

  /// Presses a key that the library binds in a scope: any focus in the window, or only in the list.
  ///
  /// - Parameter list: the list that gets the key; nil for the window's own list.
  /// - Returns: whether the key is handled; if not, GTK tries other shortcuts.
  func press(_ key: String, _ scope: GtkShortcutScope, in list: ScrolledWindow? = nil) -> Bool {
    let container = (list ?? scrolledWindow).parent
    let controllers = container?.controllers ?? []
    return controllers.filter { $0.typeName == "GtkShortcutController" }.contains { controller in
      let keys = unsafeBitCast(controller, to: ShortcutController.self)
      guard gtk_shortcut_controller_get_scope(keys) == scope else { return false }
      return items(of: controller.pointer).contains { shortcut in
        let trigger = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut.pointer))
        defer { g_free(trigger) }
        guard let trigger, String(cString: trigger) == key else { return false }
        let action = gtk_shortcut_get_action(shortcut.pointer)
        let flags = GtkShortcutActionFlags(rawValue: 0)
        return gtk_shortcut_action_activate(action, flags, container, nil) != 0
      }
    }
  }

  /// Releases the held key.
  func releaseKey() {
    for keys in window.asWidget.controllers where keys.typeName == "GtkEventControllerKey" {
      keys.emit("key-released", 0, 0, 0)
    }
  }

  /// Activates an action as a key in the list does.
  func activate(_ action: String) -> Bool {
    gtk_widget_activate_action_variant(scrolledWindow.asWidget, action, nil) != 0
  }

  /// Lifts the finger of ``pull(by:)``.
  func release() { scrolledWindow.refreshController?.driver.send(.device(.touchEnded)) }

  /// The header's or the footer's row.
  func row(_ edge: PullEdge) -> CenterBox? {
    let name = edge == .top ? "header" : "footer"
    return Self.all(below: window).first {
      gtk_widget_has_css_class($0, "refresh-row") != 0 && gtk_widget_has_css_class($0, name) != 0
    }.map { unsafeBitCast($0, to: CenterBox.self) }
  }

  /// The first visible widget of a class.
  func widget(ofType name: String) -> Widget? {
    Self.all(below: window).first { $0.typeName == name && gtk_widget_is_visible($0) != 0 }
  }

  func label(_ text: String) -> Label? {
    Self.all(below: window).lazy.filter { $0.typeName == "GtkLabel" }
      .map { unsafeBitCast($0, to: Label.self) }.first { $0.text == text }
  }

  func button(_ label: String) -> Button? {
    Self.all(below: window).lazy
      .filter { $0.typeName == "GtkButton" && gtk_widget_is_visible($0) != 0 }
      .map { unsafeBitCast($0, to: Button.self) }.first { $0.label == label }
  }

  /// All widgets below another, in no particular order.
  static func all(below widget: some WidgetConvertible) -> [Widget] {
    widget.children + widget.children.flatMap(all(below:))
  }

  /// The labels of the visible buttons, and whether each can be pressed.
  var buttons: [String: Bool] {
    var found: [String: Bool] = [:]
    for widget in Self.all(below: window) where gtk_widget_is_visible(widget) != 0 {
      guard widget.typeName == "GtkButton" else { continue }
      let button = unsafeBitCast(widget, to: Button.self)
      found[button.label ?? ""] = gtk_widget_is_sensitive(widget) != 0
    }
    return found
  }

  /// The text of every visible label in the two rows.
  var titles: [String] {
    Self.all(below: window).filter { widget in
      widget.typeName == "GtkLabel" && gtk_widget_is_visible(widget) != 0
        && widget.parent?.typeName != "GtkButton"
    }.map { unsafeBitCast($0, to: Label.self).text }.filter { $0 != "A row of the list" }
  }
}

extension RefreshDriver {
  /// Lets the content rest long enough for a deliberate pull. A late layout may move it meanwhile.
  func rest() {
    if let clock = state.clock as? ManualClock { return clock.advance(by: metrics.restBeforePull) }
    let end = MainLoop.now + metrics.restBeforePull
    XCTAssertTrue(
      MainLoop.run {
        let now = MainLoop.now
        return now > end && input.position.edges.isSubset(of: coordinator.restingEdges(at: now))
      }
    )
  }
}

extension Widget {
  /// The event controllers of this widget.
  var controllers: [Object] {
    guard let model = gtk_widget_observe_controllers(self) else { return [] }
    return items(of: model.pointer)
  }
}

/// The objects in a `GListModel *`.
@MainActor private func items(of model: OpaquePointer) -> [Object] {
  let model = unsafeBitCast(model, to: ListModel.self)
  return (0..<g_list_model_get_n_items(model)).compactMap { index in
    guard let item = g_list_model_get_item(model, index) else { return nil }
    defer { g_object_unref(item) }
    return unsafeBitCast(item, to: Object.self)
  }
}

extension ObjectConvertible {
  /// The name of the widget's class.
  var typeName: String {
    let instance: UnsafeMutablePointer<GTypeInstance> = UnsafeMutablePointer(pointer)
    return String(cString: g_type_name_from_instance(instance))
  }
}

extension Button {
  /// Activates the widget, as Enter does on a focused button.
  func click() { XCTAssertTrue(gtk_widget_activate(asWidget) != 0) }
}

extension ObjectConvertible {
  /// Emits a signal.
  ///
  /// - Parameter numbers: the signal's arguments, all of them of the type `guint`.
  func emit(_ name: String, _ numbers: UInt32...) {
    emit(name, numbers, "guint") { g_value_set_uint(&$0, $1) }
  }

  /// Emits a signal with fractional arguments.
  func emit(_ name: String, fractions: [Double]) {
    emit(name, fractions, "gdouble") { g_value_set_double(&$0, $1) }
  }

  private func emit<Value>(
    _ name: String,
    _ arguments: [Value],
    _ argumentType: String,
    _ set: (inout GValue, Value) -> Void
  ) {
    let type = g_type_from_name(typeName)
    var values = [GValue](repeating: GValue(), count: 1 + arguments.count)
    g_value_init(&values[0], type)
    g_value_set_object(&values[0], UnsafeMutableRawPointer(pointer))
    for (index, argument) in arguments.enumerated() {
      g_value_init(&values[1 + index], g_type_from_name(argumentType))
      set(&values[1 + index], argument)
    }
    var query = GSignalQuery()
    g_signal_query(g_signal_lookup(name, type), &query)
    var result = GValue()
    if query.return_type == g_type_from_name("gboolean") {
      g_value_init(&result, query.return_type)
    }
    g_signal_emitv(values, query.signal_id, 0, &result)
    for index in values.indices { g_value_unset(&values[index]) }
  }
}

extension RefreshController {
  /// The state of the row at an edge; disabled if the edge has none.
  func state(of edge: PullEdge) -> RefreshState {
    [refresh, loadMore].first { $0.edge == edge }?.state
      ?? RefreshState(edge: edge, moment: .disabled, progress: 0)
  }
}

extension PullEdge {
  /// Whether the edge is at the right or the bottom of the screen.
  func isFar(isMirrored: Bool) -> Bool {
    switch self {
    case .top: false
    case .bottom: true
    case .leading: isMirrored
    case .trailing: !isMirrored
    }
  }
}
