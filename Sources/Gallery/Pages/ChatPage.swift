import PullToRefresh
import TidelineGtk

extension Page {
  static var chat: Page {
    Page(
      "Chat",
      about: """
        Scroll up: older messages come before you reach the top, and the line that you read stays \
        where it is. Pull past the bottom for new ones.
        """
    ) {
      // snippet.show
      let messages = Messages()
      let list = messages.listView()
      list.refreshable(at: .bottom) {
        try await Task.sleep(for: .seconds(1))
        await list.update(arrivals: 2) { messages.arrive(2) }
      }
      .loadsMore(at: .top) {
        try await Task.sleep(for: .milliseconds(300))
        await list.update { messages.prepend(30) }
        return LoadedRows(added: 30, hasMore: true)
      }
      .configureRefresh { controller in
        controller.loadMore.mode = .automatic(prefetch: 2)
        controller.scroll(to: .bottom, isAnimated: false)
      }
      // snippet.hide
      return list
    }
  }
}
