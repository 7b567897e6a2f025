import CPullToRefreshGtk
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// Every kind of parent lays the container out as it laid out the scrolled window, and gets the
/// scrolled window back where it was.
final class ParentTests: WidgetTestCase {
  /// The XML of each parent, by its name. `%` stands for the scrolled window.
  private static let parents: [String: String] = [
    "box": box("%"),
    "frame": object("GtkFrame", child("%")),
    "aspect frame": object("GtkAspectFrame", child("%")),
    "revealer": object("GtkRevealer", property("reveal-child", "1") + child("%")),
    "expander": object("GtkExpander", property("expanded", "1") + child("%")),
    "list box": object("GtkListBox", child(label) + child("%") + child(label)),
    "list box row": object("GtkListBox", child(object("GtkListBoxRow", child("%"), id: "row"))),
    "flow box": object("GtkFlowBox", child(label) + child("%") + child(label)),
    "paned": object("GtkPaned", property("position", "90") + child(label) + child("%")),
    "paned, first": object("GtkPaned", property("position", "120") + child("%") + child(label)),
    "center box": object("GtkCenterBox", child(label, "start") + child("%", "center")),
    "center box, end": object("GtkCenterBox", child(label, "center") + child("%", "end")),
    "action bar": object("GtkActionBar", child(label, "start") + child("%", "center")),
    "action bar, end": object("GtkActionBar", child("%", "end") + child(label, "end")),
    "header bar": object("GtkHeaderBar", child("%", "title") + child(label, "start")),
    "header bar, start": object("GtkHeaderBar", child(label, "start") + child("%", "start")),
    "overlay": object("GtkOverlay", child("%") + child(label, "overlay")),
    "over an overlay": object(
      "GtkOverlay",
      child(label) + child("%", "overlay") + child(label, "overlay")
    ),
    "grid": object(
      "GtkGrid",
      child(label, layout: ["column": 0, "row": 0])
        + child("%", layout: ["column": 1, "row": 1, "column-span": 2, "row-span": 3])
        + child(label, layout: ["column": 3, "row": 4])
    ),
    "viewport": object("GtkScrolledWindow", property("hscrollbar-policy", "never") + child("%")),
    "notebook": object("GtkNotebook", child(label) + child("%") + child(label)),
  ]

  @MainActor func testTheContainerTakesThePlaceAndGivesItBack() throws {
    for (name, xml) in Self.parents.sorted(by: { $0.key < $1.key }) {
      let guest = try StrangersWindow(xml)
      let before = guest.description
      let structure = guest.structure
      let controller = try RefreshController.attach(to: guest.scrolled)
      XCTAssertEqual(guest.scrolled.parent?.typeName, "PullToRefreshContainer", name)
      guest.paint()
      XCTAssertEqual(guest.description, before, "\(name), attached")
      controller.detach()
      guest.paint()
      XCTAssertEqual(guest.description, before, "\(name), detached")
      // A notebook makes a new tab for each page that it is given.
      if name != "notebook" { XCTAssertEqual(guest.structure, structure, name) }
      guest.window.destroy()
    }
  }

  @MainActor func testMarginsAlignmentAndSizeLookTheSame() throws {
    let looks = [
      ["margin-top": "7", "margin-bottom": "9", "margin-start": "11", "margin-end": "13"],
      ["halign": "center", "valign": "end"], ["halign": "start", "vexpand": "1"],
      ["width-request": "150", "height-request": "180", "hexpand": "0"],
      ["hexpand": "1", "vexpand": "1"], ["propagate-natural-height": "1", "valign": "center"],
      ["visible": "0"], ["margin-top": "20", "valign": "start", "min-content-height": "90"],
    ]
    for (index, look) in looks.enumerated() {
      let guest = try StrangersWindow(
        Self.box(Self.label).replacing(
          "</object></child></object>",
          with: "</object></child><child>%</child><child>\(Self.label)</child></object>"
        ),
        look
      )
      let before = guest.description
      let controller = try RefreshController.attach(to: guest.scrolled)
      guest.paint()
      XCTAssertEqual(guest.description, before, "look \(index), attached")
      controller.detach()
      guest.paint()
      XCTAssertEqual(guest.description, before, "look \(index), detached")
      guest.window.destroy()
    }
  }

  @MainActor func testWhatTheApplicationChangesMeanwhileCounts() throws {
    let plain = try Self.changedMeanwhile(attached: false)
    XCTAssertEqual(try Self.changedMeanwhile(attached: true), plain)
  }

  @MainActor private static func changedMeanwhile(attached: Bool) throws -> [[String]] {
    // Requests a size, because GTK's scroll bars measure differently once they were hidden.
    let size = ["width-request": "100", "height-request": "100"]
    let guest = try StrangersWindow(Self.box("%"), size)
    let controller = attached ? try RefreshController.attach(to: guest.scrolled) : nil
    var seen: [[String]] = []
    func look() {
      guest.paint()
      seen.append(guest.description)
    }
    guest.scrolled.setAlign(horizontal: .center, vertical: .end)
    guest.scrolled.marginTop = 20
    gtk_widget_set_margin_start(guest.scrolled.asWidget, 30)
    look()
    guest.scrolled.isVisible = false
    look()
    guest.scrolled.isVisible = true
    look()
    controller?.detach()
    look()
    seen.append(["\(guest.scrolled.margins)"])
    guest.window.destroy()
    return seen
  }

