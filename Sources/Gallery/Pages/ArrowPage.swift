import PullToRefresh
import TidelineGtk

extension Page {
  static var arrow: Page {
    Page(
      "Arrow",
      about: """
        An arrow that turns when letting go would do it. Pull past either edge, or press F5.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.indicator = .arrow
          $0.loadMore.indicator = .arrow
        }
      // snippet.hide
      return list
    }
  }
}
