import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// A window with a scrolled list that GtkBuilder made, as in an application in another language,
/// with functions to change its rows and to find their positions.
final class GuestWindow {
  enum Kind: String, CaseIterable {
    case listView, gridView, columnView, textView, listBox, box, flowBox
  }

  let kind: Kind
  let window = Window()
  let scrolled: ScrolledWindow
  let content: Widget
  private let strings: OpaquePointer
  private let builder: OpaquePointer

  /// - Parameter rows: the number of rows, named `row 0` and so on.
  init(_ kind: Kind, rows: Int = 300, policy: String = "automatic") throws {
    self.kind = kind
    builder = try XCTUnwrap(
      gtk_builder_new_from_string(
        """
        <interface>
          <object class="GtkStringList" id="strings"/>
          <object class="GtkBox" id="parent"><child>
            <object class="GtkScrolledWindow" id="scrolled">
              <property name="hexpand">1</property>
              <property name="vexpand">1</property>
              <property name="vscrollbar-policy">\(policy)</property>
              <child>\(kind.xml)</child>
            </object>
          </child></object>
        </interface>
        """,
        -1
      )
    )
    content = try builder.widget("content")
    scrolled = try XCTUnwrap(builder.widget("scrolled").asScrolledWindow)
    strings = try XCTUnwrap(gtk_builder_get_object(builder, "strings")).pointer
    window.child = try builder.widget("parent")
    window.setDefaultSize(width: 300, height: 400)
    // Hides the cursor: while it blinks, the frames never come to rest.
    if kind == .textView { gtk_text_view_set_cursor_visible(textView, 0) }
    insert((0..<rows).map { "row \($0)" })
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

  /// A shown window whose list has the handlers that `setUp` gives it, and is scrolled to a
  /// position.
  static func shown(
    _ kind: Kind,
    at place: Double = 0,
    offering setUp: (GuestWindow) -> Void = { $0.scrolled.refreshable {} }
  ) throws -> GuestWindow {
    let guest = try GuestWindow(kind)
    setUp(guest)
    guest.present()
    if place > 0 { guest.scroll(to: place) }
    return guest
  }

  /// Tests such a window of each kind, one after the other.
  static func each(
    _ kinds: [Kind] = Kind.allCases,
    at place: Double = 0,
    offering setUp: (GuestWindow) -> Void = { $0.scrolled.refreshable {} },
    _ test: (GuestWindow) throws -> Void
  ) throws {
    for kind in kinds {
      let guest = try shown(kind, at: place, offering: setUp)
      try test(guest)
      guest.window.destroy()
    }
  }

  var controller: RefreshController {
    get throws { try XCTUnwrap(scrolled.refreshController) }
  }

  /// Shows the window and waits until it is laid out.
  func present(file: StaticString = #filePath, line: UInt = #line) {
    window.present()
    XCTAssertTrue(
      MainLoop.run { [self] in
        // Waits longer for a text view, which measures its lines in steps.
        adjustment.pageSize > 100 && (kind != .textView || adjustment.upper > Double(lines) * 15)
      },
      "\(kind) is not laid out",
      file: file,
      line: line
    )
    paint(2)
  }

  var adjustment: Adjustment { scrolled.verticalAdjustment }

  /// Scrolls, and waits until the new position is painted.
  func scroll(to value: Double) {
    adjustment.value = value
    paint(2)
  }

  /// Flings the content as GTK does after a touchpad's release.
  ///
  /// - Parameter velocity: in px a second, towards the end.
  func fling(_ velocity: Double) {
    // Converts px into steps of this length: without an event, GTK takes the scrolling for a
    // wheel's.
    let step = pow(adjustment.pageSize, 2.0 / 3)
    for controller in scrolled.asWidget.controllers
    where controller.typeName == "GtkEventControllerScroll" {
      controller.emit("decelerate", fractions: [0, velocity / step])
    }
  }

  // MARK: Rows

  private var lines: Int32 { gtk_text_buffer_get_line_count(gtk_text_view_get_buffer(textView)) }
  private var textView: TextView { unsafeBitCast(content, to: TextView.self) }

  /// Adds rows above all others.
  func insert(_ names: [String]) {
    switch kind {
    case .listView, .gridView, .columnView:
      let copies = names.map { strdup($0) }
      var list: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
      gtk_string_list_splice(strings, 0, 0, &list)
      for copy in copies { free(copy) }
    case .textView:
      let buffer = gtk_text_view_get_buffer(textView)
      var start = GtkTextIter()
      gtk_text_buffer_get_start_iter(buffer, &start)
      gtk_text_buffer_insert(buffer, &start, names.joined(separator: "\n") + "\n", -1)
    case .listBox, .box, .flowBox:
      for name in names.reversed() {
        let label = Label(name)
        switch kind {
        case .listBox:
          gtk_list_box_prepend(unsafeBitCast(content, to: ListBox.self), label.asWidget)
        case .flowBox: gtk_flow_box_insert(content.pointer, label.asWidget, 0)
        default: gtk_box_prepend(unsafeBitCast(content, to: Box.self), label.asWidget)
        }
      }
    }
  }

  /// Removes rows, counted from the top.
  func remove(_ range: Range<Int>) {
    switch kind {
    case .listView, .gridView, .columnView:
      gtk_string_list_splice(strings, UInt32(range.lowerBound), UInt32(range.count), nil)
    case .textView:
      let buffer = gtk_text_view_get_buffer(textView)
      var start = GtkTextIter()
      var end = GtkTextIter()
      gtk_text_buffer_get_iter_at_line(buffer, &start, Int32(range.lowerBound))
      gtk_text_buffer_get_iter_at_line(buffer, &end, Int32(range.upperBound))
      gtk_text_buffer_delete(buffer, &start, &end)
    case .listBox:
      for row in content.children[range] {
        gtk_list_box_remove(unsafeBitCast(content, to: ListBox.self), row)
      }
    case .flowBox:
      for row in content.children[range] { gtk_flow_box_remove(content.pointer, row) }
    case .box:
      for row in content.children[range] {
        gtk_box_remove(unsafeBitCast(content, to: Box.self), row)
      }
    }
  }

  /// The position of each row in sight in the window; in a text, of each line.
  var tops: [String: Double] {
    let height = Double(scrolled.height)
    var tops: [String: Double] = [:]
    if kind == .textView {
      for line in 0..<lines {
        let (name, top) = self.line(line)
        if top >= 0, top < height, let offset = content.top(in: window) {
          tops[name] = top + offset
        }
      }
      return tops
    }
    for widget in ListWindow.all(below: content) where widget.typeName == "GtkLabel" {
      guard widget.isMapped, let top = widget.top(in: scrolled), top >= 0, top < height else {
        continue
      }
      tops[unsafeBitCast(widget, to: Label.self).text] = widget.top(in: window)
    }
    return tops
  }

  private func line(_ number: Int32) -> (name: String, top: Double) {
    let buffer = gtk_text_view_get_buffer(textView)
    var start = GtkTextIter()
    gtk_text_buffer_get_iter_at_line(buffer, &start, number)
    var y: Int32 = 0
    var height: Int32 = 0
    gtk_text_view_get_line_yrange(textView, &start, &y, &height)
    var top: Int32 = 0
    gtk_text_view_buffer_to_window_coords(textView, GTK_TEXT_WINDOW_WIDGET, 0, y, nil, &top)
    var end = start
    if gtk_text_iter_ends_line(&end) == 0 { gtk_text_iter_forward_to_line_end(&end) }
    let text = gtk_text_iter_get_text(&start, &end)
    defer { g_free(text) }
    return (text.map { String(cString: $0) } ?? "", Double(top))
  }

  /// The first row at or below a position in the window.
  func row(below height: Double) -> String {
    tops.filter { $0.value >= height }.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? ""
  }

  /// Clears the focus, because GTK 4.8 keeps a removed widget alive if it had the focus, even after
  /// its window is gone.
  func dropFocus() { gtk_root_set_focus(gtk_widget_get_root(scrolled.asWidget), nil) }

  // MARK: Frames

  func paint(_ frames: Int) { window.paint(frames) }

  @discardableResult
  func painted<Value>(_ frames: Int, _ look: @escaping () -> Value) -> [Value] {
    window.painted(frames, look)
  }
}

extension GuestWindow.Kind {
  private static let factory = """
    <property name="factory"><object class="GtkBuilderListItemFactory"><property name="bytes">\
    <![CDATA[<interface><template class="GtkListItem"><property name="child">\
    <object class="GtkLabel"><binding name="label"><lookup name="string" type="GtkStringObject">\
    <lookup name="item">GtkListItem</lookup></lookup></binding></object>\
    </property></template></interface>]]></property></object></property>
    """
  private static let model = """
    <property name="model"><object class="GtkNoSelection">\
    <property name="model">strings</property></object></property>
    """

