import CAdwaita
import CPullToRefreshGtk
import Foundation
import TidelineGtk
import Mail
import TidelineProgram
import XCTest

@testable import Tideline

/// The page to choose a mailbox on, and what is dropped onto the window.
nonisolated final class WelcomePageTests: TidelineTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { adw_init() }
  }

  func testWhatWasFoundIsListedAndOpened() {
    onMainActor {
      let screen = Screen(found: [mailbox("/a", "First"), mailbox("/b", "Second")])
      screen.page.show(recent: [], canGoBack: false)
      XCTAssertTrue(screen.labels.contains("Looking for mailboxes…"))
      XCTAssertTrue(screen.runs { screen.labels.contains("Second") })
      XCTAssertFalse(screen.labels.contains("Looking for mailboxes…"))
      screen.activateRow(of: "Second")
      // GTK shows a button pressed for a moment first.
      XCTAssertTrue(screen.runs { screen.opened == ["/b"] })
    }
  }

  func testARowThatIsPressedStaysWhereMoreBecomesKnown() {
    onMainActor {
      let (known, signal) = AsyncStream.makeStream(of: Void.self)
      let screen = Screen(found: [mailbox("/a", "First"), mailbox("/b", "Second")], after: known)
      screen.page.show(recent: [("/c", RecentMailbox(title: "Third"))], canGoBack: false)
      XCTAssertTrue(screen.runs { screen.labels.contains("Second") })
      screen.activateRow(of: "Second")
      signal.finish()
      XCTAssertTrue(screen.runs { screen.labels.contains("/c · not there at present") })
      XCTAssertTrue(screen.runs { screen.opened == ["/b"] })
    }
  }

  func testTheFirstOfWhatIsFoundGetsTheFocusUnlessItWasMoved() {
    onMainActor {
      for isMoved in [false, true] {
        let (known, signal) = AsyncStream.makeStream(of: Void.self)
        let screen = Screen(found: [mailbox("/a", "First")], known: known)
        screen.page.show(recent: [], canGoBack: false)
        screen.page.grabFocus()
        XCTAssertEqual(screen.focused, ["Add Account…"])
        if isMoved { screen.page.widget.moveFocus(down: true) }
        let before = screen.focused
        signal.finish()
        XCTAssertTrue(screen.runs { screen.labels.contains("First") })
        XCTAssertEqual(before, [isMoved ? "Open Folder…" : "Add Account…"])
        XCTAssertEqual(screen.focused.first, isMoved ? before.first : "First")
      }
    }
  }

  func testRecentOnesComeFirstAndOnceOnly() {
    onMainActor {
      let screen = Screen(found: [mailbox("/a", "First"), mailbox("/b", "Second")])
      screen.page.show(recent: [("/b", RecentMailbox(title: "Second"))], canGoBack: true)
      XCTAssertTrue(screen.runs { screen.labels.contains("First") })
      let titles = screen.labels.filter { ["First", "Second"].contains($0) }
      XCTAssertEqual(titles, ["Second", "First"])
    }
  }

  func testAccountsAreListedOnceAndOpened() {
    onMainActor {
      let screen = Screen(
        added: { [ListedAccount(name: "Tide", address: address)] },
        online: { [online(address, "Sea & Sons")].compactMap { $0 } }
      )
      screen.page.show(recent: [], canGoBack: false)
      XCTAssertTrue(screen.runs { screen.labels.contains("Tide") })
      XCTAssertTrue(screen.labels.contains("ann@tide.example · imap.tide.example"))
      XCTAssertFalse(screen.labels.contains { $0.hasPrefix("No mailbox was found.") })
      screen.activateRow(of: "Tide")
      XCTAssertTrue(screen.runs { screen.opened == [address.url] })
      XCTAssertFalse(screen.labels.contains { $0.hasSuffix("Sea & Sons") })
    }
  }

  func testAnAccountThatWasOpenedIsNeverMissing() {
    onMainActor {
      let screen = Screen(online: { [online(address, "Sea & Sons")].compactMap { $0 } })
      screen.page.show(
        recent: [
          (address.url, RecentMailbox(title: "ann")), ("/gone", RecentMailbox(title: "Gone")),
        ],
        canGoBack: false
      )
      XCTAssertTrue(screen.labels.contains("imap.tide.example"))
      XCTAssertTrue(screen.runs { screen.labels.contains("/gone · not there at present") })
      XCTAssertTrue(screen.runs { screen.labels.contains("ann@tide.example · Sea & Sons") })
      XCTAssertEqual(screen.labels.filter { $0 == "Ann at sea" }.count, 1)
      XCTAssertFalse(screen.labels.contains("imap.tide.example · not there at present"))
    }
  }

  func testAServiceThatFailsHidesNothingAndIsNamed() {
    onMainActor {
      let screen = Screen(find: { [mailbox("/a", "First")] }, added: { throw CancellationError() })
      var found: [FoundMailbox]?
      screen.page.show(recent: [], canGoBack: false) { mailboxes, _ in found = mailboxes }
      XCTAssertTrue(screen.runs { found?.count == 1 })
      XCTAssertTrue(screen.labels.contains("First"))
      XCTAssertTrue(screen.labels.contains("Accounts"))
    }
  }

  func testWhereNothingIsFoundItSaysWhereItLooked() {
    onMainActor {
      let screen = Screen(found: [])
      screen.page.show(recent: [], canGoBack: false)
      XCTAssertTrue(
        screen.runs { screen.labels.contains { $0.hasPrefix("No mailbox was found.") } }
      )
    }
  }

  func testARecentOneThatIsGoneSaysSoAndIsRemoved() {
    onMainActor {
      let screen = Screen(found: [], missing: ["/gone"])
      screen.page.show(recent: [("/gone", RecentMailbox(title: "Gone"))], canGoBack: false)
      XCTAssertTrue(screen.runs { screen.labels.contains("/gone · not there at present") })
      screen.click { $0.tooltipText == "Remove from This List" }
      XCTAssertEqual(screen.forgotten, ["/gone"])
      XCTAssertFalse(screen.labels.contains("Gone"))
    }
  }

  func testAPageThatRestsTellsNobodyOfWhatWasFound() {
    onMainActor {
      let screen = Screen(found: [mailbox("/a", "First")])
      var told = 0
      screen.page.show(recent: [], canGoBack: false) { _, _ in told += 1 }
      screen.page.rest()
      screen.page.show(recent: [], canGoBack: false) { _, _ in told += 10 }
      XCTAssertTrue(screen.runs { told > 0 })
      XCTAssertEqual(told, 10)
    }
  }

  func testNothingIsLeftOfIt() {
    onMainActor {
      let before = Signal.liveBoxes
      do {
        let screen = Screen(found: [mailbox("/a", "First")], missing: ["/b"])
        screen.page.show(recent: [("/b", RecentMailbox(title: "Gone"))], canGoBack: true)
        XCTAssertTrue(screen.runs { screen.labels.contains("First") })
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { Signal.liveBoxes == before })
    }
  }

  func testTheFirstOfWhatIsDroppedIsOpened() {
    onMainActor {
      var dropped: [String?] = []
      let drop = MailboxDrop(around: Label("Mail")) { dropped.append($0) }
      drop.drop(["/home/ann/My mail/#1%20", "/b"])
      drop.drop([])
      XCTAssertEqual(dropped, ["/home/ann/My mail/#1%20", nil])
    }
  }

  func testANoticeStaysUntilItIsWithdrawnOrDismissed() {
    onMainActor {
      let notice = NoticeBar()
      var dismissals = 0
      notice.onDismiss = { dismissals += 1 }
      XCTAssertNil(notice.sentence)
      notice.show("The disk is full.", way: ("Try Again", "win.refresh"))
      notice.show("The share is gone.", way: ("Try Again", "win.refresh"))
      XCTAssertEqual(notice.sentence, "The share is gone.")
      notice.withdraw()
      XCTAssertNil(notice.sentence)
      XCTAssertEqual(dismissals, 0)
    }
  }
}

