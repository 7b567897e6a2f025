import PullToRefresh
import TidelineGtk

extension Page {
  static var thresholds: Page {
    Page(
      "Thresholds",
      about: "How far to pull, in pixels. The buttons choose."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      let buttons = [24.0, 100, 400].map { threshold in
        let button = Button(label: "\(Int(threshold)) px")
        list.configureRefresh { controller in
          button.connect("clicked") { [weak controller] in
            controller?.metrics.threshold = threshold
          }
        }
        return button
      }
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
      // snippet.hide
      return Controls.above(list, buttons)
    }
  }
}
