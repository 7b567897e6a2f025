import PullToRefresh
import TidelineGtk

extension Page {
  static var bothEnds: Page {
    Page(
      "Both ends",
      about: """
        A chat that is opened in its middle: pull past the top for earlier messages, and past the \
        bottom for later ones. The line that you read stays where it is.
        """
    ) {
      // snippet.show
      let messages = Messages(81...120)
      let list = messages.listView()
      list.loadsEarlier {
        try await Task.sleep(for: .seconds(1))
        await list.update { messages.prepend(20) }
        return LoadedRows(added: 20, hasMore: messages.oldest > 1)
      }
      .loadsMore {
        try await Task.sleep(for: .seconds(1))
        await list.update { messages.arrive(20) }
        return LoadedRows(added: 20, hasMore: messages.newest < 200)
      }
      // snippet.hide
      return list
    }
  }
}
