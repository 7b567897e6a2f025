import PullToRefresh
import TidelineGtk

extension Page {
  static var ring: Page {
    Page(
      "Ring",
      about: "A ring that closes with the pull. Pull past either edge, or press F5."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.indicator = .ring
          $0.loadMore.indicator = .ring
        }
      // snippet.hide
      return list
    }
  }
}
