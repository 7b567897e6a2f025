import PullToRefresh
import TidelineGtk

extension Page {
  static var cancel: Page {
    Page(
      "Cancel",
      about: """
        This takes a minute. Cancel it by the button or by Esc; after two seconds the row \
        says that it takes long.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable { try await Task.sleep(for: .seconds(60)) }
        .loadsMore {
          try await Task.sleep(for: .seconds(60))
          return LoadedRows(added: 0, hasMore: true)
        }
        .configureRefresh { $0.metrics.stuckNotice = .seconds(2) }
      // snippet.hide
      return list
    }
  }
}
