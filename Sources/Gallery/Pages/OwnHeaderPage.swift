import PullToRefresh
import TidelineGtk

extension Page {
  static var ownHeader: Page {
    Page(
      "Own header",
      about: """
        A progress bar in place of indicator and title. Screen readers still hear the \
        titles.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      let bar = ProgressBar()
      bar.setSizeRequest(width: 200)
      bar.setAlign(vertical: .center)
      bar.setAccessibleLabel("Pull")
      list.refreshable(reporting: { try await rows.fetch() })
        .configureRefresh {
          $0.refresh.content = { state in
            bar.fraction = state.progress
            return bar
          }
        }
      // snippet.hide
      return list
    }
  }
}
