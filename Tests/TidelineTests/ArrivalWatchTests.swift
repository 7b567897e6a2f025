import CAdwaita
import Mail
import MailTesting
import TidelineGtk
import XCTest

@testable import Tideline

/// When a refresh is offered.
nonisolated final class NewMailOfferTests: StoreTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { adw_init() }
  }

  func testThereIsOneForAllThatArrives() {
    onMainActor {
      let offer = NewMailOffer(over: ToastOverlay(), action: "win.refresh")
      offer.isHeld = false
      XCTAssertFalse(offer.isShown)
      for _ in 0..<1_000 { offer.mailHasArrived() }
      XCTAssertTrue(offer.isShown)
      offer.withdraw()
      XCTAssertFalse(offer.isShown)
    }
  }

  func testWhileARefreshRunsThereIsNone() {
    onMainActor {
      let offer = NewMailOffer(over: ToastOverlay(), action: "win.refresh")
      offer.mailHasArrived()
      XCTAssertFalse(offer.isShown)
      offer.isHeld = false
      XCTAssertTrue(offer.isShown)
      offer.isHeld = true
      XCTAssertFalse(offer.isShown)
      // The refresh failed before it read the mailbox.
      offer.isHeld = false
      XCTAssertTrue(offer.isShown)
      offer.isHeld = true
      offer.withdraw()
      offer.isHeld = false
      XCTAssertFalse(offer.isShown)
    }
  }

  func testWhatArrivesAfterTheReadingIsOfferedAtTheEnd() {
    onMainActor {
      let offer = NewMailOffer(over: ToastOverlay(), action: "win.refresh")
      offer.withdraw()
      offer.mailHasArrived()
      XCTAssertFalse(offer.isShown)
      offer.isHeld = false
      XCTAssertTrue(offer.isShown)
    }
  }

  func testWhatWasOfferedOfOneMailboxIsNotOfferedOfTheNext() {
    onMainActor {
      let offer = NewMailOffer(over: ToastOverlay(), action: "win.refresh")
      offer.isHeld = false
      offer.mailHasArrived()
      offer.stopWatching()
      offer.isHeld = true
      offer.isHeld = false
      XCTAssertFalse(offer.isShown)
    }
  }

  func testWhoLookedAndLeftTheOfferIsToldOfWhatArrivesLater() throws {
    try withFeed(of: QuietPost()) { feed, _ in
      let desktop = NoticeDesktop()
      let notice = desktop.notice()
      let offer = NewMailOffer(over: ToastOverlay(), action: "win.refresh", notice: notice)
      offer.watch(for: feed, at: "/mail")
      offer.isHeld = false
      offer.mailHasArrived()
      desktop.passMoment()
      XCTAssertEqual(desktop.sent, 1)
      notice.withdraw()
      XCTAssertTrue(offer.isShown)
      offer.mailHasArrived()
      desktop.passMoment()
      XCTAssertEqual(desktop.sent, 2)
      offer.stopWatching()
    }
  }

  func testNothingIsLeftOfIt() {
    onMainActor {
      let before = Signal.liveBoxes
      do {
        let offer = NewMailOffer(over: ToastOverlay(), action: "win.refresh")
        offer.isHeld = false
        offer.mailHasArrived()
        XCTAssertGreaterThan(Signal.liveBoxes, before)
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { Signal.liveBoxes == before })
    }
  }
}

/// A source of no mail.
private nonisolated struct QuietPost: OneFolderAccount {
  let identifier = "quiet post"
  let title = "Post"

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? { nil }
}
