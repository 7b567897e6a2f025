import PullToRefresh
import TidelineGtk

extension Page {
  static var headerOnly: Page {
    Page(
      "Header only",
      about: "Nothing happens past the bottom."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
      // snippet.hide
      return list
    }
  }
}
