import ArgumentParser
import CPullToRefreshGtk
import Mail
import PullToRefreshGtk
import Tideline
import TidelineProgram

/// Opens a long message, and scrolls a conversation of many, as HTML and as plain text.
///
/// Each result is a line of JSON. The subjects name the conversations: `one html`, `one plain`,
/// `many html` and `many plain`.
final class PaneBench {
  private let window: Window
  private let mailbox: Mailbox
  private var conversations: [String: Conversation] = [:]

  private static let kinds = ["plain", "html"]
  /// The distance of a fast scroll, in px a frame.
  private static let step = 90.0
  /// The number of frames without a change of the height, after which the layout is complete.
  private static let quiet = 30

  init(_ window: Window, _ mailbox: Mailbox) {
    (self.window, self.mailbox) = (window, mailbox)
    window.setDefaultSize(width: 800, height: 720)
  }

  func run(rounds: Int, frames: Int) async throws {
    let page = try await mailbox.conversations(after: nil, limit: 10)
    for conversation in page.conversations { conversations[conversation.subject] = conversation }
    window.present()
    let pane = ReadingPane()
    window.child = pane.widget.asWidget
    await window.rest()
    // The first round fills caches, and does not count.
    for round in 0...rounds {
      for kind in round % 2 == 0 ? Self.kinds : Self.kinds.reversed() {
        let opened = try await open("one " + kind, in: pane)
        if round > 0 { try BenchmarkProgram.report("open " + kind, opened) }
      }
    }
    pane.clear()
    try await scroll(rounds: rounds, frames: frames)
  }

  // MARK: Opening

  /// Measures the time until the whole message is read, the time until the beginning of its text
  /// is painted, and the frames in which the rest of the first batch comes.
  private func open(_ subject: String, in pane: ReadingPane) async throws -> [String: [Double]] {
    pane.clear()
    await window.rest()
    let start = MainLoop.now
    let meter = FrameTimes(of: window)
    let reading = Task {
      try await show(subject, in: pane)
      return (MainLoop.now - start) / .milliseconds(1)
    }
    while !pane.widget.asWidget.holdsText { await window.nextFrame() }
    let painted = (MainLoop.now - start) / .milliseconds(1)
    let read = try await reading.value
    await settle(pane)
    return ["read": [read], "painted": [painted], "frames": meter.end().dropLast(Self.quiet)]
  }

  private func show(_ subject: String, in pane: ReadingPane) async throws {
    guard let conversation = conversations[subject] else { throw Missing(subject: subject) }
    await withCheckedContinuation { continuation in
      pane.onAllRead = { [weak pane] in
        pane?.onAllRead = nil
        continuation.resume()
      }
      pane.show(conversation, in: mailbox)
    }
  }

  private struct Missing: Error { let subject: String }

  // MARK: Scrolling

  private func scroll(rounds: Int, frames: Int) async throws {
    var panes: [String: ReadingPane] = [:]
    for kind in Self.kinds {
      let pane = ReadingPane()
      window.child = pane.widget.asWidget
      try await show("many " + kind, in: pane)
      await openAll(in: pane)
      panes[kind] = pane
    }
    for round in 0..<rounds {
      for kind in round % 2 == 0 ? Self.kinds : Self.kinds.reversed() {
        guard let pane = panes[kind] else { continue }
        window.child = pane.widget.asWidget
        await window.rest()
        let adjustment = pane.scroller.verticalAdjustment
        let range = adjustment.upper - adjustment.pageSize
        adjustment.value = range * Double(round) / Double(rounds)
        await window.rest()
        let meter = FrameTimes(of: window)
        for _ in 0..<frames {
          adjustment.value += Self.step
          await window.nextFrame()
        }
        let result = ["frames": Array(meter.end().dropFirst()), "height": [range]]
        try BenchmarkProgram.report("scroll " + kind, result)
      }
    }
  }

  /// Opens every message of the conversation, and waits until their texts are laid out.
  private func openAll(in pane: ReadingPane) async {
    while true {
      await settle(pane)
      let buttons = pane.widget.asWidget.closed
      guard !buttons.isEmpty else { return }
      // The buttons emit `clicked` a moment later.
      for button in buttons { gtk_widget_activate(button) }
      for _ in 0..<Self.quiet { await window.nextFrame() }
    }
  }

  // MARK: Time

  /// Waits until the conversation's height does not change any more.
  private func settle(_ pane: ReadingPane) async {
    let adjustment = pane.scroller.verticalAdjustment
    var (height, unchanged) = (adjustment.upper, 0)
    while unchanged < Self.quiet {
      await window.nextFrame()
      unchanged = adjustment.upper == height ? unchanged + 1 : 0
      height = adjustment.upper
    }
  }
}

extension Widget {
  /// Whether the widget shows some of a message's text.
  fileprivate var holdsText: Bool {
    gtk_widget_has_css_class(self, "block") != 0 || children.contains(where: \.holdsText)
  }

  /// The buttons that show earlier messages, and that open messages whose texts were not read.
  fileprivate var closed: [Widget] {
    if gtk_widget_has_css_class(self, "message") != 0 {
      let isRead = children.dropFirst().contains { !$0.children.isEmpty }
      return isRead ? [] : children.prefix(1).flatMap { $0.children.prefix(1) }
    }
    let isEarlier = gtk_widget_has_css_class(self, "pill") != 0 && isMapped
    return isEarlier ? [self] : children.flatMap(\.closed)
  }
}

/// `Benchmarks pane`: the cost of opening and scrolling long messages in the reading pane.
struct PaneCommand: ParsableCommand {
  @Argument(help: "A Maildir with the conversations that pane.py writes.")
  var mailbox: String

  @Option(help: "A file for its store.")
  var store: String

  @Option(help: "How often each message is opened, and each conversation scrolled.")
  var rounds = 10

  @Option(help: "For how many frames a conversation is scrolled each time.")
  var frames = 120

  func run() throws {
    let (path, store, rounds, frames) = (mailbox, store, rounds, frames)
    MainActor.assumeIsolated {
      BenchmarkProgram.run("pane") { window in
        let mailbox = try await Mailbox.open(path, store: store)
        _ = try await mailbox.refresh()
        try await PaneBench(window, mailbox).run(rounds: rounds, frames: frames)
      }
    }
  }
}
