import PullToRefresh
import TidelineGtk

extension Page {
  static var environment: Page {
    Page(
      "Environment",
      about: """
        The button stands outside the list and finds the refresh around it. Without one it \
        is disabled.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let page = Box(.vertical, spacing: 0)
      let button = Button(label: "Refresh")
      button.onEnvironmentChange { [button = Unowned(button)] in
        button.object.isSensitive = $0.refresh != nil
      }
      button.connect("clicked") { [button = Unowned(button)] in
        Task { await button.object.environment.refresh?() }
      }

      let offers = Switch()
      offers.isActive = true
      offers.setAccessibleLabel("Offer refresh")
      offers.onChange { [offers = Unowned(offers), page = Unowned(page)] in
        if offers.object.isActive {
          page.object.refreshable(reporting: { try await rows.fetch() })
        } else {
          page.object.environment.refresh = nil
        }
      }
      page.refreshable(reporting: { try await rows.fetch() })
      // snippet.hide
      return Controls.fill(
        page,
        [button, Controls.labelled("Offer refresh", offers)],
        rows.listView()
      )
    }
  }
}
