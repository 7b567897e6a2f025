import CAdwaita
import CPullToRefreshGtk
import Foundation
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// A test of the app's widgets, which look as in the app.
nonisolated class TidelineTestCase: WidgetTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { CssProvider(Style.css()).addToDefaultDisplay(priority: .application) }
  }
}

/// A test of widgets of libadwaita.
nonisolated class AdwaitaTestCase: TidelineTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { adw_init() }
  }
}

/// A test with a folder of its own.
nonisolated class FolderTestCase: TidelineTestCase {
  private(set) var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "tideline-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: folder)
    super.tearDown()
  }
}

/// A test of widgets on a mailbox, with its own store.
nonisolated class StoreTestCase: FolderTestCase {
  /// The store's path; the file does not exist before the test.
  var store: String { folder + "/store.sqlite" }
}

/// A folder that lasts as long as the test has it.
nonisolated final class TestFolder: Sendable {
  let path = NSTemporaryDirectory() + "tideline-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

nonisolated func makeMaildir(_ path: String) throws {
  for name in ["cur", "new", "tmp"] {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)",
      withIntermediateDirectories: true
    )
  }
}

/// The permissions of a file.
nonisolated func permissions(_ path: String) throws -> Int {
  try XCTUnwrap(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
}

extension Window {
  /// Waits for the next frame.
  func paint() {
    var isPainted = false
    let connection = frameClock?.connect("after-paint") { isPainted = true }
    addTickCallback { _ in false }
    XCTAssertTrue(MainLoop.run { isPainted })
    connection?.disconnect()
  }
}

extension WidgetConvertible {
  /// Performs the shortcut that the widget has for a key, such as `<Shift>Tab`.
  ///
  /// - Returns: whether the shortcut has handled the key.
  func press(_ key: String) -> Bool {
    let trigger = UnsafeRawPointer(gtk_shortcut_trigger_parse_string(key))
    let controllers = gtk_widget_observe_controllers(asWidget)
    return items(controllers).filter {
      g_type_check_instance_is_a(
        $0.assumingMemoryBound(to: GTypeInstance.self),
        gtk_shortcut_controller_get_type()
      ) != 0
    }
    .flatMap { items(unsafeBitCast($0, to: ListModel.self)) }.map { OpaquePointer($0) }
    .contains {
      gtk_shortcut_trigger_equal(UnsafeRawPointer(gtk_shortcut_get_trigger($0)), trigger) != 0
        && gtk_shortcut_action_activate(
          gtk_shortcut_get_action($0),
          GTK_SHORTCUT_ACTION_EXCLUSIVE,
          asWidget,
          nil
        ) != 0
    }
  }

  /// The items of a list that keeps them.
  private func items(_ list: ListModel?) -> [UnsafeMutableRawPointer] {
    (0..<g_list_model_get_n_items(list)).compactMap { index in
      let item = g_list_model_get_item(list, index)
      g_object_unref(item)
      return item
    }
  }
}

/// Shows all texts in twice their size.
func useLargeText() {
  var value = GValue()
  g_value_init(&value, GType(6 << 2))  // a whole number
  g_value_set_int(&value, 2 * 96 * 1024)
  g_object_set_property(gtk_settings_get_default()?.asObject, "gtk-xft-dpi", &value)
}

func useNormalText() {
  gtk_settings_get_default().map { gtk_settings_reset_property($0, "gtk-xft-dpi") }
}

/// Lets all other tasks run until the condition is true.
func until(_ condition: () async -> Bool) async {
  let deadline = ContinuousClock.now + .seconds(15)
  while await !condition() {
    guard ContinuousClock.now < deadline else { return XCTFail("it never came") }
    await Task.yield()
  }
}

extension MessageHead {
  /// A message from Ann, whose id and subject are its date.
  nonisolated init(at date: Int) {
    self.init(messageID: "\(date)", date: Int64(date), senders: ["Ann"], subject: "\(date)")
  }
}
