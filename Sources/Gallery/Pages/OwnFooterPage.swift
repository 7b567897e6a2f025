import Foundation
import PullToRefresh
import TidelineGtk

extension Page {
  static var ownFooter: Page {
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
    }
  }
}

// snippet.show
final class Water {
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
