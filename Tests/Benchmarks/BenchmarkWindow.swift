import CPullToRefreshGtk
import Glibc
import PullToRefresh
import PullToRefreshGtk
import Tideline
import TidelineProgram

/// A window that shows the same list with or without the library, controlled by commands.
///
/// Each command is a line of standard input, and is answered by one line of JSON.
final class BenchmarkWindow {
  private let window = Window()
  private let edge: PullEdge
  private let bare: BenchmarkList
  /// Made on first use: until then the process uses nothing of the library.
  private lazy var refreshable = BenchmarkList(at: edge, withLibrary: true)
  private var shown: BenchmarkList
  private var meter: FrameMeter?
  private var reaction: Reaction?
  private var isOpen = true

  /// - Parameter arguments: the name of the edge of the refresh; the top by default.
  static func run(_ arguments: [String]) {
    gtk_init()
    MainLoop.attachMainActor()
    MainLoopTurns.count()
    let window = BenchmarkWindow(at: PullEdge(name: arguments.first))
    window.open()
    while window.isOpen { g_main_context_iteration(nil, 1) }
  }

  private init(at edge: PullEdge) {
    self.edge = edge
    bare = BenchmarkList(at: edge)
    shown = bare
    window.child = bare.page.asWidget
  }

  private func open() {
    gtk_window_fullscreen(window)
    window.present()
    MainLoop.run(timeout: 20) { bare.pageSize > 500 }
    let meter = FrameMeter(of: window)
    let reaction = Reaction(in: window)
    meter.painted = { reaction.painted() }
    (self.meter, self.reaction) = (meter, reaction)
    CommandInput.listen { [unowned self] command in answer(command) }
    print("{\"width\": \(window.width), \"height\": \(window.height), \"gtk\": \"\(gtkVersion)\"}")
    flushOutput()
  }

  private func answer(_ command: String?) {
    var reply = "{}"
    switch command {
    case "show bare": show(bare)
    case "show library": show(refreshable)
    case "top": shown.place(at: 0)
    case "middle": shown.place(at: 0.5)
    case "bottom": shown.place(at: 1)
    case "refresh": shown.placeAtRefresh()
    case "begin":
      meter?.reset()
      shown.beginGesture()
    case "moved": reply = "{\"moved\": \(shown.hasMoved)}"
    case "end": reply = meter?.report ?? reply
    case "watch": reaction?.watch(refreshable.page)
    case "seen": reply = seen
    case "splice": shown.loadMore()
    case "trim": shown.trim()
    case "turns": reply = "{\"turns\": \(MainLoopTurns.taken)}"
    default: isOpen = false
    }
    print(reply)
    flushOutput()
  }

  private func show(_ list: BenchmarkList) {
    shown = list
    window.child = list.page.asWidget
  }

  private var seen: String {
    let frames = reaction?.result.map(String.init) ?? "null"
    return "{\"pulled\": \(reaction?.isWatching == false), \"frames\": \(frames)}"
  }

  private var gtkVersion: String {
    "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
  }
}

/// A benchmark in a window with Tideline's style, which ends with the process.
@MainActor enum BenchmarkProgram {
  /// - Parameters:
  ///   - name: the benchmark's, on the command line.
  ///   - measure: gets the window, which is not shown yet. An error ends the process with status 1.
  static func run(
    _ name: String,
    _ measure: @escaping @MainActor (Window) async throws -> Void
  ) {
    MainLoop.attachMainActor()
    let application = Application(id: "\(AppInfo.id).\(name)")
    application.onActivate {
      CssProvider(Style.css()).addToDefaultDisplay(priority: .application)
      let window = Window(of: application)
      Task {
        do {
          try await measure(window)
        } catch {
          StandardError.write("Benchmarks \(name): \(String(describing: error))")
          Glibc.exit(1)
        }
        window.destroy()
      }
    }
    _ = application.run([name])
  }

  /// Writes a result as a line of JSON.
  static func report(_ what: String, _ values: [String: [Double]]) throws {
    struct Line: Encodable {
      let what: String
      let values: [String: [Double]]
    }
    try StandardOutput.write(json: Line(what: what, values: values))
  }
}

extension Window {
  /// Waits until the next frame is painted, and requests one.
  func nextFrame() async {
    guard let clock = frameClock else { return }
    await withCheckedContinuation { continuation in
      var connection: SignalConnection?
      connection = clock.connect("after-paint") {
        connection?.disconnect()
        connection = nil
        continuation.resume()
      }
      addTickCallback { _ in false }
    }
  }

  /// Waits until what a change leads to is painted.
  func rest() async {
    for _ in 0..<20 { await nextFrame() }
  }
}
