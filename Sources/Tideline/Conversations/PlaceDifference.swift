import Mail

/// What turns one sorted list of places into another: few runs, each a splice.
enum PlaceDifference {
  /// Places of the old list that other ones take the place of.
  struct Run: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Walks both lists once.
  ///
  /// - Parameters:
  ///   - limit: how many runs at most, at least 1. A splice costs a moment each, however short it
  ///     is; so above that, runs with the least between them become one.
  /// - Returns: from the top down.
  static func runs(
    from old: some RandomAccessCollection<Cursor>,
    to new: [Cursor],
    limit: Int = 100
  ) -> [Run] {
    var runs: [Run] = []
    var (next, place) = (old.startIndex, 0)
    var (oldPlace, start): (Int, Run?) = (0, nil)
    while next != old.endIndex || place < new.count {
      let (left, right) = (
        next == old.endIndex ? nil : old[next], place < new.count ? new[place] : nil
      )
      if let left, left == right {
        if let run = start { runs.append(run) }
        start = nil
        (oldPlace, place) = (oldPlace + 1, place + 1)
        old.formIndex(after: &next)
        continue
      }
      var run = start ?? Run(old: oldPlace..<oldPlace, new: place..<place)
      if let left, right.map(left.precedes) ?? true {
        oldPlace += 1
        old.formIndex(after: &next)
      } else {
        place += 1
      }
      run.old = run.old.lowerBound..<oldPlace
      run.new = run.new.lowerBound..<place
      start = run
    }
    if let start { runs.append(start) }
    return joined(runs, limit: limit)
  }

  private static func joined(_ runs: [Run], limit: Int) -> [Run] {
    guard runs.count > limit else { return runs }
    // The longest stretches without a change stay: one fewer than there may be runs.
    let longest = runs.indices.dropFirst()
      .sorted { between(runs, $0) > between(runs, $1) }
      .prefix(limit - 1)
    let starts = Set(longest)
    var joined: [Run] = []
    for (index, run) in runs.enumerated() {
      if let last = joined.last, !starts.contains(index) {
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

  /// How many places stay between a run and the one before it.
  private static func between(_ runs: [Run], _ index: Int) -> Int {
    runs[index].old.lowerBound - runs[index - 1].old.upperBound
  }
}