  fileprivate var xml: String {
    let name = "Gtk" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    let inside =
      switch self {
      case .listView: Self.model + Self.factory
      case .gridView:
        Self.model + Self.factory + "<property name=\"min-columns\">3</property>"
          + "<property name=\"max-columns\">3</property>"
      case .columnView:
        Self.model + "<child><object class=\"GtkColumnViewColumn\">"
          + "<property name=\"title\">Title</property>\(Self.factory)</object></child>"
      case .box: "<property name=\"orientation\">vertical</property>"
      case .flowBox:
        "<property name=\"min-children-per-line\">3</property>"
          + "<property name=\"max-children-per-line\">3</property>"
      case .textView, .listBox: ""
      }
    return "<object class=\"\(name)\" id=\"content\">\(inside)</object>"
  }
}

extension OpaquePointer {
  /// A widget of a `GtkBuilder *`.
  @MainActor func widget(_ id: String) throws -> Widget {
    unsafeBitCast(try XCTUnwrap(gtk_builder_get_object(self, id), id), to: Widget.self)
  }
}

extension WidgetConvertible {
  /// Calls ``update(arrivals:_:)`` from code that is not async.
  ///
  /// - Returns: a function that tells whether the update is done.
  func updateSoon(arrivals: Int = 0, _ changes: @escaping () -> Void) -> () -> Bool {
    var isDone = false
    Task {
      await update(arrivals: arrivals, changes)
      isDone = true
    }
    return { isDone }
  }
}

enum TextBox {
  @MainActor static func make() -> Widget {
    let column = Box(.vertical, spacing: 0)
    for index in 0..<50 { column.append(Label("line \(index)")) }
    return column.asWidget
  }
}

extension GuestWindow {
  /// Requested only here, so that Swift's own references are the same each time.
  var fingerprint: Fingerprint { Fingerprint(scrolled) }

  /// Puts a finger down at rest and moves it, past the top if positive. The finger stays down.
  func pull(by distance: Double) {
    guard let driver = scrolled.refreshController?.driver else { return }
    driver.rest()
    driver.input.touch(.touchBegan(at: driver.input.position))
    let slop = distance < 0 ? -driver.metrics.startSlop : driver.metrics.startSlop
    driver.input.touch(.touchMoved(along: distance + slop, at: driver.input.position))
  }

  /// Lifts the finger of ``pull(by:)``.
  func release() { scrolled.refreshController?.driver.input.touch(.touchEnded) }
}

extension Margins {
  init(top: Int, bottom: Int, start: Int, end: Int) {
    self.init()
    (self.top, self.bottom, self.start, self.end) = (top, bottom, start, end)
  }
}
