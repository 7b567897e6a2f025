import CAdwaita
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// The pane shows the last requested conversation, folds old messages, and keeps open ones open.
nonisolated final class ReadingPaneTests: AdwaitaTestCase {
  @MainActor func testTheNewestAndTheUnreadAreOpen() {
    let screen = PaneScreen()
    screen.show(1, [stub("a"), stub("b", isUnread: true), stub("c"), stub("d")])
    XCTAssertTrue(screen.runs { screen.shows("Text of d") && screen.shows("Text of b") })
    XCTAssertFalse(screen.shows("Text of a"))
    XCTAssertEqual(screen.asked, [["b", "d"]])
    screen.click("Ann")
    XCTAssertTrue(screen.runs { screen.shows("Text of a") })
  }

  @MainActor func testWhatIsOpenedMeanwhileIsReadNext() {
    let screen = PaneScreen()
    var waiting: CheckedContinuation<Void, Never>?
    screen.beforeText = { id in if id == "e" { await withCheckedContinuation { waiting = $0 } } }
    screen.show(1, [stub("a", from: "Bo"), stub("b", isUnread: true), stub("e")])
    // Each message is shown as soon as its text is read.
    XCTAssertTrue(screen.runs { waiting != nil && screen.shows("Text of b") })
    XCTAssertFalse(screen.shows("Text of e"))
    screen.click("Bo")
    XCTAssertTrue(screen.runs { screen.cardCount == 3 })
    waiting?.resume()
    XCTAssertTrue(screen.runs { screen.shows("Text of e") && screen.shows("Text of a") })
    XCTAssertEqual(screen.asked, [["b", "e"], ["a"]])
  }

  @MainActor func testTheFirstScreenOfALongMessageDoesNotWaitForTheRest() {
    let screen = PaneScreen()
    var waiting: CheckedContinuation<Void, Never>?
    screen.beforeText = { _ in await withCheckedContinuation { waiting = $0 } }
    let lines = (0..<2_000).map { "Line \($0)" }.joined(separator: "\n")
    screen.beginning = { _ in [Passage(kind: .written, text: lines)] }
    screen.text = { _ in [Passage(kind: .written, text: lines + "\nThe end")] }
    // Another message has used up the budget, however long ago.
    _ = LayoutBudget.shared.take(LayoutBudget.limit)
    screen.show(1, [stub("a")])
    @MainActor func count() -> Int { screen.labels.count { $0.hasPrefix("Line ") } }
    XCTAssertTrue(screen.runs { waiting != nil && count() == 1 })
    for _ in 0..<5 { screen.paint() }
    XCTAssertEqual(count(), 1)
    // The menu copies and prints only whole messages.
    XCTAssertFalse(screen.hasMenu)
    waiting?.resume()
    XCTAssertTrue(screen.runs { screen.labels.contains { $0.hasSuffix("The end") } })
    XCTAssertTrue(screen.hasMenu)
    XCTAssertEqual(screen.labels.count { $0.hasPrefix("Line 0\n") }, 1)
  }

  @MainActor func testClosingAConversationEndsItsReading() {
    let screen = PaneScreen()
    var waiting: CheckedContinuation<Void, Never>?
    screen.beforeText = { id in if id == "a" { await withCheckedContinuation { waiting = $0 } } }
    var texts: [String] = []
    screen.text = { id in
      texts.append(id)
      return [Passage(kind: .written, text: "Text of \(id)")]
    }
    screen.show(1, [stub("a", isUnread: true), stub("b")])
    XCTAssertTrue(screen.runs { waiting != nil })
    screen.pane.clear()
    waiting?.resume()
    screen.show(2, [stub("c")], until: "Text of c")
    XCTAssertEqual(texts, ["c"])
  }

  @MainActor func testATextThatIsReadOnceMoreAfterAnErrorIsNotInSightYet() {
    let card = MessageCard(stub("a", isUnread: true)) { _ in }
    let (window, scroller) = (Window(), ScrolledWindow())
    scroller.child = card.widget.asWidget
    window.child = scroller.asWidget
    window.setDefaultSize(width: 400, height: 400)
    window.present()
    card.setOpen(true)
    card.show(MailError.storeBusy(path: "/a"))
    XCTAssertTrue(MainLoop.run { card.widget.isMapped })
    XCTAssertFalse(card.showsText(in: scroller))
    card.setOpen(false)
    card.setOpen(true)
    XCTAssertTrue(MainLoop.run { card.widget.asWidget.shows("Loading…") })
    XCTAssertFalse(card.showsText(in: scroller), "it says that it is loading")
  }

  @MainActor func testAnAnswerThatComesTooLateIsDropped() {
    let screen = PaneScreen()
    var waiting: [CheckedContinuation<Void, Never>] = []
    screen.beforeMessages = { id in
      if id == 1 { await withCheckedContinuation { waiting.append($0) } }
    }
    screen.show(1, [stub("old")])
    XCTAssertTrue(screen.runs { !waiting.isEmpty })
    screen.show(2, [stub("new")], until: "Text of new")
    for continuation in waiting { continuation.resume() }
    var turns = 0
    XCTAssertTrue(
      screen.runs {
        turns += 1
        return turns > 20
      }
    )
    XCTAssertTrue(screen.shows("Text of new"))
    XCTAssertFalse(screen.shows("Text of old"))
    XCTAssertEqual(screen.pane.conversation, 2)
  }

  @MainActor func testAConversationThatCouldNotBeReadIsTriedAgain() {
    let screen = PaneScreen()
    screen.failure = MailError.storeUnusable(path: "/store", reason: "it is locked")
    screen.show(1, [stub("a")], title: "Tides", until: tr("The conversation cannot be shown"))
    screen.failure = nil
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.shows("Text of a") && screen.shows("Tides") })
  }

  @MainActor func testAMessageThatIsGoneSaysSoAndTheOthersAreShown() {
    let screen = PaneScreen()
    screen.text = { id in
      if id == "b" { throw MailError.messageGone(path: "/mail") }
      return [Passage(kind: .written, text: "Text of \(id)")]
    }
    screen.show(1, [stub("a", isUnread: true), stub("b")], until: "Text of a")
    let sentence = MailError.messageGone(path: "/mail").description
    XCTAssertTrue(screen.runs { screen.shows(sentence) })
  }

  @MainActor func testWithoutAServerTheKnownBeginningIsShown() {
    let screen = PaneScreen()
    screen.text = { _ in throw MailError.server(ServerFailure(.connectionLost, host: "tide")) }
    screen.show(1, [stub("a")])
    let sentence = tr("Offline: the whole message is shown once the server is reached.")
    XCTAssertTrue(screen.runs { screen.shows(sentence) })
    XCTAssertEqual(screen.plainLabels.count { $0 == "Snippet of a" }, 2, "in its line, and below")
  }

  @MainActor func testAMessageThatCouldNotBeReadIsTriedAgain() {
    let screen = PaneScreen()
    var failure: MailError? = MailError.messageGone(path: "/mail")
    screen.text = { id in
      if let failure { throw failure }
      return [Passage(kind: .written, text: "Text of \(id)")]
    }
    let sentence = MailError.messageGone(path: "/mail").description
    screen.show(1, [stub("a")], until: sentence)
    // The button tries at once.
    screen.click(tr("Try Again"))
    XCTAssertTrue(screen.runs { screen.asked.count == 2 && screen.shows(sentence) })
    // An update tries again by itself, and leaves the sentence until there is something else.
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.asked.count == 3 && screen.shows(sentence) })
    failure = nil
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.shows("Text of a") })
    XCTAssertFalse(screen.shows(sentence))
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.shows("Text of a") })
    XCTAssertEqual(screen.asked.count, 4)
  }

  @MainActor func testOpenMessagesFollowTheTimeZone() {
    let zone = getenv("TZ").map { String(cString: $0) }
    defer { if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") } }
    setenv("TZ", "UTC", 1)
    let screen = PaneScreen()
    screen.show(1, [stub("a")], until: "Text of a")
    screen.openDetails()
    let before = screen.labels.count
    @MainActor func date() -> String { "Date: " + RelativeDate.exact(ReadMessage().date) }
    XCTAssertTrue(screen.plainLabels.contains(date()))
    setenv("TZ", "UTC-3", 1)
    let date = date()
    XCTAssertFalse(screen.plainLabels.contains(date))
    screen.pane.clockChanged()
    XCTAssertTrue(screen.plainLabels.contains(date))
    XCTAssertEqual(screen.labels.count, before)
  }

  @MainActor func testAnUpdateKeepsWhatIsOpen() {
    let screen = PaneScreen()
    screen.show(1, [stub("a"), stub("b")], until: "Text of b")
    screen.click("Ann")
    XCTAssertTrue(screen.runs { screen.shows("Text of a") })
    let asked = screen.asked
    screen.stubs = [stub("a"), stub("b"), stub("c", isUnread: true)]
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.shows("Text of c") })
    XCTAssertTrue(screen.shows("Text of a") && screen.shows("Text of b"))
    XCTAssertEqual(screen.asked, asked + [["c"]])
    screen.stubs = [stub("c")]
    screen.pane.update()
    XCTAssertTrue(screen.runs { !screen.shows("Text of a") })
    XCTAssertTrue(screen.shows("Text of c"))
  }

  @MainActor func testMessagesMarkedForDeletionAreHiddenAsInTheList() {
    let screen = PaneScreen()
    screen.show(1, [stub("a"), stub("b", isDeleted: true)], until: "Text of a")
    XCTAssertEqual(screen.cardCount, 1)
    screen.pane.withoutDeleted = false
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.cardCount == 2 })
    screen.pane.withoutDeleted = true
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.cardCount == 1 })
    XCTAssertTrue(screen.shows("Text of a"))
  }

  @MainActor func testAConversationThatIsGoneIsCleared() {
    let screen = PaneScreen()
    screen.pane.hasConversations = true
    screen.show(1, [stub("a")], until: "Text of a")
    var isGone = false
    screen.pane.onGone = { isGone = true }
    screen.stubs = []
    screen.pane.update()
    XCTAssertTrue(screen.runs { isGone })
    XCTAssertNil(screen.pane.conversation)
    XCTAssertTrue(screen.shows("Select a Conversation"))
  }

  @MainActor func testALongConversationShowsItsEndFirst() {
    let screen = PaneScreen()
    screen.show(1, (0..<10_000).map { stub("\($0)") }, until: "Text of 9999")
    XCTAssertEqual(screen.cardCount, 50)
    XCTAssertEqual(screen.asked, [["9999"]])
    screen.click("Show Earlier Messages")
    XCTAssertTrue(screen.runs { screen.cardCount == 100 })
  }

  /// Ten read messages, then unread ones, each longer than the pane.
  @MainActor private func showLong(_ count: Int, in screen: PaneScreen) {
    screen.text = { id in
      [Passage(kind: .written, text: String(repeating: "line\n", count: 50) + id)]
    }
    screen.show(1, (0..<count).map { stub("\($0)", isUnread: $0 >= 10) })
  }

  @MainActor func testALongConversationBeginsAtItsFirstUnreadMessage() {
    for hasFocus in [false, true] {
      let screen = PaneScreen()
      if hasFocus { screen.pane.grabFocus() }
      showLong(100, in: screen)
      XCTAssertTrue(screen.runs { screen.labels.contains { $0.hasSuffix("\n99") } })
      screen.paint()
      XCTAssertEqual(screen.place(of: "10") ?? 600, 30, accuracy: 30, "\(hasFocus)")
      XCTAssertEqual(screen.labels.first { $0.hasPrefix("Show E") }, "Show Earlier Messages")
    }
  }

  @MainActor func testUnreadMessagesAreOpenedAsTheReaderComesToThem() {
    let screen = PaneScreen()
    showLong(40, in: screen)
    XCTAssertTrue(screen.runs { !screen.asked.isEmpty && (screen.place(of: "10") ?? 600) < 60 })
    XCTAssertEqual(Set(screen.asked.joined()), Set((10..<18).map { "\($0)" } + ["39"]))
    let place = screen.pane.scroller.verticalAdjustment
    XCTAssertTrue(
      screen.runs {
        screen.paint()
        place.value += 300
        return Set(screen.asked.joined()).count == 30
      }
    )
  }

  @MainActor func testUnreadMessagesWithoutACardAreCounted() {
    let screen = PaneScreen()
    showLong(310, in: screen)
    XCTAssertTrue(screen.runs { screen.shows("Show Earlier Messages (100 unread)") })
    XCTAssertEqual(screen.cardCount, 200)
  }

  @MainActor func testAnOpenMessageSaysWhoWritesToWhomAndWhen() {
    let screen = PaneScreen()
    screen.name = "ann@a.example"
    screen.show(1, [stub("a")], until: "Text of a")
    screen.openDetails()
    let whole = "ann@a.example <ann@a.example>"
    let time = RelativeDate.moment(stub("a").date)
    for line in ["Ann", time, "ann@a.example", "To: \(whole)", "Cc: \(whole)"] {
      XCTAssertEqual(screen.plainLabels.count { $0 == line }, 1, line)
    }
    XCTAssertEqual(screen.plainLabels.count { $0.contains(", 1 January 1970, ") }, 1)
  }

  @MainActor func testTheDetailsHaveTheRecipientsForWhomTheHeadHasNoRoom() {
    let screen = PaneScreen()
    screen.name = String(repeating: "crew", count: 20) + "@a.example"
    screen.show(1, [stub("a")], until: "Text of a")
    screen.openDetails()
    for field in ["To: ", "Cc: "] {
      XCTAssertEqual(screen.plainLabels.count { $0.hasPrefix(field) }, 2, field)
    }
  }

  @MainActor func testAReplyGoesToTheNewestMessageOnceItsTextIsRead() {
    let screen = PaneScreen()
    screen.name = "ann@a.example"
    var waiting: CheckedContinuation<Void, Never>?
    screen.beforeText = { _ in await withCheckedContinuation { waiting = $0 } }
    screen.text = { id in
      [Passage(kind: .written, text: String(repeating: "Text of \(id)\n", count: 20_000))]
    }
    screen.show(1, [stub("a", isUnread: true), stub("b")])
    // Nothing of the conversation is read yet.
    screen.pane.reply(.all)
    @MainActor func failures() -> Int { screen.labels.count { $0.hasPrefix("No mail program") } }
    // The text of the older message, then that of the newest.
    for _ in 0..<2 {
      XCTAssertTrue(screen.runs { waiting != nil })
      XCTAssertEqual(failures(), 0)
      waiting.take()?.resume()
    }
    // No mail program is installed where the tests run.
    XCTAssertTrue(screen.runs { failures() == 1 })
    let cut = "The message is long: the quote in your reply is cut, and ends with “[…]”."
    screen.pane.reply(.sender)
    XCTAssertTrue(screen.shows(cut))
  }

  @MainActor func testAMessageWithoutAnAddressSaysThatItHasNone() {
    let screen = PaneScreen()
    screen.show(1, [stub("a")])
    screen.pane.reply(.sender)
    XCTAssertTrue(screen.runs { screen.shows("The message names no address to reply to.") })
    // A reply that waits is for the conversation that is shown, and for no other.
    screen.name = "ann@a.example"
    screen.show(2, [stub("b")])
    screen.pane.reply(.sender)
    screen.show(3, [stub("c")], until: "Text of c")
    for _ in 0..<5 { screen.paint() }
    XCTAssertFalse(screen.labels.contains { $0.hasPrefix("No mail program") })
  }

  @MainActor func testTheDetailsNameTheFileOfEachCopy() {
    let screen = PaneScreen()
    (screen.name, screen.otherPaths) = ("/mail/cur/1", ["/mail/cur/2", "/mail/.Sent/cur/3"])
    screen.show(1, [stub("a")], until: "Text of a")
    screen.openDetails()
    XCTAssertEqual(
      screen.plainLabels.filter { $0.contains("File: ") },
      ["File: /mail/cur/1", "Also in File: /mail/cur/2", "Also in File: /mail/.Sent/cur/3"]
    )
  }

  @MainActor func testItFitsAPhoneWhateverIsInIt() {
    let screen = PaneScreen(width: 360)
    let word = String(repeating: "Word", count: 100)
    screen.text = { _ in
      [Passage.Kind.written, .quoted, .signature, .enclosed].map { Passage(kind: $0, text: word) }
    }
    screen.attachments = [Attachment(name: word, type: "text/plain", size: 1)]
    screen.show(1, [stub(word, isUnread: true), stub(word + "b")], title: word, until: word)
    XCTAssertLessThanOrEqual(screen.pane.widget.asWidget.minimumWidth, 360)
  }

  @MainActor func testSpaceOnAnOpenMessageScrollsAndOnAClosedOneOpensIt() {
    let screen = PaneScreen()
    screen.text = { _ in
      [Passage(kind: .written, text: String(repeating: "High water at noon.\n", count: 200))]
    }
    screen.show(1, [stub("a"), stub("b")])
    XCTAssertTrue(screen.runs { screen.pane.scroller.verticalAdjustment.upper > 2_000 })
    let lines = screen.pane.widget.contents.filter {
      gtk_widget_has_css_class($0, "message-line") != 0
    }
    let place = screen.pane.scroller.verticalAdjustment
    let before = place.value
    XCTAssertTrue(lines[1].press("space"))
    XCTAssertGreaterThan(place.value, before)
    XCTAssertEqual(screen.asked, [["b"]])
    XCTAssertTrue(lines[0].press("space"))
    XCTAssertTrue(screen.runs { screen.asked == [["b"], ["a"]] })
  }

  @MainActor func testAnUpdateKeepsTheFocusAndThePlace() {
    let screen = PaneScreen()
    screen.text = { _ in [Passage(kind: .written, text: String(repeating: "line\n", count: 80))] }
    screen.show(1, (0..<30).map { stub("\($0)") })
    XCTAssertTrue(screen.runs { screen.labels.contains { $0.hasPrefix("line") } })
    // The pane scrolls once before the text is read, and once more after it.
    XCTAssertTrue(screen.runs { (screen.place(of: "29") ?? 600) < 100 })
    screen.pane.grabFocus()
    let (focus, place) = (screen.focusName, screen.place(of: "29"))
    XCTAssertNotNil(focus)
    XCTAssertNotNil(place)
    screen.stubs = (5..<33).map { stub("\($0)") }
    screen.pane.update()
    XCTAssertTrue(screen.runs { screen.cardCount == 28 })
    screen.paint()
    XCTAssertEqual(screen.place(of: "29") ?? 0, place ?? -1, accuracy: 1)
    XCTAssertEqual(screen.focusName, focus)
  }

  @MainActor func testTheRestOfAMessageIsReadOnFromWhereItBegins() {
    for kind in [Passage.Kind.written, .quoted] {
      let screen = PaneScreen()
      screen.text = { _ in
        (0..<150).map { Passage(kind: $0 < 100 ? .written : kind, text: "Line \($0)") }
      }
      screen.show(1, [stub("a")], until: "Line 99")
      let folds = screen.labels.count { $0 == "…" }
      screen.click("Show More")
      XCTAssertTrue(screen.runs { !screen.shows("Show More") })
      XCTAssertEqual(screen.focusName, [kind == .quoted ? "…" : "Line 100"])
      XCTAssertEqual(screen.labels.count { $0 == "…" }, folds + (kind == .quoted ? 50 : 0))
      if kind == .quoted { XCTAssertEqual(screen.focusIndex(among: "…"), 0) }
    }
  }

  @MainActor func testWhoWaitsForAConversationKeepsTheKeysAlsoWhereItFails() {
    for failure in [nil, MailError.mailboxVanished(path: "/mail")] {
      let screen = PaneScreen()
      screen.failure = failure
      screen.show(1, [stub("a")])
      screen.pane.grabFocus()
      XCTAssertEqual(screen.pane.widget.focus?.isMapped, true)
      XCTAssertTrue(
        screen.runs {
          screen.shows(failure == nil ? "Text of a" : "The conversation cannot be shown")
        }
      )
      XCTAssertEqual(screen.pane.widget.focus?.isMapped, true)
    }
  }

  @MainActor func testNothingIsLeft() {
    let before = Signal.liveBoxes
    weak var pane: ReadingPane?
    do {
      let screen = PaneScreen()
      screen.text = { _ in
        [Passage(kind: .written, text: "Yes."), Passage(kind: .quoted, text: "> Shall we?")]
      }
      pane = screen.pane
      screen.show(1, [stub("a", isUnread: true), stub("b")], until: "Yes.")
      screen.click("…")
      XCTAssertTrue(screen.runs { screen.shows("> Shall we?") })
    }
    XCTAssertTrue(MainLoop.run { pane == nil && Signal.liveBoxes <= before })
    XCTAssertNil(pane)
    XCTAssertLessThanOrEqual(Signal.liveBoxes, before)
  }
}
