import Foundation
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// The selection stays on a conversation, wherever a refresh moves it.
nonisolated final class KeySelectionTests: TidelineTestCase {
  @MainActor func testNothingIsSelectedByItself() {
    let list = SelectionList()
    XCTAssertNil(list.selection.key)
    XCTAssertNil(list.position)
  }

  @MainActor func testWhatTheUserSelectsIsReportedOnce() {
    let list = SelectionList()
    list.positions = [1]
    XCTAssertEqual(list.changes, [3])
    XCTAssertEqual(list.selection.key, 3)
    list.positions = []
    XCTAssertEqual(list.changes, [3, nil])
    list.selection.key = 4
    XCTAssertEqual(list.position, 0)
    XCTAssertEqual(list.changes, [3, nil])
  }

  @MainActor func testItMovesWithItsConversation() {
    let list = SelectionList()
    list.selection.key = 2
    XCTAssertEqual(list.position, 2)
    list.show([(2, at: 9), (4, at: 4), (3, at: 3), (1, at: 1)])
    XCTAssertEqual(list.position, 0)
    list.show([(9, at: 21), (8, at: 20), (2, at: 9), (4, at: 4), (3, at: 3), (1, at: 1)])
    XCTAssertEqual(list.position, 2)
    list.show([(4, at: 4), (3, at: 3), (1, at: 1), (2, at: 0)])
    XCTAssertEqual(list.position, 3)
    XCTAssertEqual(list.selection.key, 2)
    XCTAssertEqual(list.changes, [])
  }

  @MainActor func testItFollowsAUnion() {
    let list = SelectionList()
    list.selection.key = 4
    list.show([(1, at: 9), (2, at: 2)])
    list.selection.follow(4, to: 1)
    XCTAssertEqual(list.selection.key, 1)
    XCTAssertEqual(list.position, 0)
    XCTAssertEqual(list.changes, [1])
  }

  @MainActor func testItGoesWithItsConversation() {
    let list = SelectionList()
    list.selection.key = 3
    list.show([(4, at: 4), (2, at: 2), (1, at: 1)])
    list.selection.follow(3, to: nil)
    XCTAssertNil(list.selection.key)
    XCTAssertNil(list.position)
    XCTAssertEqual(list.gone, 1)
    XCTAssertEqual(list.changes, [], "not as if the user had selected none")
  }

  @MainActor func testWhatTheUserHasSelectedMeanwhileStays() {
    let list = SelectionList()
    list.selection.key = 2
    list.selection.follow(3, to: nil)
    list.selection.follow(2, to: 2)
    XCTAssertEqual(list.selection.key, 2)
    XCTAssertEqual(list.gone, 0)
  }

  @MainActor func testItComesBackWithItsRow() {
    let list = SelectionList()
    list.selection.key = 1
    list.show([(4, at: 4), (3, at: 3)])
    XCTAssertNil(list.position)
    XCTAssertEqual(list.selection.key, 1)
    list.model.append([row(2, at: 2), row(1, at: 1)])
    XCTAssertEqual(list.position, 3)
    XCTAssertEqual(list.changes, [])
  }

  @MainActor func testSeveralAreNotRead() {
    let list = SelectionList()
    list.positions = [1]
    list.positions = [1, 3]
    XCTAssertEqual(list.selection.keys, [3, 1])
    XCTAssertNil(list.selection.key)
    list.positions = [3]
    XCTAssertEqual(list.changes, [3, nil, 1])
    XCTAssertFalse(list.selection.isSeveral)
  }

  @MainActor func testSeveralMoveWithTheirConversations() {
    let list = SelectionList()
    list.positions = [0, 2]
    list.show([(2, at: 9), (3, at: 8), (4, at: 4), (1, at: 1)])
    XCTAssertEqual(list.positions, [0, 2])
    list.show([(9, at: 21), (4, at: 20), (2, at: 9), (3, at: 8)])
    XCTAssertEqual(list.positions, [1, 2])
    XCTAssertEqual(list.selection.keys, [4, 2])
    XCTAssertEqual(list.changes, [])
  }

  @MainActor func testTheLastOfSeveralIsNotReadWhenTheOthersGo() {
    let list = SelectionList()
    list.positions = [0, 2]
    list.show([(4, at: 4), (3, at: 3)])
    XCTAssertEqual(list.selection.keys, [4])
    XCTAssertTrue(list.selection.isSeveral)
    XCTAssertEqual(list.changes, [])
    list.show([(3, at: 3)])
    XCTAssertEqual(list.selection.keys, [])
    XCTAssertFalse(list.selection.isSeveral)
  }

  @MainActor func testTheSelectionModePicksOneAfterTheOther() {
    let list = SelectionList()
    list.positions = [1]
    list.selection.pick(4)
    XCTAssertEqual(list.positions, [0])
    list.selection.pick(2)
    list.selection.pick(4)
    XCTAssertEqual(list.positions, [2])
    XCTAssertEqual(list.changes, [3, nil], "the picked ones are not read")
    list.selection.pick(2)
    XCTAssertFalse(list.selection.isSeveral, "nothing is left")
    list.selection.pick(1)
    list.selection.clear()
    XCTAssertEqual(list.positions, [])
    XCTAssertEqual(list.changes, [3, nil])
  }

  @MainActor func testAHundredThousandAreSelectedAtOnce() {
    let list = SelectionList()
    let rows = (1...100_000).reversed().map { row($0, at: Int($0)) }
    list.model.show(rows)
    list.positions = Array(rows.indices)
    XCTAssertEqual(list.selection.keys.count, 100_000)
    list.model.show(Array(rows.dropFirst()))
    XCTAssertEqual(list.positions.count, 99_999)
  }
}

/// A list of four conversations, of which 4 is the newest.
private final class SelectionList {
  let model = ConversationModel()
  let selection: KeySelection
  private(set) var changes: [Int64?] = []
  private(set) var gone = 0

  init() {
    selection = KeySelection(model)
    model.show((1...4).reversed().map { row($0, at: Int($0)) })
    selection.onChange = { [unowned self] in changes.append($0) }
    selection.onGone = { [unowned self] in gone += 1 }
  }

  /// The selected positions, as GTK sets them for the user.
  var positions: [Int] {
    get { selection.asSelectionModel.selectedPositions }
    set { selection.asSelectionModel.selectedPositions = newValue }
  }

  /// The position of the only selected row.
  var position: Int? { positions.count == 1 ? positions[0] : nil }

  func show(_ rows: [(id: Int64, at: Int)]) {
    model.show(rows.map { row($0.id, at: $0.at) })
  }
}