  @MainActor func testAFixedPlaceAndItsTransformAreKept() throws {
    let place = "<layout><property name=\"transform\">translate(31,47)</property></layout>"
    let guest = try StrangersWindow(
      Self.object(
        "GtkFixed",
        Self.child(Self.label) + Self.child("%\(place)") + Self.child(Self.label)
      )
    )
    let before = guest.description
    let order = guest.structure
    let controller = try RefreshController.attach(to: guest.scrolled)
    guest.paint()
    XCTAssertEqual(guest.scrolled.top(in: guest.window), 47)
    XCTAssertEqual(guest.description, before)
    controller.detach()
    guest.paint()
    XCTAssertEqual(guest.description, before)
    XCTAssertEqual(guest.structure, order)
  }

  @MainActor func testAPopoverTakesTheContainer() throws {
    let guest = try StrangersWindow(
      Self.box(
        "<object class=\"GtkMenuButton\"><property name=\"popover\">"
          + "<object class=\"GtkPopover\">\(Self.child("%"))</object></property></object>"
      )
    )
    let parent = guest.scrolled.parent?.pointer
    let controller = try RefreshController.attach(to: guest.scrolled)
    XCTAssertEqual(guest.scrolled.parent?.parent?.pointer, parent)
    controller.detach()
    XCTAssertEqual(guest.scrolled.parent?.pointer, parent)
  }

  @MainActor func testAPageOfAStackIsRefusedAndEachPageStaysTheSame() throws {
    let guest = try StrangersWindow(
      Self.object(
        "GtkStack",
        Self.page("a", "%") + Self.page("b", Self.label) + Self.page("c", Self.label),
        id: "stack"
      )
    )
    let stack = unsafeBitCast(try guest.builder.widget("stack"), to: Stack.self)
    let list = unsafeBitCast(try XCTUnwrap(gtk_stack_get_pages(stack)), to: ListModel.self)
    func pages() -> [Object] {
      (0..<g_list_model_get_n_items(list)).compactMap { index in
        guard let page = g_list_model_get_item(list, index) else { return nil }
        defer { g_object_unref(page) }
        return unsafeBitCast(page, to: Object.self)
      }
    }
    var switches = 0
    let connection = stack.connect("notify::visible-child") { switches += 1 }
    let before = pages()
    let said = warnings { guest.scrolled.refreshable {} }
    XCTAssertEqual(said.count, 1, "\(said)")
    XCTAssertTrue(said.allSatisfy { $0.contains("Put it into a GtkBox") }, "\(said)")
    XCTAssertEqual(pages().map(\.pointer), before.map(\.pointer))
    XCTAssertEqual(guest.scrolled.parent?.pointer, stack.pointer)
    XCTAssertEqual(switches, 0)
    connection.disconnect()
  }

  @MainActor func testAListThatIsMovedIntoAStackIsShownThere() throws {
    let guest = try StrangersWindow(Self.box("%"))
    _ = try RefreshController.attach(to: guest.scrolled)
    let container = try XCTUnwrap(guest.scrolled.parent)
    let stack = Stack()
    XCTAssertTrue(container.removeFromParent())
    stack.add(container, named: "list")
    guest.window.child = stack.asWidget
    XCTAssertTrue(MainLoop.run { guest.scrolled.isMapped })
  }

  // MARK: XML

  private static let label =
    "<object class=\"GtkLabel\"><property name=\"label\">x</property></object>"

  private static func object(_ name: String, _ inside: String, id: String = "outer") -> String {
    "<object class=\"\(name)\" id=\"\(id)\">\(inside)</object>"
  }

  private static func box(_ inside: String) -> String {
    object("GtkBox", property("orientation", "vertical") + child(inside))
  }

  private static func property(_ name: String, _ value: String) -> String {
    "<property name=\"\(name)\">\(value)</property>"
  }

  private static func child(
    _ inside: String,
    _ type: String? = nil,
    layout: [String: Int] = [:]
  ) -> String {
    var inside = inside
    if !layout.isEmpty {
      let properties = layout.map { property($0.key, "\($0.value)") }.joined()
      inside = inside.replacing("</object>", with: "<layout>\(properties)</layout></object>")
      if inside == "%" { inside = "%<layout>\(properties)</layout>" }
    }
    return "<child\(type.map { " type=\"\($0)\"" } ?? "")>\(inside)</child>"
  }

  private static func page(_ name: String, _ inside: String) -> String {
    child(
      "<object class=\"GtkStackPage\">" + property("name", name) + property("title", "A page")
        + "<property name=\"child\">\(inside)</property></object>"
    )
  }

  @MainActor func testEveryMarginThatIsSetWhileAttachedIsTheContainers() throws {
    let plain = try Self.marginsChangedMeanwhile(attached: false)
    XCTAssertEqual(try Self.marginsChangedMeanwhile(attached: true), plain)
  }

  /// The layouts of a list whose margins are removed, and set to those that an open row needs.
  @MainActor private static func marginsChangedMeanwhile(attached: Bool) throws -> [[String]] {
    let margins = [
      "margin-top": "12", "margin-bottom": "8", "margin-start": "4", "margin-end": "2",
    ]
    let guest = try StrangersWindow(Self.box("%"), margins)
    if attached { _ = try RefreshController.attach(to: guest.scrolled) }
    var seen: [[String]] = []
    for top in [0, 54, 0, 12] {
      guest.scrolled.marginTop = top
      guest.paint()
      seen.append(guest.description + ["\(guest.scrolled.margins)"])
    }
    for margins in [Margins(), Margins(top: 1, bottom: 2, start: 3, end: 4), Margins()] {
      guest.scrolled.margins = margins
      guest.paint()
      seen.append(guest.description + ["\(guest.scrolled.margins)"])
    }
    guest.window.destroy()
    return seen
  }
}
