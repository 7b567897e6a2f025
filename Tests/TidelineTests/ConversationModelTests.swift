import Foundation
import Gtk
import Mail
import Testing

@testable import Tideline

/// The rows of the list, and the splices by which the view learns of changes to them.
struct ConversationModelTests {
  /// A model with a count of what it tells.
  private final class Witness {
    let model = ConversationModel()
    private(set) var splices = 0
    private(set) var contentChanges: [Conversation] = []

    init(_ rows: [Conversation] = []) {
      model.append(rows)
      model.keys.asListModel.connect("items-changed") { [unowned self] in splices += 1 }
      model.onContentChange = { [unowned self] in contentChanges.append($0) }
    }

    var ids: [Int64] { (0..<model.count).map { model.keys[$0] } }
  }

  /// Ids 5, 4, 3, 2, 1 at 500, 400, 300, 200 and 100 seconds.
  private let five = (1...5).reversed().map { row($0, at: Int($0) * 100) }

  @Test func neighboursThatArriveOnTopAreOneSplice() {
    let list = Witness(five)
    list.model.apply(
      [.insert(row(7, at: 700)), .insert(row(6, at: 600)), .insert(row(8, at: 800))],
      downTo: nil
    )
    #expect(list.ids == [8, 7, 6, 5, 4, 3, 2, 1])
    #expect(list.splices == 1)
  }

  @Test func arrivalsAtTwoPlacesAreTwoSplices() {
    let list = Witness(five)
    list.model.apply(
      [.insert(row(6, at: 150)), .insert(row(7, at: 600)), .insert(row(8, at: 160))],
      downTo: nil
    )
    #expect(list.ids == [7, 5, 4, 3, 2, 8, 6, 1])
    #expect(list.splices == 2)
  }

  @Test func neighboursThatLeaveAreOneSplice() {
    let list = Witness(five)
    list.model.apply([.removed(2), .merged(from: 4, into: 1), .removed(3)], downTo: nil)
    #expect(list.ids == [5, 1])
    #expect(list.splices == 1)
    #expect(list.model[4] == nil)
  }

  @Test func rowsThatWereNeverShownLeaveInSilence() {
    let list = Witness(five)
    list.model.apply([.removed(9), .merged(from: 8, into: 5)], downTo: nil)
    #expect(list.splices == 0)
  }

  @Test func aRowThatOnlyLooksDifferentStaysWhereItIs() {
    let list = Witness(five)
    let update = row(3, at: 300, "read")
    list.model.apply([.update(update)], downTo: nil)
    #expect(list.splices == 0)
    #expect(list.contentChanges == [update])
    #expect(list.model[3] == update)
  }

  @Test func aReplyToTheTopConversationMovesNothing() {
    let list = Witness(five)
    list.model.apply([.update(row(5, at: 900))], downTo: nil)
    #expect(list.splices == 0)
    #expect(list.contentChanges == [row(5, at: 900)])
  }

  @Test func aReplyFurtherDownBringsItsConversationUp() {
    let list = Witness(five)
    list.model.apply([.update(row(2, at: 900))], downTo: nil)
    #expect(list.ids == [2, 5, 4, 3, 1])
    #expect(list.splices == 2)
    #expect(list.contentChanges.isEmpty)
  }

  @Test func ofEqualSecondsTheLargerIdIsFirst() {
    let list = Witness(five)
    list.model.apply([.insert(row(9, at: 300)), .update(row(1, at: 300))], downTo: nil)
    #expect(list.ids == [5, 4, 9, 3, 1, 2])
  }

  @Test func whatBelongsToTheNextPageIsLeftForIt() throws {
    let list = Witness(five)
    let end = try #require(Cursor("100-1"))
    list.model.apply(
      [.insert(row(6, at: 99)), .insert(row(7, at: 100)), .update(row(4, at: 50))],
      downTo: end
    )
    #expect(list.ids == [5, 3, 2, 7, 1])
  }

  @Test func whatArrivesWhereTheLastRowStoodIsShown() throws {
    let list = Witness(five)
    let end = try #require(Cursor("100-1"))
    list.model.apply([.update(row(1, at: 600))], downTo: end)
    // The next page begins below 100, so this is the only way to see it.
    list.model.apply([.insert(row(6, at: 150))], downTo: end)
    #expect(list.ids == [1, 5, 4, 3, 2, 6])
  }

  @Test func theLastRowGoesWhenItBelongsToTheNextPage() throws {
    let list = Witness(five)
    let end = try #require(Cursor("100-1"))
    list.model.apply([.update(row(1, at: 70))], downTo: end)
    #expect(list.model.append([row(6, at: 80), row(1, at: 70)]) == 2)
    #expect(list.ids == [5, 4, 3, 2, 6, 1])
  }

  @Test func aPageLeavesOutWhatIsShown() {
    let list = Witness(five)
    #expect(list.model.append([row(1, at: 90), row(6, at: 80)]) == 1)
    #expect(list.ids == [5, 4, 3, 2, 1, 6])
    #expect(list.splices == 1)
    #expect(list.model.append([]) == 0)
    #expect(list.splices == 1)
  }

  @Test func replacingLeavesTheRowsAtBothEndsAlone() {
    let list = Witness(five)
    let last = row(1, at: 100, "read")
    list.model.replaceAll(with: [five[0], row(9, at: 350), five[3], last])
    #expect(list.ids == [5, 9, 2, 1])
    #expect(list.splices == 1)
    #expect(list.contentChanges == [last])
    list.model.replaceAll(with: [five[0], row(9, at: 350), five[3], last])
    #expect(list.splices == 1)
  }

  @Test func theEndsOfAnEmptyListAreNone() {
    let list = Witness(five)
    #expect(list.model.first?.id == 5)
    #expect(list.model.last?.id == 1)
    list.model.replaceAll(with: [])
    #expect(list.model.isEmpty)
    #expect(list.model.first == nil)
    #expect(list.model.last == nil)
  }
}

/// A row as far as the list's order is concerned.
func row(_ id: Int64, at seconds: Int, _ snippet: String = "") -> Conversation {
  Conversation(
    id: id,
    subject: "Conversation \(id)",
    participants: [],
    date: Date(timeIntervalSince1970: Double(seconds)),
    messageCount: 1,
    unread: 0,
    flagged: false,
    attachments: false,
    snippet: snippet
  )
}
