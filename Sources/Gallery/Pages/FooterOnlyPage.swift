import PullToRefresh
import TidelineGtk

extension Page {
  static var footerOnly: Page {
    Page(
      "Footer only",
      about: "Nothing happens past the top."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.loadsMore { try await rows.nextPage() }
      // snippet.hide
      return list
    }
  }
}
