import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore

/// A window with one list at a time, which counts the effects of gestures. All lists refresh past
/// the same edge.
///
/// Each command is a line of standard input, and is answered by one line of JSON.
final class GestureWindow {
  private let edge: PullEdge
  private let window = Window()
  /// Holds the lists that were shown.
  private let stack = Stack()
  private let received = ReceivedEvents()
  private let motion = PaintedMotion()
  private var isPlayed = false
  private var lists: [String: GestureList] = [:]
  private var shown: GestureList?
  private var trace: [String] = []
  private var isOpen = true

  /// - Parameter arguments: the name of the edge, the top by default; and `rtl` for a window with
  ///   right-to-left reading.
  static func run(_ arguments: [String]) {
    gtk_init()
    MainLoop.attachMainActor()
    if arguments.contains("rtl") { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    let window = GestureWindow(at: PullEdge(name: arguments.first))
    window.open()
    while window.isOpen { g_main_context_iteration(nil, 1) }
  }

  private init(at edge: PullEdge) { self.edge = edge }

  private func open() {
    window.child = stack.asWidget
    show("long")
    gtk_window_fullscreen(window)
    window.present()
    received.watch(window) { [unowned self] in motion.handMoved() }
    window.addTickCallback { [unowned self] time in
      if isPlayed, let shown {
        motion.look(at: shown.scrolledWindow, horizontally: edge.isHorizontal, time: time)
      }
      return true
    }
    MainLoop.run(timeout: 20) { window.height > 500 }
    CommandInput.listen { [unowned self] command in answer(command) }
    print("{\"width\": \(window.width), \"height\": \(window.height)}")
    flushOutput()
  }

  private func answer(_ command: String?) {
    let words = command?.split(separator: " ").map(String.init) ?? []
    let number = words.count > 1 ? Double(words[1]) ?? 0 : 0
    var reply = "{}"
    switch words.first {
    case "show": show(words.count > 1 ? words[1] : "")
    case "place": shown?.place(at: number)
    case "inner": shown?.placeInner(at: number)
    case "focus": shown?.takeFocus()
    case "begin":
      trace = []
      received.begin()
      motion.begin()
      play(true)
    case "state": reply = state
    case "end":
      play(false)
      let lines = trace.map(\.debugDescription).joined(separator: ", ")
      let seen = "\(received.end()), \"jump\": \(motion.jump)"
      reply = "{\(seen), \"trace\": [\(lines)]}"
    default: isOpen = false
    }
    print(reply)
    flushOutput()
  }

  private func play(_ isPlayed: Bool) {
    self.isPlayed = isPlayed
    shown?.play(isPlayed)
  }

  private func show(_ name: String) {
    guard let content = GestureList.Content(rawValue: name) else { return }
    let list =
      lists[name]
      ?? GestureList(content, at: edge) { [unowned self] line in
        trace.append("\(Double(Clock.wall / 100_000) / 10_000) \(line)")
      }
    if lists.updateValue(list, forKey: name) == nil { stack.add(list.page, named: name) }
    shown = list
    stack.visibleChildName = name
  }

  private var state: String {
    guard let shown else { return "{}" }
    let (near, far) = shown.distances
    return "{\"idle\": \(shown.isIdle), \"back\": \(motion.isBack), "
      + "\"near\": \(near), \"far\": \(far), "
      + "\"refreshes\": \(shown.refreshes), \"loads\": \(shown.loads), "
      + "\"activations\": \(shown.activations), "
      + "\"inner\": \(shown.innerRefreshes), \"insideNear\": \(shown.innerDistance)}"
  }
}
