import PullToRefresh
import TidelineGtk

extension Page {
  static var theEnd: Page {
    Page(
      "The end",
      about: """
        One more page, then the footer says that there is no more, until the next refresh.
        """
    ) {
      // snippet.show
      let rows = Rows(60, pages: 1)
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
      // snippet.hide
      return list
    }
  }
}
