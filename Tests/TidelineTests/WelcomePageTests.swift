import CAdwaita
import CPullToRefreshGtk
import Foundation
import Mail
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Mail
@testable import Tideline

/// The page to choose a mailbox on, and files dropped onto the window.
nonisolated final class WelcomePageTests: AdwaitaTestCase {
  @MainActor func testWhatWasFoundIsListedAndOpened() {
    let screen = WelcomeScreen(found: [mailbox("/a", "First"), mailbox("/b", "Second")])
    screen.page.show(recent: [], canGoBack: false)
    XCTAssertTrue(screen.labels.contains("Looking for mailboxes…"))
    XCTAssertTrue(screen.runs { screen.labels.contains("Second") })
    XCTAssertFalse(screen.labels.contains("Looking for mailboxes…"))
    screen.activateRow(of: "Second")
    // GTK first shows the button as pressed for a moment.
    XCTAssertTrue(screen.runs { screen.opened == ["/b"] })
  }

  @MainActor func testARowThatIsPressedStaysWhereMoreBecomesKnown() {
    let (known, signal) = AsyncStream.makeStream(of: Void.self)
    let screen = WelcomeScreen(
      found: [mailbox("/a", "First"), mailbox("/b", "Second")],
      after: known
    )
    screen.page.show(recent: [("/c", RecentMailbox(title: "Third"))], canGoBack: false)
    XCTAssertTrue(screen.runs { screen.labels.contains("Second") })
    screen.activateRow(of: "Second")
    signal.finish()
    XCTAssertTrue(screen.runs { screen.labels.contains("/c · not there at present") })
    XCTAssertTrue(screen.runs { screen.opened == ["/b"] })
  }

  @MainActor func testTheFirstOfWhatIsFoundGetsTheFocusUnlessItWasMoved() {
    for isMoved in [false, true] {
      let (known, signal) = AsyncStream.makeStream(of: Void.self)
      let screen = WelcomeScreen(found: [mailbox("/a", "First")], known: known)
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

  @MainActor func testRecentOnesComeFirstAndOnceOnly() {
    let screen = WelcomeScreen(found: [mailbox("/a", "First"), mailbox("/b", "Second")])
    screen.page.show(recent: [("/b", RecentMailbox(title: "Second"))], canGoBack: true)
    XCTAssertTrue(screen.runs { screen.labels.contains("First") })
    let titles = screen.labels.filter { ["First", "Second"].contains($0) }
    XCTAssertEqual(titles, ["Second", "First"])
  }

  @MainActor func testAccountsAreListedOnceAndOpened() {
    let screen = WelcomeScreen(
      added: { [ListedAccount(name: "Tide", address: address)] },
      online: { [online(address, "Sea & Sons")].compactMap { $0 } }
    )
    screen.page.show(recent: [], canGoBack: false)
    XCTAssertTrue(screen.runs { screen.labels.contains("Tide") })
    XCTAssertTrue(screen.labels.contains("ann@tide.example · imap.tide.example"))
    XCTAssertFalse(screen.labels.contains { $0.hasPrefix("No mailbox was found") })
    screen.activateRow(of: "Tide")
    XCTAssertTrue(screen.runs { screen.opened == [address.url] })
    XCTAssertFalse(screen.labels.contains { $0.hasSuffix("Sea & Sons") })
  }

  @MainActor func testAnAccountOfAnotherProgramIsAddedAndNotOpened() {
    let screen = WelcomeScreen(find: { [mailbox("/a", "First")] }, accounts: { [offered] })
    var found: [FoundMailbox]?
    screen.page.show(recent: [], canGoBack: false) { mailboxes, _ in found = mailboxes }
    XCTAssertTrue(screen.runs { screen.labels.contains("ann@tide.example") })
    XCTAssertTrue(screen.labels.contains("First"))
    let details = "imap.tide.example · set up in Thunderbird; needs its password"
    XCTAssertTrue(screen.labels.contains(details))
    screen.activateRow(of: "ann@tide.example")
    XCTAssertTrue(screen.runs { screen.added == [offered] })
    XCTAssertEqual(screen.opened, [])
    XCTAssertNil(found, "there is a choice")
  }

  @MainActor func testOneThatIsKnownIsNotOffered() {
    let screen = WelcomeScreen(
      added: { [ListedAccount(name: "Tide", address: address)] },
      accounts: { [offered] }
    )
    var isFound = false
    screen.page.show(recent: [], canGoBack: false) { _, _ in isFound = true }
    XCTAssertTrue(screen.runs { isFound })
    XCTAssertFalse(screen.labels.contains { $0.contains("Thunderbird") })
  }

  @MainActor func testAnAccountThatWasOpenedIsNeverMissing() {
    let screen = WelcomeScreen(online: { [online(address, "Sea & Sons")].compactMap { $0 } })
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

  @MainActor func testAServiceThatFailsHidesNothingAndIsNamed() {
    let screen = WelcomeScreen(
      find: { [mailbox("/a", "First")] },
      added: { throw CancellationError() }
    )
    var found: [FoundMailbox]?
    screen.page.show(recent: [], canGoBack: false) { mailboxes, _ in found = mailboxes }
    XCTAssertTrue(screen.runs { found?.count == 1 })
    XCTAssertTrue(screen.labels.contains("First"))
    XCTAssertTrue(screen.labels.contains("Accounts"))
  }

  @MainActor func testWhereNothingIsFoundItSaysWhereItLooked() {
    let screen = WelcomeScreen(found: [])
    screen.page.show(recent: [], canGoBack: false)
    XCTAssertTrue(screen.runs { screen.labels.contains("No mailbox was found on this computer.") })
    XCTAssertTrue(screen.labels.contains("What Was Searched?"))
  }

  @MainActor func testARecentOneThatIsGoneSaysSoAndIsRemoved() {
    let screen = WelcomeScreen(found: [], missing: ["/gone"])
    screen.page.show(recent: [("/gone", RecentMailbox(title: "Gone"))], canGoBack: false)
    XCTAssertTrue(screen.runs { screen.labels.contains("/gone · not there at present") })
    screen.click { $0.tooltipText == "Remove from This List" }
    XCTAssertEqual(screen.forgotten, ["/gone"])
    XCTAssertFalse(screen.labels.contains("Gone"))
  }

  @MainActor func testAPageThatRestsTellsNobodyOfWhatWasFound() {
    let screen = WelcomeScreen(found: [mailbox("/a", "First")])
    var told = 0
    screen.page.show(recent: [], canGoBack: false) { _, _ in told += 1 }
    screen.page.rest()
    screen.page.show(recent: [], canGoBack: false) { _, _ in told += 10 }
    XCTAssertTrue(screen.runs { told > 0 })
    XCTAssertEqual(told, 10)
  }

  @MainActor func testTheFirstOfWhatIsDroppedIsOpened() {
    var dropped: [String?] = []
    let drop = MailboxDrop(around: Label("Mail")) { dropped.append($0) }
    drop.drop(["/home/ann/My mail/#1%20", "/b"])
    drop.drop([])
    XCTAssertEqual(dropped, ["/home/ann/My mail/#1%20", nil])
  }

  @MainActor func testANoticeStaysUntilItIsWithdrawnOrDismissed() {
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

private nonisolated let address = ServerAddress(user: "ann@tide.example", host: "imap.tide.example")

/// The account with this address, as found in Thunderbird.
private nonisolated let offered = FoundAccount(
  .thunderbird,
  mailAddress: "ann@tide.example",
  user: address.user,
  host: address.host,
  port: "143",
  .startTLS
)!

/// An account of GNOME Online Accounts, at this provider.
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
