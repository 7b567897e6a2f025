import CPullToRefreshGtk
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// The dot by which a row of All Inboxes tells its account.
nonisolated final class RowAccountTests: TidelineTestCase {
  @MainActor private static func dot(of row: ConversationRow) -> Widget? {
    row.widget.children.lazy.flatMap(\.children)
      .first { gtk_widget_has_css_class($0, "account-dot") != 0 }
  }

  func testARowShowsTheAccountOnlyWhereThereAreSeveral() throws {
    try onMainActor {
      let row = ConversationRow()
      let conversation = Conversation(id: 1, subject: "Tides", messageCount: 1)
      row.show(conversation)
      let dot = try XCTUnwrap(Self.dot(of: row))
      XCTAssertFalse(dot.isVisible)
      // The same conversation number may be of another account in the next list.
      for rank in [0, 9] {
        row.show(conversation, of: RowAccount(name: "Account \(rank)", rank: rank))
        XCTAssertTrue(dot.isVisible)
        XCTAssertEqual(dot.tooltipText, "Account \(rank)")
        for color in 0..<RowAccount.colors {
          let isOwn = gtk_widget_has_css_class(dot, "account-\(color)") != 0
          XCTAssertEqual(isOwn, color == rank % RowAccount.colors)
        }
      }
      row.show(conversation)
      XCTAssertFalse(dot.isVisible)
    }
  }

  func testAScreenReaderHearsTheAccount() {
    onMainActor {
      let conversation = Conversation(id: 1, subject: "Tides", messageCount: 1)
      let spoken = conversation.spokenSummary(of: RowAccount(name: "Work", rank: 1))
      XCTAssertTrue(spoken.hasSuffix(", account Work"), spoken)
      XCTAssertFalse(conversation.spokenSummary().contains("account"))
    }
  }
}
