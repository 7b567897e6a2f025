import PullToRefresh
import TidelineGtk

extension Gallery {
  static var loadingMore: [Page] {
    [
      Page(
        "Load more",
        about: "Pull past the bottom, or press the button there."
      ) { rows, list in
        list.loadsMore { try await rows.nextPage() }
      },
      Page(
        "Automatic",
        about: """
          Scroll down: two pages before the end the list asks for more by itself.
          """
      ) { rows, list in
        list.loadsMore { try await rows.nextPage() }
          .configureRefresh { $0.loadMore.mode = .automatic(prefetch: 2) }
      },
      Page(
        "Failed load",
        about: """
          The first attempt fails, and the row waits with a button that tries again.
          """
      ) { rows, list in
        var attempts = 0
        list.loadsMore {
          attempts += 1
          if attempts == 1 { throw NoAnswer() }
          return try await rows.nextPage()
        }
      },
      Page(
        "The end",
        about: """
          One more page, then the footer says that there is no more, until the next refresh.
          """
      ) {
        let rows = Rows(60, pages: 1)
        let list = rows.listView()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
        return list
      },
    ]
  }
}
