import Foundation
import Gtk
import Mail
import XCTest

@testable import Tideline

/// The selection is on a conversation, wherever a refresh puts it.
nonisolated final class KeySelectionTests: TidelineTestCase {
  func testNothingIsSelectedByItself() {
    onMainActor {
      let list = SelectionList()
      XCTAssertNil(list.selection.key)
      XCTAssertNil(list.position)
    }
  }

  func testWhatTheUserSelectsIsToldOnce() {
    onMainActor {
      let list = SelectionList()
      list.selection.asSelectionModel.selectedPosition = 1
      XCTAssertEqual(list.told, [3])
      XCTAssertEqual(list.selection.key, 3)
      list.selection.asSelectionModel.selectedPosition = nil
      XCTAssertEqual(list.told, [3, nil])
      list.selection.key = 4
      XCTAssertEqual(list.position, 0)
      XCTAssertEqual(list.told, [3, nil])
    }
  }

  func testItMovesWithItsConversation() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 2
      XCTAssertEqual(list.position, 2)
      list.apply([.update(row(2, at: 9))])
      XCTAssertEqual(list.position, 0)
      list.apply([.insert(row(8, at: 20)), .insert(row(9, at: 21))])
      XCTAssertEqual(list.position, 2)
      list.apply([.removed(9), .removed(8), .update(row(2, at: 0))])
      XCTAssertEqual(list.position, 3)
      XCTAssertEqual(list.selection.key, 2)
      XCTAssertEqual(list.told, [])
    }
  }

  func testItFollowsAUnion() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 4
      list.apply([
        .merged(from: 4, into: 3), .merged(from: 3, into: 1), .update(row(1, at: 9)),
      ])
      XCTAssertEqual(list.selection.key, 1)
      XCTAssertEqual(list.position, 0)
      XCTAssertEqual(list.told, [1])
    }
  }

  func testItGoesWithItsConversation() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 3
      list.apply([.removed(3)])
      XCTAssertNil(list.selection.key)
      XCTAssertNil(list.position)
      XCTAssertEqual(list.gone, 1)
      XCTAssertEqual(list.told, [], "not as if the user had selected none")
    }
  }

  func testItComesBackWithItsRow() {
    onMainActor {
      let list = SelectionList()
      list.selection.key = 1
      list.model.replaceAll(with: [row(4, at: 4), row(3, at: 3)])
      XCTAssertNil(list.position)
      XCTAssertEqual(list.selection.key, 1)
      list.model.append([row(2, at: 2), row(1, at: 1)])
      XCTAssertEqual(list.position, 3)
      XCTAssertEqual(list.told, [])
    }
  }
}

/// Four conversations, of which 4 is the newest.
private final class SelectionList {
  let model = ConversationModel()
  let selection: KeySelection
  private(set) var told: [Int64?] = []
  private(set) var gone = 0

  init() {
    selection = KeySelection(model)
    model.replaceAll(with: (1...4).reversed().map { row($0, at: Int($0)) })
    selection.onChange = { [unowned self] in told.append($0) }
    selection.onGone = { [unowned self] in gone += 1 }
  }

  var position: Int? { selection.asSelectionModel.selectedPosition }

  func apply(_ changes: [ConversationChange]) {
    model.apply(changes, downTo: nil)
    selection.follow(changes)
  }
}
