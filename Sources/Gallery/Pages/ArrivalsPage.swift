import PullToRefresh
import TidelineGtk

extension Page {
  static var arrivals: Page {
    Page(
      "Rows arriving above",
      about: "Scroll down, then press F5: what you read stays where it is, and a pill leads up."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      list.refreshable {
        try await Task.sleep(for: .seconds(1))
        await list.update(arrivals: 3) { rows.arrive(3) }
      }
      // snippet.hide
      return list
    }
  }
}
