import PullToRefreshGtk

let app = Application(id: "org.example.Messages")
app.onActivate {
  let nothing = Box(.vertical, spacing: 0)
  Window(of: app, title: "Messages", width: 360, height: 480, child: nothing).present()
}
app.run()
