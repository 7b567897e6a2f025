import CPullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// The list of keys behind a list view.
final class KeyListModelTests: WidgetTestCase {
  @MainActor func testSplicesAreToldAsTheyAre() {
    let model = KeyListModel()
    model.append(contentsOf: [1, 2, 3])
    model.replaceSubrange(0..<0, with: [9])
    model.replaceSubrange(1..<2, with: [])
    XCTAssertEqual((0..<model.count).map { model[$0] }, [9, 2, 3])
    XCTAssertEqual(g_list_model_get_n_items(model.asListModel), 3)
  }

  @MainActor func testEachRunOfAReplacementFindsTheListAsItIsThen() {
    let model = KeyListModel()
    model.append(contentsOf: [9, 8, 7, 6, 5])
    var seen: [[Int64]] = []
    let connection = model.asListModel.connect("items-changed") {
      seen.append((0..<model.count).map { model[$0] })
    }
    model.replaceAll(
      with: [10, 6, 9, 8, 5, 4],
      runs: [(0..<0, 0..<2), (2..<4, 4..<4), (5..<5, 5..<6)]
    )
    connection.disconnect()
    XCTAssertEqual(seen, [[9, 8, 7, 6, 5, 4], [9, 8, 5, 4], [10, 6, 9, 8, 5, 4]])
    model.append(contentsOf: [1])
    XCTAssertEqual((0..<model.count).map { model[$0] }, [10, 6, 9, 8, 5, 4, 1])
  }

  @MainActor func testAKeyHasOneItemWhileSomebodyHoldsIt() {
    let model = KeyListModel()
    model.append(contentsOf: [7])
    let first = g_list_model_get_item(model.asListModel, 0)
    let second = g_list_model_get_item(model.asListModel, 0)
    XCTAssertEqual(first, second)
    g_object_unref(first)
    g_object_unref(second)
  }

  @MainActor func testAnItemOutlivesItsRowAndItsList() {
    var model: KeyListModel? = KeyListModel()
    model?.append(contentsOf: [7])
    let item = model.flatMap { g_list_model_get_item($0.asListModel, 0) }
    model?.replaceSubrange(0..<1, with: [])
    model = nil
    XCTAssertNotNil(item)
    g_object_unref(item)
  }

  @MainActor func testAMillionRowsAreEightBytesEach() {
    let model = KeyListModel()
    model.append(contentsOf: Array(0..<1_000_000))
    XCTAssertEqual(model.count, 1_000_000)
    XCTAssertEqual(model[999_999], 999_999)
  }

  @MainActor func testARowOfAnotherModelHasNoKey() {
    let strings = gtk_string_list_new(nil)
    gtk_string_list_append(strings, "not a key")
    XCTAssertEqual(Self.keys(in: unsafeBitCast(strings, to: ListModel.self)), [nil])
  }

  @MainActor func testARowHasTheKeyOfItsItem() {
    let model = KeyListModel()
    model.append(contentsOf: [7])
    XCTAssertEqual(Self.keys(in: model.asListModel), [7])
  }

  /// The keys of the rows that a list view of this model binds.
  @MainActor private static func keys(in model: ListModel) -> [Int64?] {
    var keys: [Int64?] = []
    let factory = SignalListItemFactory()
    factory.on(.bind) { keys.append($0.key) }
    let window = Window()
    window.child = ListView(model: SelectionModel(none: model), factory: factory).asWidget
    window.present()
    let count = Int(g_list_model_get_n_items(model))
    XCTAssertTrue(MainLoop.run { window.width > 0 && keys.count >= count })
    window.destroy()
    return keys
  }
}
