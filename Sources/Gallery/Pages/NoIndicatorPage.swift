import PullToRefresh
import TidelineGtk

extension Page {
  static var noIndicator: Page {
    Page(
      "No indicator",
      about: "Titles alone. Pull past either edge, or press F5."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.indicator = .none
          $0.loadMore.indicator = .none
        }
      // snippet.hide
      return list
    }
  }
}
