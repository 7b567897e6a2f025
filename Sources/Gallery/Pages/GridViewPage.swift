import PullToRefresh
import TidelineGtk

extension Page {
  static var gridView: Page {
    Page(
      "Grid view",
      about: "A GtkGridView."
    ) {
      // snippet.show
      let rows = Rows(200)
      let grid = GridView(
        model: SelectionModel(none: rows.model.asListModel),
        factory: Rows.factory()
      )
      grid.maxColumns = 3
      grid.setAccessibleLabel("Rows")
      let list = ScrolledWindow(grid).filling()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
      // snippet.hide
      return list
    }
  }
}
