import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A shown window with a scrolled window somewhere in it, made by other code.
final class StrangersWindow {
  let window = Window()
  let scrolled: ScrolledWindow
  let builder: OpaquePointer

  init(_ xml: String, _ properties: [String: String] = [:]) throws {
    let given = properties.map { "<property name=\"\($0.key)\">\($0.value)</property>" }.joined()
    // Moves the placeholder's layout element into the object, where it belongs.
    var xml = xml
    var layout = ""
    if let range = xml.firstRange(of: #/%(<layout>.*?<\/layout>)/#) {
      layout = String(xml[range].dropFirst())
      xml.replaceSubrange(range, with: "%")
    }
    // Switches overlaid scroll bars off, which become larger under the pointer.
    let guest =
      "<object class=\"GtkScrolledWindow\" id=\"scrolled\">\(given)"
      + "<property name=\"overlay-scrolling\">0</property>"
      + "<child><object class=\"GtkLabel\"><property name=\"label\">inside</property></object>"
      + "</child>\(layout)</object>"
    let text = "<interface>" + xml.replacing("%", with: guest) + "</interface>"
    builder = try XCTUnwrap(gtk_builder_new_from_string(text, -1))
    scrolled = try XCTUnwrap(
      gtk_builder_get_object(builder, "scrolled").map { unsafeBitCast($0, to: Widget.self) }?
        .asScrolledWindow
    )
    var outermost = scrolled.asWidget
    while let parent = outermost.parent { outermost = parent }
    if let outer = gtk_builder_get_object(builder, "outer") {
      outermost = unsafeBitCast(outer, to: Widget.self)
    } else if let stack = gtk_builder_get_object(builder, "stack") {
      outermost = unsafeBitCast(stack, to: Widget.self)
    }
    window.child = outermost
    window.setDefaultSize(width: 400, height: 400)
    window.present()
    paint()
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

  func paint() { window.paint(3) }

  /// The bounds of the scrolled window, and of all labels that the other code made.
  var description: [String] {
    let labels = ListWindow.all(below: window).filter {
      $0.typeName == "GtkLabel" && $0.isMapped && !isOurs($0)
    }
    return ([scrolled.asWidget] + labels).map { widget in
      guard widget.isMapped else { return "hidden" }
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(widget, window.asWidget, &bounds)
      return "\(widget.typeName) \(bounds.origin.x) \(bounds.origin.y) "
        + "\(bounds.size.width) \(bounds.size.height)"
    }.sorted()
  }

  /// All widgets in the window, in an order that depends only on the tree.
  var structure: [OpaquePointer] { ListWindow.all(below: window).map(\.pointer) }

  private func isOurs(_ widget: Widget) -> Bool {
    var ancestor: Widget? = widget
    while let present = ancestor {
      if gtk_widget_has_css_class(present, "refresh-row") != 0 { return true }
      if gtk_widget_has_css_class(present, "refresh-pill-holder") != 0 { return true }
      ancestor = present.parent
    }
    return false
  }
}
