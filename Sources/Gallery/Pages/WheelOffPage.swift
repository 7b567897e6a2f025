import PullToRefresh
import TidelineGtk

extension Page {
  static var wheelOff: Page {
    Page(
      "Wheel off",
      about: """
        A wheel only scrolls here; touch, touchpad, keys and buttons do as ever.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh { $0.metrics.wheelEnabled = false }
      // snippet.hide
      return list
    }
  }
}
