import FoundationEssentials
import PullToRefresh
import PullToRefreshGtk

/// A made-up inbox: its messages are numbers, and the newest is the greatest.
@MainActor
final class Inbox {
  let rows = KeyListModel()
  private var newest: Int64 = 100
  private var oldest: Int64 = 81
  private var visits = 0

  init() { rows.append(contentsOf: (oldest...newest).reversed()) }

  /// Fetches two new messages after a second; every third call fails, as if offline.
  func fetch() async throws -> [Int64] {
    try await Task.sleep(for: .seconds(1))
    visits += 1
    if visits.isMultiple(of: 3) { throw Offline() }
    return [newest + 2, newest + 1]
  }

  func show(new messages: [Int64]) {
    rows.replaceSubrange(0..<0, with: messages)
    newest = messages.first ?? newest
  }
}

struct Offline: LocalizedError {
  var errorDescription: String? { "The server is not there" }
}

let app = Application(id: "org.example.Messages")
let inbox = Inbox()

app.onActivate {
  let factory = SignalListItemFactory()
  factory.on(.bind) { item in
    let label = Label("Message \(item.key ?? 0)")
    label.setSizeRequest(height: 48)
    item.child = label.asWidget
  }
  let rows = SelectionModel(none: inbox.rows.asListModel)
  let list = ListView(model: rows, factory: factory)

  list.refreshable(reporting: {
    let messages = try await inbox.fetch()
    await list.update { inbox.show(new: messages) }
    return "\(messages.count) new"
  })

  let content = ScrolledWindow(list)
  Window(of: app, title: "Messages", width: 360, height: 480, child: content).present()
}
app.run()
