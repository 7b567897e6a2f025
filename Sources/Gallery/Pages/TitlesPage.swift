import PullToRefresh
import TidelineGtk

extension Page {
  static var titles: Page {
    Page(
      "Titles",
      about: """
        Each state has a title; those that are not set stay in the language of the user.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable { _ = try await rows.fetch() }
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.titles.pull = "Pull for the tide"
          $0.refresh.titles.release = "Let go, the tide turns"
          $0.refresh.titles.running = "The tide comes in…"
          $0.refresh.titles.done = "High water"
          $0.loadMore.titles.loadMore = "Older Tides"
          $0.loadMore.titles.pull = "Pull for older tides"
          $0.loadMore.titles.release = "Let go for older tides"
          $0.loadMore.titles.running = "Looking them up…"
        }
      // snippet.hide
      return list
    }
  }
}
