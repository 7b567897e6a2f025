import Glibc
import Mail

/// The difference of two sorted lists of places, each a `Cursor`, as runs; each run is one splice.
///
/// Equal parts are compared as memory, so a million places take less than a millisecond.
enum PlaceDifference {
  /// A range of the old list, and the range of the new list that replaces it.
  struct Run: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The number of places compared at once.
  private static let block = 64

  /// Compares both lists in one pass.
  ///
  /// - Returns: the runs from the top down. A conversation whose date has changed, but which still
  ///   has the same neighbors, is in no run.
  static func runs(from old: [Cursor], to new: [Cursor]) -> [Run] {
    old.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { runs(from: old, to: $0) } }
  }

  private typealias Places = UnsafeBufferPointer<Cursor>

  private static func runs(from old: Places, to new: Places) -> [Run] {
    var runs: [Run] = []
    var (left, right) = (0, 0)
    var isEqual: Bool { left < old.count && right < new.count && old[left] == new[right] }
    while true {
      let equal = equalCount(old[left...], new[right...])
      (left, right) = (left + equal, right + equal)
      if left == old.count, right == new.count { return runs }
      let start = (left, right)
      repeat {
        let isGone = right == new.count || (left < old.count && old[left].precedes(new[right]))
        if isGone { left += 1 } else { right += 1 }
      } while !isEqual && (left < old.count || right < new.count)
      let run = Run(old: start.0..<left, new: start.1..<right)
      if let run = withoutStaying(run, old, new) { runs.append(run) }
    }
  }

  private static func equalCount(_ old: Slice<Places>, _ new: Slice<Places>) -> Int {
    let count = min(old.count, new.count)
    guard count > 0, let left = old.base.baseAddress, let right = new.base.baseAddress else {
      return 0
    }
    let (leftPlaces, rightPlaces) = (left + old.startIndex, right + new.startIndex)
    let bytes = block * MemoryLayout<Cursor>.stride
    var equal = 0
    while equal + block <= count, memcmp(leftPlaces + equal, rightPlaces + equal, bytes) == 0 {
      equal += block
    }
    while equal < count, leftPlaces[equal] == rightPlaces[equal] { equal += 1 }
    return equal
  }

  /// Shortens a run at both ends by the conversations that both of its ranges have there.
  ///
  /// - Returns: nil if nothing of the run is left.
  private static func withoutStaying(_ run: Run, _ old: Places, _ new: Places) -> Run? {
    var (left, right) = (run.old, run.new)
    while let first = left.first, let other = right.first, old[first].id == new[other].id {
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    while let last = left.last, let other = right.last, old[last].id == new[other].id {
      (left, right) = (left.dropLast(), right.dropLast())
    }
    return left.isEmpty && right.isEmpty ? nil : Run(old: left, new: right)
  }

  /// Joins neighboring runs that have no kept row between them, so that there are fewer runs.
  ///
  /// - Parameter kept: returns the ascending positions of the kept rows in the old list. A kept row
  ///   inside a run does not split that run.
  static func joined(_ runs: [Run], keeping kept: () -> [Int]) -> [Run] {
    guard runs.count > 1 else { return runs }
    var (joined, kept): ([Run], ArraySlice<Int>) = ([], kept()[...])
    for run in runs {
      kept = kept.drop { $0 < joined.last?.old.upperBound ?? 0 }
      if let last = joined.last, kept.first.map({ $0 >= run.old.lowerBound }) ?? true {
        joined[joined.count - 1] = Run(
          old: last.old.lowerBound..<run.old.upperBound,
          new: last.new.lowerBound..<run.new.upperBound
        )
      } else {
        joined.append(run)
      }
    }
    return joined
  }

  /// Whether a conversation moves from one splice to another further down. Splices are applied from
  /// the bottom up, so this conversation would be in the list twice for a moment.
  ///
  /// - Parameters:
  ///   - changes: the runs before they were joined.
  ///   - splices: the joined runs.
  static func movesDown(
    _ changes: [Run],
    in splices: [Run],
    from old: [Cursor],
    to new: [Cursor]
  ) -> Bool {
    var splice = splices.count - 1
    // The index of the splice that inserts each conversation, by the conversation's ID.
    var below: [Int64: Int] = [:]
    for run in changes.reversed() {
      while splices[splice].old.lowerBound > run.old.lowerBound
        || splices[splice].new.lowerBound > run.new.lowerBound
      { splice -= 1 }
      for place in old[run.old] {
        if let other = below[place.id], other != splice { return true }
      }
      for place in new[run.new] { below[place.id] = splice }
    }
    return false
  }
}
