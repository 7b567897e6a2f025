import ArgumentParser
import FoundationEssentials
import Glibc
import Mail
import PullToRefreshGtk
import Tideline
import TidelineGtk
import TidelineProgram

/// Loads a mailbox into a list page by page, and measures memory, splices and frames.
///
/// Each result is a line of JSON. The bare list beside it has rows of the same look without a
/// store, over the same model of keys.
final class ScaleBench {
  private let window: Window
  private let mailbox: Mailbox
  private let list = ConversationList()

  private static let page = 50

  /// The number of times that both lists are scrolled, and the frames each time.
  private let scrolls: (rounds: Int, frames: Int)

  init(_ window: Window, _ mailbox: Mailbox, scrolls: (rounds: Int, frames: Int)) {
    self.window = window
    self.mailbox = mailbox
    self.scrolls = scrolls
    window.setDefaultSize(width: 720, height: 800)
    window.child = list.widget.asWidget
    list.supply.fetch { try await mailbox.conversations($0) }
  }

  func run(rows: Int) async throws {
    window.present()
    let first = try await mailbox.conversations(after: nil, limit: Self.page)
    list.model.show(first.conversations)
    await window.rest()
    let empty = Memory.now
    try await load(rows: rows, after: first.next)
    await window.rest()
    let loaded = Memory.now
    try BenchmarkProgram.report("memory", ["empty": [empty], "loaded": [loaded]])
    try await splices()
    let reloads = ReloadBench(mailbox, list) { [unowned self] in await window.nextFrame() }
    try BenchmarkProgram.report("reload", try await reloads.run())
    let bare = BareList(keys: list.model.keys)
    for round in 0..<scrolls.rounds {
      // In turns: neither list always goes first.
      for isBare in round % 2 == 0 ? [true, false] : [false, true] {
        let scroll = await scrolled(isBare ? bare.widget : list.widget, by: 90, round)
        try BenchmarkProgram.report(isBare ? "bare" : "list", scroll)
      }
    }
    try await jumps()
  }

  // MARK: Loading

  private func load(rows: Int, after cursor: Cursor?) async throws {
    var next = cursor
    var read: [Double] = []
    var bound: [Double] = []
    while let cursor = next, list.model.count < rows {
      let start = MainLoop.now
      let page = try await mailbox.conversations(after: cursor, limit: Self.page)
      read.append((MainLoop.now - start) / .milliseconds(1))
      bound.append(time { list.model.append(page.conversations) })
      next = page.next
    }
    let tail = read.count / 10
    try BenchmarkProgram.report(
      "pages",
      [
        "top": Array(read.prefix(tail)), "deep": Array(read.suffix(tail)),
        "append": Array(bound.suffix(tail)), "rows": [Double(list.model.count)],
      ]
    )
  }

  // MARK: Splices

  private func splices() async throws {
    scroll(list.widget, to: 0.5)
    await window.rest()
    let stored = list.model.places
    let arrived = (1...Self.page).map { Cursor(seconds: 4_000_000_000, id: 1 << 40 - Int64($0)) }
    let all = arrived + stored
    var costs: [Double] = []
    for _ in 0..<20 {
      let rows = list.model.pinned.compactMap { list.model[$0] }
      let start = FrameTimes.used
      list.show(all, rows: rows)
      costs.append(FrameTimes.used - start)
      await window.nextFrame()
      list.show(stored, rows: rows)
      await window.nextFrame()
    }
    try BenchmarkProgram.report("splices", ["apply": costs])
  }

  // MARK: Scrolling

  /// Moves by this many px a frame, like a fast scroll, and measures each frame.
  private func scrolled(
    _ widget: ScrolledWindow,
    by step: Double,
    _ round: Int
  ) async -> [String: [Double]] {
    window.child = widget.asWidget
    await window.rest()
    scroll(widget, to: 0.1 + 0.1 * Double(round))
    await window.rest()
    let meter = FrameTimes(of: window)
    var empty: [Double] = []
    for _ in 0..<scrolls.frames {
      widget.verticalAdjustment.value += step
      await window.nextFrame()
      if widget.pointer == list.widget.pointer { empty.append(Double(placeholders)) }
    }
    return ["cpu": Array(meter.end().dropFirst(10)), "placeholders": empty]
  }

