import Foundation
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// The selection stays on a conversation, wherever a refresh moves it.
nonisolated final class KeySelectionTests: TidelineTestCase {
  func testNothingIsSelectedByItself() {
    onMainActor {
      let list = SelectionList()
      XCTAssertNil(list.selection.key)
      XCTAssertNil(list.position)
    }
  }

  func testWhatTheUserSelectsIsReportedOnce() {
    onMainActor {
      let list = SelectionList()
      list.selection.asSelectionModel.selectedPosition = 1
      XCTAssertEqual(list.changes, [3])
      XCTAssertEqual(list.selection.key, 3)
      list.selection.asSelectionModel.selectedPosition = nil
      XCTAssertEqual(list.changes, [3, nil])
      list.selection.key = 4
      XCTAssertEqual(list.position, 0)
      XCTAssertEqual(list.changes, [3, nil])
    }
  }

  func testItMovesWithItsConversation() {
    onMainActor {
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
  }

  func testItFollowsAUnion() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 4
      list.show([(1, at: 9), (2, at: 2)])
      list.selection.follow(4, to: 1)
      XCTAssertEqual(list.selection.key, 1)
      XCTAssertEqual(list.position, 0)
      XCTAssertEqual(list.changes, [1])
    }
  }

  func testItGoesWithItsConversation() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 3
      list.show([(4, at: 4), (2, at: 2), (1, at: 1)])
      list.selection.follow(3, to: nil)
      XCTAssertNil(list.selection.key)
      XCTAssertNil(list.position)
      XCTAssertEqual(list.gone, 1)
      XCTAssertEqual(list.changes, [], "not as if the user had selected none")
    }
  }

  func testWhatTheUserHasSelectedMeanwhileStays() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 2
      list.selection.follow(3, to: nil)
      list.selection.follow(2, to: 2)
      XCTAssertEqual(list.selection.key, 2)
      XCTAssertEqual(list.gone, 0)
    }
  }

  func testItComesBackWithItsRow() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 1
      list.show([(4, at: 4), (3, at: 3)])
      XCTAssertNil(list.position)
      XCTAssertEqual(list.selection.key, 1)
      list.model.append([row(2, at: 2), row(1, at: 1)])
      XCTAssertEqual(list.position, 3)
      XCTAssertEqual(list.changes, [])
    }
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

  var position: Int? { selection.asSelectionModel.selectedPosition }

  func show(_ rows: [(id: Int64, at: Int)]) {
    model.show(rows.map { row($0.id, at: $0.at) })
  }
}
