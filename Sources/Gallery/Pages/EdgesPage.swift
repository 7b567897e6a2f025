import PullToRefresh
import TidelineGtk

extension Page {
  static var edges: Page {
    Page(
      "Edges on and off",
      about: "Each edge is switched off and on at any time, also while it runs."
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      let header = Switch()
      let footer = Switch()
      header.isActive = true
      footer.isActive = true
      header.setAccessibleLabel("Header")
      footer.setAccessibleLabel("Footer")
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh { controller in
          header.onChange { [weak controller, header = Unowned(header)] in
            controller?.refresh.isEnabled = header.object.isActive
          }
          footer.onChange { [weak controller, footer = Unowned(footer)] in
            controller?.loadMore.isEnabled = footer.object.isActive
          }
        }
      // snippet.hide
      return Controls.above(
        list,
        Controls.labelled("Header", header),
        Controls.labelled("Footer", footer)
      )
    }
  }
}
