import CAdwaita
import Foundation
import TidelineGtk
import XCTest

@testable import Tideline

/// Tests with the project's settings schema, and with others.
nonisolated class PreferencesCase: FolderTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { adw_init() }
  }

  /// Compiles the project's schema, without one key.
  func installSchema(without key: String? = nil) throws {
    var schema = try Self.schema
    if let key {
      let start = try XCTUnwrap(schema.range(of: "<key name=\"\(key)\""))
      let end = try XCTUnwrap(schema.range(of: "</key>", range: start.upperBound..<schema.endIndex))
      schema.removeSubrange(start.lowerBound..<end.upperBound)
    }
    try Self.compile(schema, in: folder)
  }

  static func compile(_ schema: String, in folder: String) throws {
    let path = folder + "/org.tideline.Tideline.gschema.xml"
    try schema.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try Tool.run("glib-compile-schemas", "--strict", folder)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  static var schema: String {
    get throws {
      try MainActor.assumeIsolated {
        try SourceTree.package.text(of: "data/org.tideline.Tideline.gschema.xml")
      }
    }
  }

  /// Runs the body with fresh preferences, which are reset after it.
  func withPreferences(_ body: @MainActor (Preferences) throws -> Void) throws {
    try onMainActor {
      let preferences = try Preferences.fresh()
      defer { preferences.reset(PreferenceKey.all) }
      try body(preferences)
    }
  }

  /// Runs the body with the window of preferences, which must be gone in the end.
  func withWindow(_ body: @MainActor (Preferences, Window) throws -> Void) throws {
    try withPreferences { preferences in
      weak var gone: PreferencesWindow?
      do {
        let (parent, before) = (Window(), Window.all.map(\.pointer))
        let preferencesWindow = PreferencesWindow(preferences, over: parent)
        gone = preferencesWindow
        preferencesWindow.present(over: parent)
        let window = try XCTUnwrap(Window.all.first { !before.contains($0.pointer) })
        XCTAssertTrue(MainLoop.run { window.isMapped })
        try body(preferences, window)
        window.destroy()
        parent.destroy()
      }
      XCTAssertTrue(MainLoop.run { gone == nil })
    }
  }
}

extension Preferences {
  /// Preferences with the project's schema. They are reset, since GLib's memory backend keeps
  /// settings until the process ends.
  static func fresh() throws -> Preferences {
    // GLib has the compiled file in memory from its first use on.
    let folder = try TestFolder()
    try PreferencesCase.compile(PreferencesCase.schema, in: folder.path)
    let preferences = try XCTUnwrap(Preferences(schemasIn: folder.path))
    preferences.reset(PreferenceKey.all)
    return preferences
  }

  func set(_ text: String, _ key: String) { XCTAssertTrue(settings.set(text, for: key), key) }
  func set(_ isOn: Bool, _ key: String) { XCTAssertTrue(settings.set(isOn, for: key), key) }
  func set(_ number: Int, _ key: String) { XCTAssertTrue(settings.set(number, for: key), key) }
}

extension Window {
  /// The toplevel windows of the program.
  static var all: [Window] {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }.compactMap {
      $0?.pointee.data.map { unsafeBitCast($0, to: Window.self) }
    }
  }
}

extension Window {
  /// Shows the page Appearance of Preferences, and returns it.
  func showAppearance() throws -> Widget {
    let stack = try XCTUnwrap(all("AdwViewStack").first)
    let page = try XCTUnwrap(stack.children.dropFirst().first)
    adw_view_stack_set_visible_child(unsafeBitCast(stack, to: ViewStack.self), page)
    XCTAssertTrue(MainLoop.run { page.isMapped })
    return page
  }
}

extension WidgetConvertible {
  /// All descendants of a widget type, such as `GtkSwitch`.
  func all(_ type: String) -> [Widget] {
    children.flatMap { ($0.typeName == type ? [$0] : []) + $0.all(type) }
  }

  /// The row with this title, such as the row of a switch.
  func row(_ title: String) throws -> Widget {
    let rows = ["GtkListBoxRow", "AdwComboRow", "AdwActionRow"].flatMap(all)
    return try XCTUnwrap(
      rows.first { row in
        row.all("GtkLabel").contains {
          gtk_widget_has_css_class($0, "title") != 0 && $0.as(Label.self)?.text == title
        }
      },
      title
    )
  }

  /// The group of the look editor with this heading.
  func group(_ title: String) throws -> Widget {
    let heading = all("GtkLabel").first {
      gtk_widget_has_css_class($0, "heading") != 0 && $0.as(Label.self)?.text == title
    }
    return try XCTUnwrap(heading?.parent?.parent, title)
  }

  private var typeName: String {
    unsafeBitCast(asObject, to: UnsafeMutablePointer<GTypeInstance>.self).pointee.g_class
      .pointee.g_type.name
  }
}

extension GType {
  fileprivate var name: String { g_type_name(self).map { String(cString: $0) } ?? "" }
}
