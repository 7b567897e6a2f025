import Mail
import Testing

@testable import Tideline

/// Which splices turn one list of places into another.
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

  @Test func ofTooManyTheNearestBecomeOne() {
    let old = places([90, 80, 70, 60, 50, 40, 30])
    let new = places([91, 90, 80, 70, 60, 51, 50, 41, 40, 30])
    #expect(
      PlaceDifference.runs(from: old, to: new, limit: 2)
        == [Run(old: 0..<0, new: 0..<1), Run(old: 4..<5, new: 5..<8)]
    )
    #expect(
      PlaceDifference.runs(from: old, to: new, limit: 1) == [Run(old: 0..<5, new: 0..<8)]
    )
  }

  @Test(arguments: 1...UInt64(200))
  func carriedOutTheyGiveTheNewList(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let all = (0..<60).map { Int64($0) }
    let old = places(all.filter { _ in random.next() % 2 == 0 }.reversed())
    let new = places(all.filter { _ in random.next() % 3 > 0 }.reversed())
    for limit in [1, 2, 5, 100] {
      let runs = PlaceDifference.runs(from: old, to: new, limit: limit)
      #expect(runs.count <= limit)
      var list = old
      for run in runs.reversed() { list.replaceSubrange(run.old, with: new[run.new]) }
      #expect(list == new)
    }
  }

  /// One a second.
  private func places(_ seconds: [Int64]) -> [Cursor] {
    seconds.map { Cursor(seconds: $0, id: $0) }
  }
}

/// Steele, Lea and Flood's generator, whose first numbers are as random as its later ones.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
