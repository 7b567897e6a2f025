import Foundation
import PullToRefresh
import TidelineGtk

extension Page {
  static var failedRefresh: Page {
    Page(
      "Failed refresh",
      about: "The row says why for a moment; the list stays as it is."
    ) {
      // snippet.show
      struct Offline: LocalizedError {
        var errorDescription: String? { "the server did not answer" }
      }

      let rows = Rows()
      let list = rows.listView()
      list.refreshable {
        try await Task.sleep(for: .seconds(1))
        throw Offline()
      }
      // snippet.hide
      return list
    }
  }
}
