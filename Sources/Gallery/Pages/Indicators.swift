import PullToRefresh
import TidelineGtk

extension Gallery {
  static var indicators: [Page] {
    [
      Page(
        "Spinner",
        about: "The desktop's own spinner. Pull past either edge, or press F5."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.indicator = .spinner
            $0.loadMore.indicator = .spinner
          }
      },
      Page(
        "Arrow",
        about: """
          An arrow that turns when letting go would do it. Pull past either edge, or press F5.
          """
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.indicator = .arrow
            $0.loadMore.indicator = .arrow
          }
      },
      Page(
        "Ring",
        about: "A ring that closes with the pull. Pull past either edge, or press F5."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.indicator = .ring
            $0.loadMore.indicator = .ring
          }
      },
      Page(
        "Turning picture",
        about: """
          An icon, a file or any GdkPaintable that turns with the pull and while it runs. Pull past \
          either edge, or press F5.
          """
      ) { rows, list in
        let picture = IndicatorPicture(icon: "view-refresh-symbolic")
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.indicator = .picture(picture)
            $0.loadMore.indicator = .picture(picture)
          }
      },
      Page(
        "Frames",
        about: """
          Pictures that follow each other with the pull, and in a loop while it runs. Pull past \
          either edge, or press F5.
          """
      ) { rows, list in
        let picture = IndicatorPicture(frames: Frames.moon, perSecond: 8)
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.indicator = .picture(picture)
            $0.loadMore.indicator = .picture(picture)
          }
      },
      Page(
        "No indicator",
        about: "Titles alone. Pull past either edge, or press F5."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.indicator = .none
            $0.loadMore.indicator = .none
          }
      },
    ]
  }
}
