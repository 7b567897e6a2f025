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
        // snippet.show
        let (look, list) = (LookMemory(), rows.listView())
        list.refreshable { _ = try await rows.fetch() }
          .loadsMore { try await rows.nextPage() }
        let shown = Unowned(list)
        look.follow(RowKeys.all, in: list) { look in
          shown.object.refreshController.map { look.apply(to: $0) }
        }
        let editor = LookEditor(look)
        // snippet.hide
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
      ) {
        // snippet.show
        let rows = Rows()
        let list = rows.listView()
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
        // snippet.hide
        return list
      },
      Page(
        "Colors and fonts",
        about: "What is not set follows the theme: light, dark or high contrast."
      ) {
        // snippet.show
        let rows = Rows()
        let list = rows.listView()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.titleColor = Color("#1a5fb4")
            $0.refresh.titleFont = "Cantarell Bold 13"
            $0.refresh.indicatorColor = Color("#e66100")
            $0.loadMore.indicatorColor = Color("#e66100")
          }
        // snippet.hide
        return list
      },
      Page(
        "Without fading",
        about: "The rows come as they are, instead of out of nothing with the pull."
      ) {
        // snippet.show
        let rows = Rows()
        let list = rows.listView()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.refresh.fadesWithPull = false
            $0.loadMore.fadesWithPull = false
          }
        // snippet.hide
        return list
      },
      Page(
        "Floating",
        about: "The header lies over the list while it runs, too, and moves nothing."
      ) {
        // snippet.show
        let rows = Rows()
        let list = rows.listView()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh { $0.refresh.floats = true }
        // snippet.hide
        return list
      },
      Page(
        "Last updated",
        about: """
          Refresh, then pull again: the second line says when it was, also after the next \
          start.
          """
      ) {
        // snippet.show
        let rows = Rows()
        let list = rows.listView()
        list.refreshable(reporting: { try await rows.fetch() })
          .configureRefresh {
            $0.refresh.lastUpdated = LastUpdated(key: "rows", store: LastUpdatedFolder.standard)
          }
        // snippet.hide
        return list
      },
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
      },
      Page(
        "Own footer",
        about: """
          A drawing whose water rises with the pull past the bottom, with a button on it.
          """
      ) {
        // snippet.show
        let rows = Rows()
        let list = rows.listView()
        let water = Water()
        list.loadsMore { try await rows.nextPage() }
          .configureRefresh {
            $0.metrics.loadHeight = 60
            $0.loadMore.fadesWithPull = false
            $0.loadMore.content = { state in
              water.level = state.phase == .loading ? 1 : state.progress
              water.button.isVisible = state.phase == .stopped
              return water.widget
            }
          }
        // snippet.hide
        return list
      },
    ]
  }
}

// snippet.show
private final class Water {
  let widget = Overlay()
  let button = Button(label: "More")
  /// The level of the water, 0…1.
  var level = 0.0 { didSet { area.queueDraw() } }
  private let area = DrawingArea()

  init() {
    area.setSizeRequest(width: 200)
    area.setExpand(horizontal: true)
    area.onDraw { [weak self] canvas, size in self?.draw(on: canvas, size) }
    button.setAction("pull-to-refresh.load-more")
    button.setAlign(horizontal: .center, vertical: .center)
    widget.child = area.asWidget
    widget.add(overlay: button)
  }

  private func draw(on canvas: Canvas, _ size: (width: Double, height: Double)) {
    guard let blue = Color("rgba(53, 132, 228, 0.5)") else { return }
    canvas.move(to: 0, size.height)
    for x in stride(from: 0, through: size.width, by: 4) {
      canvas.line(to: x, size.height * (1 - level) + 3 * sin(x / 15))
    }
    canvas.line(to: size.width, size.height)
    canvas.fill(blue)
  }
}
// snippet.hide
