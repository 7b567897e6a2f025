import PullToRefresh
import TidelineGtk

extension Page {
  static var spinner: Page {
    Page(
      "Spinner",
      about: "The desktop's own spinner. Pull past either edge, or press F5."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.indicator = .spinner
          $0.loadMore.indicator = .spinner
        }
      // snippet.hide
      return list
    }
  }
}
