import PullToRefresh
import TidelineGtk

extension Page {
  static var loadMore: Page {
    Page(
      "Load more",
      about: "Pull past the bottom, or press the button there."
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
