import Testing

@testable import RefreshScrolling

/// The number of rows that have arrived and were not seen yet.
struct UnseenRowsTests {
  /// Rows arrive, arrive again, move to the edge and are removed. The new ones are always the
  /// first.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyNewRowIsCountedOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = Array(0..<8)
    var new: Set<Int> = []
    var unseen = UnseenRows()
    var next = list.count
    for _ in 0..<200 {
      let row = random.below(list.count)
      switch random.below(4) {
      case 0:
        let rows = Array(next...next + row % 3)
        next += rows.count
        unseen.replace(at: 0, removed: 0, added: rows.count)
        list.insert(contentsOf: rows, at: 0)
        new.formUnion(rows)
        unseen.add(rows.count, isReported: true)
      case 1 where row < new.count:
        unseen.add(row + 1, isReported: true)
      case 2:
        unseen.replace(at: row, removed: 1, added: 0)
        unseen.replace(at: 0, removed: 0, added: 1)
        list.insert(list.remove(at: row), at: 0)
        new.insert(list[0])
        unseen.add(1, isReported: true)
      default:
        guard list.count > 1 else { continue }
        unseen.replace(at: row, removed: 1, added: 0)
        new.remove(list.remove(at: row))
      }
      #expect(unseen.count == new.count)
    }
  }

  @Test func rowsThatTakeThePlaceOfNewAndOldOnesMayAllBeNew() {
    var unseen = UnseenRows()
    unseen.add(2, isReported: true)
    unseen.replace(at: 1, removed: 3, added: 3)
    #expect(unseen.count == 2)
    unseen.add(5, isReported: true)
    #expect(unseen.count == 4)
    unseen.replace(at: 0, removed: 9, added: 3)
    #expect(unseen.count == 3)
  }

  @Test func rowsThatComeBackAreNotNew() {
    var unseen = UnseenRows()
    unseen.add(3, isReported: true)
    unseen.replace(at: 0, removed: 2, added: 0)
    unseen.replace(at: 0, removed: 0, added: 2)
    #expect(unseen.count == 1)
  }

  @Test func aListThatReportsNoChangesIsBelieved() {
    var unseen = UnseenRows()
    unseen.add(3, isReported: false)
    unseen.add(.max, isReported: false)
    #expect(unseen.count == .max)
  }
}
