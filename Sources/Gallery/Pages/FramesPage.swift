import PullToRefresh
import TidelineGtk

extension Page {
  static var frames: Page {
    Page(
      "Frames",
      about: """
        Pictures that follow each other with the pull, and in a loop while it runs. Pull past \
        either edge, or press F5.
        """
    ) {
      // snippet.show
      let rows = Rows()
      let list = rows.listView()
      let picture = IndicatorPicture(frames: Frames.moon, perSecond: 8)
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
