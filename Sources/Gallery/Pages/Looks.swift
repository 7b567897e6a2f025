import Foundation
import PullToRefresh
import TidelineGtk
import TidelineLooks

extension Gallery {
  static var looks: [Page] {
    [
      Page(
        "Look Editor",
        about:
          "The user chooses the look of both rows, and can keep it as a file. Pull, and see it."
      ) {
        let (rows, page) = (Rows(), Box(.vertical, spacing: 0))
        let (look, list) = (LookMemory(), rows.listView())
        list.refreshable { _ = try await rows.fetch() }
          .loadsMore { try await rows.nextPage() }
        let shown = Unowned(list)
        look.follow(RowKeys.all, in: list) { look in
          shown.object.refreshController.map { look.apply(to: $0) }
        }
        let editor = LookEditor(look)
        page.append(list)
        page.append(editor.preview.widget)
        var margins = Margins()
        (margins.top, margins.bottom, margins.start, margins.end) = (12, 12, 12, 12)
        editor.widget.margins = margins
        let scrolled = ScrolledWindow(editor.widget).filling()
        scrolled.setPolicy(horizontal: .never, vertical: .automatic)
        page.append(scrolled)
        page.own(editor, key: "editor")
        return page
      },
      Page(
        "Titles",
        about: """
          Each state has a title; those that are not set stay in the language of the user.
          """
      ) { rows, list in
        list.refreshable { _ = try await rows.fetch() }
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.titles.pull = "Pull for the tide"
            $0.refresh.titles.release = "Let go, the tide turns"
            $0.refresh.titles.running = "The tide comes in…"
            $0.refresh.titles.done = "High water"
            $0.loadMore.titles.loadMore = "Older Tides"
            $0.loadMore.titles.pull = "Pull for older tides"
            $0.loadMore.titles.release = "Let go for older tides"
            $0.loadMore.titles.running = "Looking them up…"
          }
      },
      Page(
        "Colors and fonts",
        about: "What is not set follows the theme: light, dark or high contrast."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.titleColor = Color("#1a5fb4")
            $0.refresh.titleFont = "Cantarell Bold 13"
            $0.refresh.indicatorColor = Color("#e66100")
            $0.loadMore.indicatorColor = Color("#e66100")
          }
      },
      Page(
        "Without fading",
        about: "The rows come as they are, instead of out of nothing with the pull."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.fadesWithPull = false
            $0.loadMore.fadesWithPull = false
          }
      },
      Page(
        "Floating",
        about: "The header lies over the list while it runs, too, and moves nothing."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh { $0.refresh.floats = true }
      },
      Page(
        "Last updated",
        about: """
          Refresh, then pull again: the second line says when it was, also after the next \
          start.
          """
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .configureRefresh {
            $0.refresh.lastUpdated = LastUpdated(key: "rows", store: LastUpdatedFolder.standard)
          }
      },
      Page(
        "Own header",
        about: """
          A progress bar in place of indicator and title. Screen readers still hear the \
          titles.
          """
      ) { rows, list in
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
      },
      Page(
        "Own footer",
        about: "A bar that fills with the pull past the bottom, with a button on it."
      ) { rows, list in
        let (bar, button) = (ProgressBar(), Button(label: "More"))
        bar.setSizeRequest(width: 200)
        bar.setAlign(vertical: .center)
        bar.setAccessibleLabel("Pull")
        button.setAction("pull-to-refresh.load-more")
        button.setAlign(horizontal: .center, vertical: .center)
        let both = Overlay()
        both.child = bar.asWidget
        both.add(overlay: button)
        list.loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.metrics.loadHeight = 60
            $0.loadMore.fadesWithPull = false
            $0.loadMore.content = { state in
              bar.fraction = state.phase == .loading ? 1 : state.progress
              button.isVisible = state.phase == .stopped
              return both
            }
          }
      },
    ]
  }
}
