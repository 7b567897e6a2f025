// A list of letters that can be pulled, in Swift. Its server takes half a second to answer, and
// fails the first request for more letters.

import PullToRefresh
import PullToRefreshGtk

struct Asleep: Error, CustomStringConvertible { let description = "The server is asleep" }

@MainActor func showLetters(in application: Application) {
  let list = ListBox()
  var (lastRow, refreshes, loads) = (0, 0, 0)

  func appendRows(_ count: Int) {
    for _ in 0..<count {
      lastRow += 1
      list.insert(Label("Row \(lastRow)"), name: "Row \(lastRow)")
    }
  }

  appendRows(200)
  let scrolled = ScrolledWindow(list)
    .refreshable(reporting: {
      try await Task.sleep(for: .milliseconds(500))
      refreshes += 1
      list.insert(Label("Just in \(refreshes)"), at: 0, name: "Just in \(refreshes)")
      return "1 new letter"
    })
    .loadsMore {
      try await Task.sleep(for: .milliseconds(500))
      loads += 1
      if loads == 1 { throw Asleep() }
      appendRows(100)
      return LoadedRows(added: 100, hasMore: false)
    }
    .configureRefresh { controller in
      controller.loadMore.mode = .automatic(prefetch: 0.5)
      controller.refresh.indicator = .ring
      controller.refresh.titles.release = "Let go for letters"
      controller.loadMore.titles.exhausted = "That is all"
    }
  Window(of: application, title: "Letters", width: 360, height: 480, child: scrolled).present()
}

let application = Application(id: "org.example.Letters")
application.onActivate { showLetters(in: application) }
application.run()
