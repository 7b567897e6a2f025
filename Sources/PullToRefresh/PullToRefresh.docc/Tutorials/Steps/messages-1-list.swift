import PullToRefreshGtk

/// A made-up inbox: its messages are numbers, and the newest is the greatest.
@MainActor
final class Inbox {
  let rows = KeyListModel()
  private var newest: Int64 = 100
  private var oldest: Int64 = 81

  init() { rows.append(contentsOf: (oldest...newest).reversed()) }
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

  let content = ScrolledWindow(list)
  Window(of: app, title: "Messages", width: 360, height: 480, child: content).present()
}
app.run()
