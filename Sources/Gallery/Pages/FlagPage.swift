import PullToRefresh
import TidelineGtk

extension Page {
  static var flag: Page {
    Page(
      "Flag",
      about: """
        The switch begins and ends a refresh, and follows one that a pull began.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      let flag = Switch()
      flag.setAccessibleLabel("Refreshing")
      list.refreshable { try await Task.sleep(for: .seconds(3600)) }
        .configureRefresh { controller in
          flag.onChange { [weak controller, flag = Unowned(flag)] in
            controller?.refresh.isRunning = flag.object.isActive
          }
          controller.onStateChange = { [weak controller] in
            flag.isActive = controller?.refresh.isRunning ?? false
          }
        }
      // snippet.hide
      return Controls.above(list, Controls.labelled("Refreshing", flag))
    }
  }
}
