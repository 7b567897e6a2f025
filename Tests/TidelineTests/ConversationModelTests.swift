import Foundation
import Mail
import Testing
import TidelineGtk

@testable import Tideline

/// The rows of the list, and the splices by which the view gets their changes.
struct ConversationModelTests {
  /// A model, with counts of its callbacks.
  private final class Witness {
    let model = ConversationModel()
    private(set) var splices = 0
    private(set) var contentChanges: [Conversation] = []

    init(_ rows: [Conversation] = []) {
      model.append(rows)
      model.keys.asListModel.connect("items-changed") { [unowned self] in splices += 1 }
      model.onContentChange = { [unowned self] in contentChanges.append($0) }
    }

    /// Shows the rows, all of them in sight.
    func show(_ rows: [Conversation]) {
      model.show(rows.map(\.place), rows: rows, inSight: Set(ids))
    }

    var ids: [Int64] { (0..<model.count).map { model.keys[$0] } }
  }

  /// Ids 5, 4, 3, 2, 1 at 500, 400, 300, 200 and 100 seconds.
  private let five = (1...5).reversed().map { row($0, at: Int($0) * 100) }

  @Test func neighboursThatArriveOnTopAreOneSplice() {
    let list = Witness(five)
    list.show([row(8, at: 800), row(7, at: 700), row(6, at: 600)] + five)
    #expect(list.ids == [8, 7, 6, 5, 4, 3, 2, 1])
    #expect(list.splices == 1)
  }

  @Test func arrivalsAtTwoPlacesAreTwoSplices() {
    let list = Witness(five)
    list.show([row(7, at: 600)] + five[..<4] + [row(8, at: 160), row(6, at: 150), five[4]])
    #expect(list.ids == [7, 5, 4, 3, 2, 8, 6, 1])
    #expect(list.splices == 2)
  }

  @Test func rowsOfAnotherFolderReplaceAllRowsInOneSplice() {
    let list = Witness(five)
    let others = [five[0], row(6, at: 350), five[4]]
    list.model.show(others.map(\.place), rows: others, inSight: Set(list.ids), replacesAll: true)
    #expect(list.ids == [5, 6, 1])
    #expect(list.splices == 1, "in place of two around the row that stays")
    #expect(list.model[4] == nil)
  }

  @Test func neighboursThatLeaveAreOneSplice() {
    let list = Witness(five)
    list.show([five[0], five[4]])
    #expect(list.ids == [5, 1])
    #expect(list.splices == 1)
    #expect(list.model[4] == nil)
  }

  @Test func aRowThatOnlyLooksDifferentStaysWhereItIs() {
    let list = Witness(five)
    let update = row(3, at: 300, "read")
    list.show(five[..<2] + [update] + five[3...])
    #expect(list.splices == 0)
    #expect(list.contentChanges == [update])
    #expect(list.model[3] == update)
  }

  @Test func aReplyToTheTopConversationMovesNothing() {
    let list = Witness(five)
    list.show([row(5, at: 900)] + five[1...])
    #expect(list.splices == 0)
    #expect(list.contentChanges == [row(5, at: 900)])
    #expect(list.model.contains(Cursor(seconds: 900, id: 5)))
  }

  @Test func aReplyFurtherDownBringsItsConversationUp() {
    let list = Witness(five)
    list.show([row(2, at: 900), five[0], five[1], five[2], five[4]])
    #expect(list.ids == [2, 5, 4, 3, 1])
    #expect(list.splices == 2)
  }

  @Test func whatMovesDownIsNeverThereTwice() {
    let list = Witness(five)
    var states: [[Int64]] = []
    list.model.keys.asListModel.connect("items-changed") { [unowned list] in
      states.append((0..<list.model.keys.count).map { list.model.keys[$0] })
    }
    list.show([five[1], five[2], five[3], row(5, at: 150), five[4]])
    #expect(states == [[4, 3, 2, 1], [4, 3, 2, 5, 1]])
  }

  @Test func aPageIsOneSplice() {
    let list = Witness(five)
    list.model.append([row(0, at: 90), row(6, at: 80)])
    #expect(list.ids == [5, 4, 3, 2, 1, 0, 6])
    #expect(list.splices == 1)
  }

  @Test func theSameListAgainIsNoSplice() {
    let list = Witness(five)
    list.show(five)
    #expect(list.splices == 0)
    #expect(list.contentChanges.isEmpty)
  }

  /// Each splice takes GTK a moment; rows on the screen and the selected row are not touched.
  @Test func ofChangesOutOfSightThereIsOneSplice() {
    let list = Witness(five)
    list.model.show([row(7, at: 600), five[1], row(6, at: 250), five[4]])
    #expect(list.ids == [7, 4, 6, 1])
    #expect(list.splices == 1)
  }

  /// GTK may keep, for example, the first row and the rows around those in sight.
  @Test func ofRowsOutOfSightOnlyThoseFarAwayAreLeftAlone() {
    let rows = (1...1_000).reversed().map { row(Int64($0), at: $0) }
    let list = Witness(rows)
    for id in [1_000] + Array(Int64(400)..<600) { list.model.pin(id) }
    let kept = rows.filter { $0.id % 2 == 0 }
    list.model.show(kept.map(\.place), rows: [], inSight: [500, 501])
    // One splice between the first row and those in sight, and one below them.
    #expect(list.splices == 2)
  }

  @Test func scatteredChangesAreFewSplicesAndLeaveWhatIsInSight() {
    let rows = (1...40_000).reversed().map { row(Int64($0), at: $0) }
    let list = Witness(rows)
    let kept = rows.filter { $0.id % 4 != 0 || $0.id == 8 }
    let inSight = Set(Int64(20_000)..<20_040)
    list.model.show(kept.map(\.place), rows: [], inSight: inSight.union([8]))
    #expect(list.ids == kept.map(\.id))
    // Nine between the rows in sight, one above them, and two below, around row 8.
    #expect(list.splices == 12)
  }

  @Test func theFirstRowOfAnEmptyListIsNone() {
    let list = Witness(five)
    #expect(list.model.first?.id == 5)
    list.show([])
    #expect(list.model.isEmpty)
    #expect(list.model.first == nil)
  }
}

/// A row with the values that the list's order needs.
func row(_ id: Int64, at seconds: Int, _ snippet: String = "") -> Conversation {
  Conversation(
    id: id,
    subject: "Conversation \(id)",
    date: Date(timeIntervalSince1970: Double(seconds)),
    messageCount: 1,
    snippet: snippet
  )
}
