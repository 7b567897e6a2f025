import Gtk
import Mail
import PullToRefresh

Program.run(title: "Own Gtk", width: 360, height: 480) {
  let list = ListBox()
  for number in 1...20 { list.insert(Label("Row \(number)"), at: -1) }
  // The scrolled window gets its parent only later; `pull` waits for that.
  let scrolled = ScrolledWindow(list)
  OpaquePointer(scrolled.widgetPointer).pull { controller in
    controller.onRefresh {
      list.insert(Label(try await Post.fetch()), at: 0)
    }
  }
  return scrolled
}
