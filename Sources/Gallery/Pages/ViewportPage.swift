import PullToRefresh
import TidelineGtk

extension Page {
  static var viewport: Page {
    Page(
      "Viewport",
      about: """
        Any widget, here a box of labels, in the viewport that GTK puts around it.
        """
    ) {
      // snippet.show
      let column = Box(.vertical, spacing: 12)
      for number in 1...60 { column.append(Label("Row \(number)")) }
      let list = ScrolledWindow(column).filling()
      list.refreshable {
        try await Task.sleep(for: .seconds(1))
        column.prepend(Label("A new row"))
      }
      .loadsMore {
        try await Task.sleep(for: .seconds(1))
        for _ in 1...20 { column.append(Label("One more row")) }
        return LoadedRows(added: 20, hasMore: true)
      }
      // snippet.hide
      return list
    }
  }
}
