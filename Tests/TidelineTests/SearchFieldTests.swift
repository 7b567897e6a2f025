import CPullToRefreshGtk
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// The menu of operators beside the search field.
nonisolated final class SearchFieldTests: TidelineTestCase {
  @MainActor func testTheMenuOffersTheOperatorsThatFit() {
    let window = Window()
    do {
      let field = SearchField()
      var searched: [String] = []
      field.onChange = { searched.append($0) }
      window.child = field.widget.asWidget
      window.present()
      field.open()
      XCTAssertEqual(field.offered, SearchOperator.all)
      for (typed, offered) in [
        ("f", ["from:"]), ("from:", SearchOperator.all), ("is:un", ["is:unread"]),
        ("from:ann I", ["is:unread", "is:read", "is:starred", "in:"]),
      ] {
        field.entry.text = typed
        XCTAssertEqual(field.offered, offered)
      }
      for (name, text) in [
        ("in:", "from:ann in:"), ("has:attachment", "from:ann in: has:attachment "),
      ] {
        let name = g_variant_new_string(name)
        gtk_widget_activate_action_variant(field.operators.asWidget, "search-field.add", name)
        XCTAssertEqual(field.entry.text, text)
        XCTAssertTrue(MainLoop.run { searched.last == text })
        XCTAssertTrue(field.entry.containsFocus)
      }
    }
  }
}
