import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Tideline

/// A window with the welcome page, whose look-ups the test sets.
final class WelcomeScreen {
  private(set) var opened: [String] = []
  private(set) var added: [FoundAccount] = []
  private(set) var forgotten: [String] = []
  private(set) lazy var page = WelcomePage(
    on: machine,
    open: { [unowned self] in opened.append($0) },
    add: { [unowned self] in added.append($0) },
    forget: { [unowned self] in forgotten.append($0) }
  )
  private let machine: WelcomePage.Machine
  private let window = Window()

  /// - Parameter known: ends when the look-up of missing mailboxes has ended; all recent mailboxes
  ///   are missing.
  convenience init(found: [FoundMailbox], after known: AsyncStream<Void>) {
    self.init(found: found) { paths in
      for await _ in known {}
      return Set(paths)
    }
  }

  convenience init(found: [FoundMailbox], missing: Set<String> = []) {
    self.init(found: found) { _ in missing }
  }

  /// - Parameter known: a stream that ends when the mailboxes are found.
  convenience init(found: [FoundMailbox], known: AsyncStream<Void>) {
    let find: @Sendable () async -> [FoundMailbox] = {
      for await _ in known {}
      return found
    }
    self.init(find: find, missing: { _ in [] })
  }

  private convenience init(
    found: [FoundMailbox],
    missing: @escaping @Sendable ([String]) async -> Set<String>
  ) {
    self.init(find: { found }, missing: missing)
  }

  init(
    find: @escaping @Sendable () async -> [FoundMailbox] = { [] },
    added: @escaping @Sendable () async throws -> [ListedAccount] = { [] },
    accounts: @escaping @Sendable () async -> [FoundAccount] = { [] },
    online: @escaping @Sendable () async throws -> [OnlineAccount] = { [] },
    missing: @escaping @Sendable ([String]) async -> Set<String> = { Set($0) }
  ) {
    machine = WelcomePage.Machine(
      home: "/home/ann",
      find: find,
      missing: missing,
      added: added,
      accounts: accounts,
      online: online
    )
    let actions = SimpleActionGroup()
    for name in ["add-account", "open-folder", "open-file", "open-sample"] {
      actions.add(.named(name) {})
    }
    window.insert(actions, prefix: "win")
    window.child = page.widget.asWidget
    window.present()
  }

  isolated deinit { window.destroy() }

  /// The shown texts, from top to bottom.
  var labels: [String] {
    all.filter { $0.type == "GtkLabel" && gtk_widget_get_visible($0) != 0 }
      .map { String(cString: gtk_label_get_text(unsafeBitCast($0, to: Label.self))) }
  }

  /// The texts of the widget with the keyboard's focus.
  var focused: [String] {
    page.widget.focus.map(below)?.filter { $0.type == "GtkLabel" }.map(\.text) ?? []
  }

  func activateRow(of title: String) {
    for widget in all where widget.type == "GtkLabel" && widget.text == title {
      var row: Widget? = widget
      while let next = row, next.type != "AdwActionRow" { row = next.parent }
      XCTAssertEqual(row.map { gtk_widget_activate($0) }, 1)
    }
  }

  func click(_ isMeant: (Widget) -> Bool) {
    for widget in all where widget.type == "GtkButton" && isMeant(widget) {
      gtk_widget_activate(widget)
    }
    XCTAssertTrue(MainLoop.run { !forgotten.isEmpty })
  }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(until: condition) }

  private var all: [Widget] { below(page.widget.asWidget) }

  private func below(_ widget: Widget) -> [Widget] {
    [widget] + widget.children.flatMap(below)
  }
}

extension Widget {
  fileprivate var type: String { String(cString: gtk_widget_get_name(self)) }
  fileprivate var text: String {
    String(cString: gtk_label_get_text(unsafeBitCast(self, to: Label.self)))
  }
}
