import Gtk
import Mail
import PullToRefresh

Program.run(title: "Own Gtk", width: 360, height: 480) {
  let list = ListBox()
  for number in 1...20 { list.insert(Label("Row \(number)"), at: -1) }
  // The scrolled window gets its parent only later; `attach` waits for that.
  let scrolled = ScrolledWindow(list)
  RefreshController.attach(to: OpaquePointer(scrolled.widgetPointer)) { controller in
    controller.list?.refreshable {
      list.insert(Label(try await Post.fetch()), at: 0)
    }
  }
  return scrolled
}
