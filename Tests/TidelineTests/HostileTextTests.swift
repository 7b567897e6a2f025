import CAdwaita
import CPullToRefreshGtk
import Foundation
import Testing
import TidelineGtk
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// No text from mail or from a path makes a widget wider than a telephone's screen.
nonisolated final class HostileTextTests: AdwaitaTestCase {
  /// The width of a telephone's screen, in px.
  private static let telephone = 360
  /// The least width of the window's panes, in px.
  private static let pane = 320

  private static let texts: [String] =
    ["\t", "\u{1100}", "\u{600}", "a", "\u{1F468}\u{200D}", "漢\n", "\u{202E}&<b>", "W\u{301}"].map {
      String(repeating: $0, count: 500) + "x"
    } + ["\u{1F3FF}\u{1F3FF}\u{20DD}"]

  @MainActor func testAConversationIsNoWiderThanItsPane() {
    for text in Self.texts {
      let screen = PaneScreen()
      screen.attachments = [Attachment(name: text, type: text, size: 1)]
      screen.name = text
      screen.text = { _ in
        [.written, .enclosed, .signature].map { Passage(kind: $0, text: text) }
      }
      screen.show(1, [stub(text, from: text), stub("b", from: text)], title: text)
      XCTAssertTrue(screen.runs { !screen.asked.isEmpty && !screen.shows("Loading…") })
      XCTAssertLessThanOrEqual(screen.pane.widget.minimumWidth, Self.pane, Self.name(text))
    }
  }

  /// Each of these texts was once enough to end the program that laid it out or drew it.
  func testTextsThatEndedTheProgramAreDrawn() {
    let long = [
      ("\t", 1_600), ("\t", 3_000), ("\u{1100}", 2_700), ("\u{600}", 4_000), ("a", 65_000),
    ]
    let short = "\u{1F3FF}\u{1F3FF}\u{20DD}"
    let texts = long.map { String(repeating: $0, count: $1) + "x" } + [short]
    onMainActor {
      for text in texts {
        let screen = PaneScreen()
        screen.text = { _ in [Passage(kind: .written, text: "It reads\n\(text)")] }
        screen.show(1, [stub("a")], title: String(repeating: "\u{1100}", count: 299))
        XCTAssertTrue(screen.runs { screen.plainLabels.contains { $0.hasPrefix("It reads") } })
        var isPainted = false
        screen.pane.widget.afterNextFrame { isPainted = true }
        XCTAssertTrue(screen.runs { isPainted })
        XCTAssertLessThanOrEqual(screen.pane.widget.minimumWidth, Self.pane, Self.name(text))
      }
    }
  }

  @MainActor func testAnErrorIsNoWiderThanItsPane() {
    for text in Self.texts {
      let screen = PaneScreen()
      screen.failure = Failure(text)
      screen.show(1, [], title: text, until: "The conversation cannot be shown")
      XCTAssertLessThanOrEqual(screen.pane.widget.minimumWidth, Self.pane, Self.name(text))
    }
  }

  @MainActor func testARowIsNoWiderNorHigherThanOthers() {
    for text in Self.texts {
      let row = ConversationRow()
      row.show(
        Conversation(
          id: 1,
          subject: text,
          participants: [text, text],
          date: Date(),
          messageCount: 2,
          unread: 1,
          flagged: true,
          attachments: true,
          snippet: text
        )
      )
      XCTAssertLessThanOrEqual(row.widget.minimumWidth, Self.pane, Self.name(text))
      XCTAssertLessThanOrEqual(row.widget.minimumHeight(), ConversationRow.height)
    }
  }

  @MainActor func testFoldersAreNoWiderThanTheirPane() throws {
    for text in Self.texts {
      for depth in [1, 14] {
        let name = FolderName(components: Array(repeating: String(text.prefix(250)), count: depth))
        let folder = MailFolder(name: name, messages: 1, unread: 1)
        let account = OpenAccounts.Account(path: "/a", title: text, folders: [folder], unread: 1)
        let lines = SidebarLine.all(of: [account], folded: [], hasAllInboxes: false)
        let row = SidebarRow { _ in }
        row.show(try XCTUnwrap(lines.first))
        XCTAssertLessThanOrEqual(row.widget.minimumWidth, 200, Self.name(text))
        XCTAssertLessThanOrEqual(row.widget.minimumHeight(), 40, Self.name(text))
        XCTAssertLessThanOrEqual(Self.tooltipWidth(row.widget), Self.telephone, Self.name(text))
      }
    }
  }

  @MainActor func testBarsAndPagesAreNoWiderThanATelephone() {
    for text in Self.texts {
      let bar = NoticeBar()
      bar.show(text, way: ("Try Again", "win.refresh"))
      XCTAssertLessThanOrEqual(bar.widget.minimumWidth, Self.pane, Self.name(text))
      XCTAssertLessThanOrEqual(bar.widget.minimumHeight(forWidth: 320), 300, Self.name(text))

      let bars = WindowBars()
      bars.set(title: text, subtitle: text)
      XCTAssertLessThanOrEqual(bars.list.minimumWidth, Self.pane, Self.name(text))

      let status = StatusView()
      for state: StatusView.State in [
        .opening(path: text), .nothingFound(Listing(folder: nil, search: text)),
        .failed(Failure(text), canTryAgain: true),
      ] {
        status.show(state)
        XCTAssertLessThanOrEqual(status.widget.minimumWidth, Self.pane, Self.name(text))
      }

      let group = MailboxGroup { _ in }
      group.forget = { _ in }
      let line = MailboxLine("/\(text)", RecentMailbox(title: text), home: "/", isMissing: true)
      group.show([line], title: "Recent", sentence: nil)
      XCTAssertLessThanOrEqual(group.widget.minimumWidth, Self.telephone, Self.name(text))
    }
  }

  @MainActor func testPagesAreNoWiderThanATelephoneInLargeText() {
    useLargeText()
    defer { useNormalText() }
    let (status, reading) = (StatusView(), ReadingPane())
    for state: StatusView.State in [
      .opening(path: "/mail"), .empty, .hidden, .failed(Failure("No mail"), canTryAgain: true),
      .nothingFound(Listing(folder: nil, search: "tide")),
    ] {
      status.show(state)
      XCTAssertLessThanOrEqual(status.widget.minimumWidth, Self.telephone, "\(state)")
    }
    for count in [nil, 2] {
      reading.selectedCount = count
      XCTAssertLessThanOrEqual(reading.widget.asWidget.minimumWidth, Self.telephone)
    }
  }

  @MainActor func testMessagesOverTheWindowAreNoWiderThanATelephone() {
    for text in Self.texts {
      let overlay = ToastOverlay()
      overlay.child = Label("List").asWidget
      let window = Window()
      window.child = overlay.asWidget
      window.present()
      overlay.add(text)
      XCTAssertLessThanOrEqual(overlay.minimumWidth, Self.telephone, Self.name(text))
      let dialog = MessageDialog.make(over: window, heading: "Heading", body: text)
      dialog.addCancel("_Close")
      dialog.keepLabelsWide()
      XCTAssertLessThanOrEqual(dialog.minimumWidth, Self.telephone, Self.name(text))
      window.title = text
      XCTAssertLessThanOrEqual((window.title ?? "").count, 201)
      dialog.asWindow.destroy()
      window.destroy()
    }
  }

  /// A long title does not narrow the reading pane.
  @MainActor func testAListIsAsWideAsItsPaneWhateverItsTitle() {
    let bars = WindowBars()
    let layout = WindowLayout(
      folders: Label("Folders"),
      list: Label("List"),
      reading: Label("Reading"),
      bars: bars
    )
    let window = Window()
    window.child = layout.widget.asWidget
    window.setDefaultSize(width: 1_200, height: 600)
    window.present()
    XCTAssertTrue(MainLoop.run { layout.widget.width > 0 })
    let before = bars.list.width
    bars.set(title: String(repeating: "A long title ", count: 20), subtitle: "Mail")
    var isPainted = false
    layout.widget.afterNextFrame { isPainted = true }
    XCTAssertTrue(MainLoop.run { isPainted })
    XCTAssertEqual(bars.list.width, before)
  }

  private struct Failure: LocalizedError {
    let errorDescription: String?
    init(_ text: String) { errorDescription = text }
  }

  private static func name(_ text: String) -> String {
    text.unicodeScalars.prefix(2).map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// GTK's own label for a tooltip breaks lines only between words.
  @MainActor private static func tooltipWidth(_ widget: Box) -> Int {
    let label = Label(nil)
    gtk_label_set_text(label, widget.tooltipText ?? "")
    label.wrap()
    return label.asWidget.minimumWidth
  }
}

/// A path in a sentence takes bounded time and space.
struct LabelTextTests {
  @Test func aPathIsShownWhole() {
    #expect(LabelText.make("/home/ann/Maildir/.Lists.日本") == "/home/ann/Maildir/.Lists.日本")
  }

  @Test func aPathWithoutEndIsCutInItsMiddle() {
    let path = "/home/" + String(repeating: "a", count: 20_000) + "/mail"
    let shown = LabelText.make(path)
    #expect(shown.hasPrefix("/home/aaa") && shown.hasSuffix("aaa/mail"))
    #expect(shown.unicodeScalars.count == LabelText.limit + 1)
    let accents = LabelText.make("e" + String(repeating: "\u{301}", count: 20_000))
    #expect(accents.unicodeScalars.count < 2 * LabelText.limit)
    let sentence = ErrorText(MailError.mailboxMissing(path: path)).errorDescription ?? ""
    #expect(sentence.contains(shown) && !sentence.contains(path))
  }

  @Test func whatPangoTakesLongForIsNotInIt() {
    #expect(LabelText.make("a\tb\nc\u{202E}d\u{1B}") == "a b cd")
  }
}
