import CAdwaita
import CPullToRefreshGtk
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Mail
@testable import Tideline

/// Pictures of a message: read in order, with accessible names, and replaced by an offer if needed.
nonisolated final class CarriedPictureTests: AdwaitaTestCase {
  private static let png = pngPicture(width: 30, height: 20)

  /// A picture as wide as the pane; five of them fit into the pane's budget.
  private static let large = pngPicture(width: 860, height: 9_300)

  @MainActor func testTheyAreShownInOrder() {
    var read: [String] = []
    let screen = shown([attachment("a.png", "A boat"), attachment("bb.png")]) {
      read.append($0.name)
      return Self.png
    }
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 2 })
    XCTAssertEqual(read, ["a.png", "bb.png"])
    XCTAssertEqual(screen.pictureTips, ["A boat", nil])
  }

  @MainActor func testOneThatIsNoneSaysSoAndCanBeSaved() {
    let screen = shown([attachment("a.png")]) { _ in Array("no picture at all".utf8) }
    let sentence = "The picture “a.png” is not shown: it is damaged, or of another kind."
    XCTAssertTrue(screen.runs { screen.plainLabels.contains(sentence) })
    XCTAssertTrue(screen.labels.contains { $0.hasPrefix("a.png") })
    XCTAssertTrue(screen.pictureTips.isEmpty)
  }

  @MainActor func testOneThatIsTooLargeIsNotEvenRead() {
    let screen = shown([attachment("a.png", size: 20_000_001)]) { _ in
      XCTFail("read")
      return []
    }
    XCTAssertTrue(screen.runs { screen.plainLabels.contains { $0.hasSuffix("it is too large.") } })
  }

  @MainActor func testOneThatDidNotComeIsTriedAgain() {
    let screen = shown([attachment("a.png")]) { _ in throw MailError.attachmentGone(name: "a.png") }
    XCTAssertTrue(screen.runs { screen.shows("Try Again") })
    screen.content = { _ in Self.png }
    screen.click("Try Again")
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 1 })
    XCTAssertFalse(screen.shows("Try Again"))
  }

  @MainActor func testManyAreShownInBatches() {
    let screen = shown((0..<21).map { attachment("\($0).png") }) { _ in Self.png }
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 20 })
    screen.click("Show More Pictures")
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 21 })
    XCTAssertFalse(screen.shows("Show More Pictures"))
  }

  @MainActor func testClosingTheConversationEndsTheirReading() {
    let screen = PaneScreen()
    screen.pictures = [attachment("a.png"), attachment("bb.png")]
    var read: [String] = []
    screen.content = { [weak screen] in
      read.append($0.name)
      screen?.pane.clear()
      return Self.png
    }
    screen.show(1, [stub("m")])
    XCTAssertTrue(screen.runs { read == ["a.png"] })
    screen.pictures = []
    screen.show(2, [stub("n")], until: "Text of n")
    XCTAssertEqual(read, ["a.png"])
  }

  @MainActor func testClosingTheConversationEndsTheReadingOfAllBatches() {
    let screen = PaneScreen()
    screen.pictures = (0..<21).map { attachment("\($0).png") }
    var read: [String] = []
    var waiting: CheckedContinuation<Void, Never>?
    screen.content = {
      read.append($0.name)
      return Self.png
    }
    screen.beforeContent = { await withCheckedContinuation { waiting = $0 } }
    screen.show(1, [stub("m")])
    XCTAssertTrue(screen.runs { waiting != nil })
    screen.click("Show More Pictures")
    XCTAssertTrue(screen.runs { !screen.shows("Show More Pictures") })
    screen.beforeContent = {}
    screen.pane.clear()
    waiting?.resume()
    screen.pictures = []
    screen.show(2, [stub("n")])
    XCTAssertTrue(screen.runs { screen.shows("Text of n") && !read.isEmpty })
    XCTAssertEqual(read, ["0.png"])
  }

  @MainActor func testClosingTheConversationEndsAnotherTry() {
    let screen = shown([attachment("a.png")]) { _ in throw MailError.attachmentGone(name: "a.png") }
    XCTAssertTrue(screen.runs { screen.shows("Try Again") })
    var waiting: CheckedContinuation<Void, Never>?
    var isCancelled: Bool?
    screen.beforeContent = {
      await withCheckedContinuation { waiting = $0 }
      isCancelled = Task.isCancelled
    }
    screen.click("Try Again")
    XCTAssertTrue(screen.runs { waiting != nil })
    screen.pane.clear()
    waiting?.resume()
    XCTAssertTrue(screen.runs { isCancelled != nil })
    XCTAssertEqual(isCancelled, true)
  }

  @MainActor func testAFetchThatEndsAsItsProgressIsToBeShownLeavesNoBar() {
    let screen = PaneScreen()
    screen.pictures = [attachment("a.png")]
    screen.content = { _ in Self.png }
    screen.beforeContent = {
      // The delay of the progress bar begins, and ends while the main thread is busy.
      await Task.yield()
      usleep(400_000)
    }
    screen.show(1, [stub("m")])
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 1 })
    screen.paint()
    XCTAssertEqual(screen.progressBars, 0)
  }

  @MainActor func testPicturesBeyondThePanesBudgetAreShownInPlaceOfTheFirstOnes() {
    var read: [String] = []
    let screen = shown((0..<7).map { attachment("\($0).png", "Tip \($0)") }) {
      read.append($0.name)
      return Self.large
    }
    XCTAssertTrue(screen.runs { screen.offers == ["Tip 5", "Tip 6"] })
    XCTAssertEqual(screen.pictureTips, (0..<5).map { "Tip \($0)" })
    XCTAssertEqual(read, (0..<6).map { "\($0).png" }, "what cannot be shown is not fetched")
    screen.click("Show Picture")
    XCTAssertTrue(screen.runs { screen.offers == ["Tip 0", "Tip 6"] })
    XCTAssertEqual(screen.pictureTips, (1..<6).map { "Tip \($0)" })
    XCTAssertLessThanOrEqual(screen.pane.pictures.used, PictureBudget.limit)
  }

  @MainActor func testAClosedMessageFreesItsPicturesAndShowsThemAgain() {
    let screen = shown([attachment("a.png"), attachment("b.png")]) { _ in Self.png }
    XCTAssertTrue(screen.runs { screen.pane.pictures.used == 2 * 30 * 20 })
    screen.click("Ann")
    XCTAssertTrue(screen.runs { screen.pane.pictures.used == 0 })
    screen.click("Ann")
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 2 })
    XCTAssertEqual(screen.pane.pictures.used, 2 * 30 * 20)
    screen.pane.clear()
    XCTAssertEqual(screen.pane.pictures.used, 0)
  }

  @MainActor func testTheBudgetIsThatOfAllMessagesTogether() {
    let screen = PaneScreen()
    screen.pictures = (0..<3).map { attachment("\($0).png", "Tip") }
    screen.content = { _ in Self.large }
    screen.show(1, [stub("m"), stub("n", from: "Bo")])
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 3 })
    screen.click("Ann")
    XCTAssertTrue(screen.runs { screen.offers.count == 1 })
    XCTAssertEqual(screen.pictureTips.count, 5)
    screen.click("Bo")
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 2 })
    screen.click("Show Picture")
    XCTAssertTrue(screen.runs { screen.pictureTips.count == 3 })
    XCTAssertTrue(screen.offers.isEmpty)
  }
}

/// A message with pictures of this content.
@MainActor private func shown(
  _ pictures: [Attachment],
  content: @escaping (Attachment) throws -> [UInt8]
) -> PaneScreen {
  let screen = PaneScreen()
  (screen.pictures, screen.content) = (pictures, content)
  screen.show(1, [stub("m")])
  return screen
}

extension PaneScreen {
  /// The names of the pictures that are offered instead of shown.
  fileprivate var offers: [String] {
    plainLabels.compactMap { label in
      guard label.hasSuffix("it would take too much memory.") else { return nil }
      return label.split(separator: "“").last?.split(separator: "”").first.map(String.init)
    }
  }
}
