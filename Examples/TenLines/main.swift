import PullToRefresh
import PullToRefreshGtk

let app = Application(id: "org.example.TenLines")
app.onActivate {
  let list = Box(.vertical, spacing: 24, margin: 24)
  list.refreshable { list.prepend(Label("Just in")) }
  list.loadsMore {
    for number in 1...20 { list.append(Label("Row \(number)")) }
    return LoadedRows(added: 20, hasMore: true)
  }
  list.configureRefresh { $0.loadMore.mode = .automatic() }
  Window(of: app, width: 360, height: 480, child: ScrolledWindow(list)).present()
}
app.run()
