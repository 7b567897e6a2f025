import PullToRefresh
import TidelineGtk

extension Page {
  static var lastUpdated: Page {
    Page(
      "Last updated",
      about: """
        Refresh, then pull again: the second line says when it was, also after the next \
        start.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(reporting: { try await rows.fetch() })
        .configureRefresh {
          $0.refresh.lastUpdated = LastUpdated(key: "rows", store: LastUpdatedFile.standard)
        }
      // snippet.hide
      return list
    }
  }
}
