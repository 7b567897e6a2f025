import PullToRefresh
import TidelineGtk

extension Page {
  static var automatic: Page {
    Page(
      "Automatic",
      about: """
        Scroll down: two pages before the end the list asks for more by itself.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.loadsMore { try await rows.nextPage() }
        .configureRefresh { $0.loadMore.mode = .automatic(prefetch: 2) }
      // snippet.hide
      return list
    }
  }
}
