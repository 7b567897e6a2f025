import Mail
import MailSample
import MailTesting
import Testing

@testable import Tideline

/// The splices that turn one list of places into another.
struct PlaceDifferenceTests {
  typealias Run = PlaceDifference.Run

  @Test func equalListsHaveNone() {
    #expect(PlaceDifference.runs(from: places([3, 2, 1]), to: places([3, 2, 1])) == [])
    #expect(PlaceDifference.runs(from: places([]), to: places([])) == [])
  }

  @Test func whatCameAndWhatWentStandByThemselves() {
    let runs = PlaceDifference.runs(from: places([9, 7, 5, 3]), to: places([9, 8, 7, 3, 1]))
    #expect(
      runs == [
        Run(old: 1..<1, new: 1..<2), Run(old: 2..<3, new: 3..<3), Run(old: 4..<4, new: 4..<5),
      ]
    )
  }

  @Test func neighboursAreOneRun() {
    let runs = PlaceDifference.runs(from: places([9, 7, 5, 3]), to: places([9, 6, 4, 3]))
    #expect(runs == [Run(old: 1..<3, new: 1..<3)])
  }

  @Test func aNewDateAtTheSamePlaceIsNone() {
    let new = [Cursor(seconds: 9, id: 8), Cursor(seconds: 5, id: 5), Cursor(seconds: 3, id: 3)]
    #expect(PlaceDifference.runs(from: places([8, 5, 3]), to: new) == [])
    let later = [Cursor(seconds: 9, id: 7), Cursor(seconds: 8, id: 8), Cursor(seconds: 4, id: 5)]
    #expect(
      PlaceDifference.runs(from: places([8, 5, 3]), to: later)
        == [Run(old: 0..<0, new: 0..<1), Run(old: 2..<3, new: 3..<3)]
    )
  }

  @Test func onlyWhatComesInASpliceFurtherDownMovesDown() {
    let old = places([9, 7, 5])
    let (up, down) = (
      [Cursor(seconds: 12, id: 5)] + places([9, 7]), places([7, 5]) + [Cursor(seconds: 2, id: 9)]
    )
    #expect(!movesDown(from: old, to: up, keeping: [0, 1]))
    #expect(movesDown(from: old, to: down, keeping: [1, 2]))
    #expect(!movesDown(from: old, to: down, keeping: []), "one splice takes it away and brings it")
  }

  private func movesDown(from old: [Cursor], to new: [Cursor], keeping kept: [Int]) -> Bool {
    let changes = PlaceDifference.runs(from: old, to: new)
    let splices = PlaceDifference.joined(changes) { kept }
    return PlaceDifference.movesDown(changes, in: splices, from: old, to: new)
  }

  @Test func betweenRowsThatAreKeptAllRunsBecomeOne() {
    let runs = [0..<1, 3..<4, 5..<5, 8..<9].map { Run(old: $0, new: $0) }
    #expect(PlaceDifference.joined(runs) { [] } == [Run(old: 0..<9, new: 0..<9)])
    #expect(
      PlaceDifference.joined(runs) { [3, 4, 20] }
        == [Run(old: 0..<4, new: 0..<4), Run(old: 5..<9, new: 5..<9)]
    )
    #expect(PlaceDifference.joined(runs) { [1, 4, 7] } == runs)
  }

  @Test(arguments: seeds(20, from: 1))
  func carriedOutTheyGiveTheNewList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Longer than the block that is compared at once.
    let all = (0..<400).map { Int64($0) }
    let rare = 2 + random.next() % 60
    let old = places(all.filter { _ in random.next() % rare > 0 }.reversed())
    let new = places(all.filter { _ in random.next() % rare > 0 }.reversed())
    let runs = PlaceDifference.runs(from: old, to: new)
    let kept = old.indices.filter { _ in random.next() % 9 == 0 }
    let joined = PlaceDifference.joined(runs) { kept }
    for runs in [runs, joined] {
      var list = old
      for run in runs.reversed() { list.replaceSubrange(run.old, with: new[run.new]) }
      #expect(list == new)
    }
    let gone = Set(runs.flatMap(\.old))
    #expect(joined.flatMap(\.old).allSatisfy { gone.contains($0) || !kept.contains($0) })
  }

  /// One place for each second.
  private func places(_ seconds: [Int64]) -> [Cursor] {
    seconds.map { Cursor(seconds: $0, id: $0) }
  }
}
