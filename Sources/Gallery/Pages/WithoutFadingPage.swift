import PullToRefresh
import TidelineGtk

extension Page {
  static var withoutFading: Page {
    Page(
      "Without fading",
      about: "The rows come as they are, instead of out of nothing with the pull."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.fadesWithPull = false
          $0.loadMore.fadesWithPull = false
        }
      // snippet.hide
      return list
    }
  }
}
