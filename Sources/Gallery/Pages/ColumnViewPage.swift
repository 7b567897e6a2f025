import PullToRefresh
import TidelineGtk

extension Page {
  static var columnView: Page {
    Page(
      "Column view",
      about: "A GtkColumnView; the rows slide in below its head."
    ) {
      // snippet.show
      let rows = Rows()
      let columns = ColumnView(model: SelectionModel(none: rows.model.asListModel))
      columns.append(ColumnViewColumn(title: "Name", factory: Rows.factory()))
      columns.append(ColumnViewColumn(title: "Key", factory: Rows.factory { "\($0)" }))
      columns.setAccessibleLabel("Rows")
      let list = ScrolledWindow(columns).filling()
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
      // snippet.hide
      return list
    }
  }
}