  /// Measures for how many frames placeholders are shown after a jump to rows that are not loaded.
  private func jumps() async throws {
    window.child = list.widget.asWidget
    await window.rest()
    var counts: [Double] = []
    var milliseconds: [Double] = []
    for jump in 0..<40 {
      scroll(list.widget, to: Double(jump * 7919 % 1000) / 1000)
      let start = MainLoop.now
      var frames = 0
      repeat {
        await window.nextFrame()
        if placeholders > 0 { frames += 1 }
      } while placeholders > 0
      counts.append(Double(frames))
      milliseconds.append((MainLoop.now - start) / .milliseconds(1))
    }
    try BenchmarkProgram.report("jumps", ["frames": counts, "milliseconds": milliseconds])
  }

  /// The number of visible rows that are not loaded.
  private var placeholders: Int {
    let adjustment = list.widget.verticalAdjustment
    let height = adjustment.upper / Double(max(1, list.model.count))
    let first = max(0, Int(adjustment.value / height))
    let last = min(list.model.count, Int((adjustment.value + adjustment.pageSize) / height) + 1)
    return (first..<max(first, last)).count { !list.model.hasRow(at: $0) }
  }

  private func scroll(_ widget: ScrolledWindow, to part: Double) {
    let adjustment = widget.verticalAdjustment
    adjustment.value = (adjustment.upper - adjustment.pageSize) * part
  }

  // MARK: Time

  private func time(_ body: () -> Void) -> Double {
    let start = MainLoop.now
    body()
    return (MainLoop.now - start) / .milliseconds(1)
  }
}

/// `Benchmarks scale`: the cost of a list with very many rows.
struct ScaleCommand: ParsableCommand {
  @Option(help: "A store of its own; it is filled when it has fewer conversations.")
  var store: String

  @Option(help: "How many conversations.")
  var rows = 1_000_000

  @Option(help: "How often both lists are scrolled.")
  var rounds = 6

  @Option(help: "For how many frames each time.")
  var frames = 300

  func run() throws {
    let (store, rows, scrolls) = (store, rows, (rounds: rounds, frames: frames))
    MainActor.assumeIsolated {
      BenchmarkProgram.run("scale") { window in
        let mailbox = try await Self.mailbox(store, rows)
        try await ScaleBench(window, mailbox, scrolls: scrolls).run(rows: rows)
      }
    }
  }

  private static func mailbox(_ store: String, _ rows: Int) async throws -> Mailbox {
    let mailbox = try await Mailbox.open(SyntheticMail(count: rows), store: store)
    guard try await mailbox.conversationCount() < rows else { return mailbox }
    let summary = try await mailbox.refresh()
    StandardError.write("\(summary.messages) messages indexed in \(Int(summary.seconds)) s")
    // Exits, so that a fresh process measures: the list's memory must not include that of indexing.
    Glibc.exit(75)
  }
}

/// A list view with rows of the same look but without a store, as the base of comparison.
final class BareList {
  let widget = ScrolledWindow()

  init(keys: KeyListModel) {
    let factory = SignalListItemFactory()
    var rows: [OpaquePointer: ConversationRow] = [:]
    factory.on(.setup) { item in
      let row = ConversationRow()
      item.child = row.widget.asWidget
      rows[item.pointer] = row
    }
    factory.on(.bind) { item in
      guard let key = item.key else { return }
      rows[item.pointer]?.show(SyntheticMail.row(Int(key)))
    }
    factory.on(.teardown) { item in rows[item.pointer] = nil }
    let view = ListView(model: SelectionModel(none: keys.asListModel), factory: factory)
    view.addStyleClass("conversations")
    view.showSeparators = true
    widget.child = view.asWidget
    widget.setPolicy(horizontal: .never, vertical: .automatic)
    widget.setExpand(horizontal: true, vertical: true)
  }
}
