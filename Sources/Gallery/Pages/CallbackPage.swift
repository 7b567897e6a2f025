import PullToRefresh
import TidelineGtk

extension Page {
  static var callback: Page {
    Page(
      "Callback",
      about: """
        For code that calls back: the refresh ends by itself after half a second, or when it \
        says so.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable(endsAfter: .milliseconds(500)) { _ in rows.arrive(1) }
        .loadsMore(endsAfter: nil) { done in
          rows.append(20)
          done(LoadedRows(added: 20, hasMore: true))
        }
      // snippet.hide
      return list
    }
  }
}
