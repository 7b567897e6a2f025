import PullToRefresh
import TidelineGtk

extension Page {
  static var floating: Page {
    Page(
      "Floating",
      about: "The header lies over the list while it runs, too, and moves nothing."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh { $0.refresh.floats = true }
      // snippet.hide
      return list
    }
  }
}
