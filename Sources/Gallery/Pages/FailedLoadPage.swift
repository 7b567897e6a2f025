import Foundation
import PullToRefresh
import TidelineGtk

extension Page {
  static var failedLoad: Page {
    Page(
      "Failed load",
      about: """
        The first attempt fails, and the row waits with a button that tries again.
        """
    ) {
      // snippet.show
      struct Offline: LocalizedError {
        var errorDescription: String? { "the server did not answer" }
      }

      let rows = Rows()
      let list = rows.listView()
      var attempts = 0
      list.loadsMore {
        attempts += 1
        if attempts == 1 { throw Offline() }
        return try await rows.nextPage()
      }
      // snippet.hide
      return list
    }
  }
}
