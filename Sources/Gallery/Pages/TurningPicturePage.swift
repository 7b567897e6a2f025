import PullToRefresh
import TidelineGtk

extension Page {
  static var turningPicture: Page {
    Page(
      "Turning picture",
      about: """
        An icon, a file or any GdkPaintable that turns with the pull and while it runs. Pull past \
        either edge, or press F5.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      let picture = IndicatorPicture(icon: "view-refresh-symbolic")
      list.refreshable(reporting: { try await rows.fetch() })
        .loadsMore { try await rows.nextPage() }
        .configureRefresh {
          $0.refresh.indicator = .picture(picture)
          $0.loadMore.indicator = .picture(picture)
        }
      // snippet.hide
      return list
    }
  }
}
