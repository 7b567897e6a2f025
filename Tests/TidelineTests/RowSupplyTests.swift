import Foundation
import Mail
import Testing
import TidelineGtk
import XCTest

@testable import Tideline

/// Rows that are fetched when they are shown, from a store that answers when the test says so.
nonisolated final class RowSupplyTests: TidelineTestCase {
  @MainActor func testRowsThatShowInOneTurnAreAskedForTogether() {
    let desk = Desk(count: 1_000)
    desk.show(500..<510)
    XCTAssertTrue(desk.runs { desk.asked.count == 1 })
    XCTAssertEqual(Set(desk.asked[0]), Set((500..<510).map(desk.id)))
    desk.answer()
    XCTAssertTrue(desk.runs { desk.model.missing.isEmpty })
    XCTAssertEqual(Set(desk.told.map(\.id)), Set((500..<510).map(desk.id)))
  }

  @MainActor func testRowsAroundThemComeNextAndThenNothing() {
    let desk = Desk(count: 1_000)
    desk.answersAtOnce = true
    desk.show(500..<510)
    XCTAssertTrue(desk.runs { desk.model.hasRow(at: 600) && desk.model.hasRow(at: 400) })
    XCTAssertFalse(desk.model.hasRow(at: 700))
    let asked = desk.asked.count
    desk.show(510..<520)
    MainLoop.runReadyEvents()
    XCTAssertEqual(desk.asked.count, asked)
  }

  @MainActor func testWhatWasReadBeforeAChangeIsReadAgain() {
    let desk = Desk(count: 10)
    desk.show(3..<4)
    XCTAssertTrue(desk.runs { desk.asked.count == 1 })
    let id = desk.id(3)
    let news = row(id, at: desk.seconds(3), "news")
    desk.store[id] = news
    desk.model.show(Array(desk.model.places.dropLast()), rows: [])
    desk.answer([row(id, at: desk.seconds(3), "old")])
    XCTAssertTrue(desk.runs { desk.asked.count == 2 })
    XCTAssertNil(desk.model[id])
    desk.answer()
    XCTAssertTrue(desk.runs { desk.model[id] != nil })
    XCTAssertEqual(desk.model[id], news)
  }

  @MainActor func testARowThatIsGoneIsNotAskedForForever() {
    let desk = Desk(count: 10)
    desk.store[desk.id(3)] = nil
    desk.answersAtOnce = true
    desk.show(3..<5)
    XCTAssertTrue(desk.runs { desk.model.hasRow(at: 9) })
    MainLoop.runReadyEvents()
    XCTAssertLessThanOrEqual(desk.asked.count, 4)
    XCTAssertEqual(desk.model.missing, [desk.id(3)])
  }

  @MainActor func testAnotherMailboxesAnswerIsDropped() {
    let desk = Desk(count: 10)
    desk.show(3..<4)
    XCTAssertTrue(desk.runs { desk.asked.count == 1 })
    let other = row(desk.id(3), at: desk.seconds(3), "of the other mailbox")
    desk.supply.fetch { _ in [other] }
    desk.supply.fetchMissing()
    desk.answer()
    XCTAssertTrue(desk.runs { desk.model[other.id] != nil })
    XCTAssertEqual(desk.model[other.id], other)
  }

  @MainActor func testNothingIsLeftOfASupplyThatIsGone() {
    weak var supply: RowSupply?
    do {
      let desk = Desk(count: 10)
      supply = desk.supply
      desk.answersAtOnce = true
      desk.show(0..<10)
      XCTAssertTrue(desk.runs { desk.model.missing.isEmpty })
    }
    XCTAssertTrue(MainLoop.run { supply == nil })
  }
}

/// A model of places without rows, and the store that has their rows.
private final class Desk {
  let model = ConversationModel()
  let supply: RowSupply
  var store: [Int64: Conversation] = [:]
  var answersAtOnce = false
  private(set) var asked: [[Int64]] = []
  private(set) var told: [Conversation] = []
  private var waiting: [CheckedContinuation<[Conversation], Never>] = []
  private let count: Int

  init(count: Int) {
    self.count = count
    supply = RowSupply(model)
    for position in 0..<count { store[id(position)] = row(id(position), at: seconds(position)) }
    supply.fetch { [unowned self] in await rows($0) }
    model.onContentChange = { [unowned self] in told.append($0) }
    let places = (0..<count).map { Cursor(seconds: Int64(seconds($0)), id: id($0)) }
    model.show(places, rows: [])
  }

  func id(_ position: Int) -> Int64 { Int64(count - position) }
  func seconds(_ position: Int) -> Int { 10 * (count - position) }

  func show(_ positions: Range<Int>) {
    for position in positions {
      model.pin(id(position))
      supply.show(position)
    }
  }

  /// Answers the oldest request.
  func answer(_ rows: [Conversation]? = nil) {
    let place = asked.count - waiting.count
    waiting.removeFirst().resume(returning: rows ?? asked[place].compactMap { store[$0] })
  }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(until: condition) }

  private func rows(_ ids: [Int64]) async -> [Conversation] {
    asked.append(ids)
    if answersAtOnce { return ids.compactMap { store[$0] } }
    return await withCheckedContinuation { waiting.append($0) }
  }
}

/// The rows that stay in the cache.
struct RowCacheTests {
  @Test func itIsBounded() {
    var cache = RowCache(limit: 100)
    for id in 0..<10_000 { cache.store(row(Int64(id), at: id)) }
    #expect(cache.count <= 100)
    #expect(cache.contains(9_999))
    #expect(!cache.contains(9_800))
  }

  @Test func whatIsAskedForStays() {
    var cache = RowCache(limit: 100)
    for id in 0..<10_000 {
      cache.store(row(Int64(id), at: id))
      #expect(cache.row(0)?.id == 0)
    }
  }

  @Test func whatIsOnTheScreenStays() {
    var cache = RowCache(limit: 10)
    for id in 0..<20 {
      cache.pin(Int64(id))
      cache.store(row(Int64(id), at: id))
    }
    for id in 20..<1_000 { cache.store(row(Int64(id), at: id)) }
    #expect(cache.missing.isEmpty)
    #expect(cache.count <= 80)
    for id in 0..<20 { cache.unpin(Int64(id)) }
    for id in 1_000..<2_000 { cache.store(row(Int64(id), at: id)) }
    #expect(!cache.contains(0))
  }

  @Test func aForgottenRowOnTheScreenIsMissing() {
    var cache = RowCache(limit: 10)
    cache.pin(1)
    #expect(cache.missing == [1])
    cache.store(row(1, at: 1))
    #expect(cache.missing.isEmpty)
    cache.removeAll()
    #expect(cache.missing == [1])
  }
}