private nonisolated let address = ServerAddress(user: "ann@tide.example", host: "imap.tide.example")

/// One of GNOME's, at a provider.
private nonisolated func online(_ address: ServerAddress, _ provider: String) -> OnlineAccount? {
  let mail: [String: BusValue] = [
    "EmailAddress": .text(address.user), "ImapHost": .text(address.host),
    "ImapUserName": .text(address.user), "ImapUseSsl": .flag(true),
  ]
  let about: [String: BusValue] = [
    "PresentationIdentity": .text("Ann at sea"), "ProviderName": .text(provider),
  ]
  let interfaces = ["Mail": mail, "Account": about, "PasswordBased": [:]].map {
    ("org.gnome.OnlineAccounts.\($0)", $1)
  }
  return OnlineAccount(path: "/one", Dictionary(uniqueKeysWithValues: interfaces))
}

private nonisolated func mailbox(_ path: String, _ title: String) -> FoundMailbox {
  FoundMailbox(path: path, kind: .maildir, title: title, isEmpty: false)
}

/// A window with the page, on a machine of the test's own.
private final class Screen {
  private(set) var opened: [String] = []
  private(set) var forgotten: [String] = []
  private(set) lazy var page = WelcomePage(
    on: machine,
    open: { [unowned self] in opened.append($0) },
    forget: { [unowned self] in forgotten.append($0) }
  )
  private let machine: WelcomePage.Machine
  private let window = Window()

  /// - Parameter known: ends when it is known which of the recent ones are missing: all of them.
  convenience init(found: [FoundMailbox], after known: AsyncStream<Void>) {
    self.init(found: found) { paths in
      for await _ in known {}
      return Set(paths)
    }
  }

  convenience init(found: [FoundMailbox], missing: Set<String> = []) {
    self.init(found: found) { _ in missing }
  }

  /// - Parameter known: ends when it is known what there is.
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
    online: @escaping @Sendable () async throws -> [OnlineAccount] = { [] },
    missing: @escaping @Sendable ([String]) async -> Set<String> = { Set($0) }
  ) {
    machine = WelcomePage.Machine(
      home: "/home/ann",
      find: find,
      missing: missing,
      added: added,
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

  /// The texts that are shown, from above.
  var labels: [String] {
    all.filter { $0.type == "GtkLabel" && gtk_widget_get_visible($0) != 0 }
      .map { String(cString: gtk_label_get_text(unsafeBitCast($0, to: Label.self))) }
  }

  /// The texts of what has the keyboard's focus.
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
    XCTAssertTrue(MainLoop.run(timeout: 5) { !forgotten.isEmpty })
  }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(timeout: 10, until: condition) }

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
