import PullToRefresh
import TidelineGtk

extension Page {
  static var colorsAndFonts: Page {
    Page(
      "Colors and fonts",
      about: "What is not set follows the theme: light, dark or high contrast."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.titleColor = Color("#1a5fb4")
          $0.refresh.titleFont = "Cantarell Bold 13"
          $0.refresh.indicatorColor = Color("#e66100")
          $0.loadMore.indicatorColor = Color("#e66100")
        }
      // snippet.hide
      return list
    }
  }
}
