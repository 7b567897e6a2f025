import PullToRefresh
import TidelineGtk

extension Page {
  static var shortContent: Page {
    Page(
      "Short content",
      about: "Three rows, nothing to scroll: both edges work all the same."
    ) {
      // snippet.show
      let rows = Rows(3)
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
      // snippet.hide
      return list
    }
  }
}
