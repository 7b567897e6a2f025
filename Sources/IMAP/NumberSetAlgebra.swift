extension NumberSet {
  public init(uniting sets: some Sequence<NumberSet>) {
    self.init(ranges: sets.flatMap(\.ranges))
  }

  public func union(_ other: NumberSet) -> NumberSet {
    NumberSet(ranges: ranges + other.ranges)
  }

  public func intersection(_ other: NumberSet) -> NumberSet {
    subtracting(subtracting(other))
  }

  public func subtracting(_ other: NumberSet) -> NumberSet {
    var left: [ClosedRange<UInt32>] = []
    var theirs = 0
    for range in ranges {
      var rest: ClosedRange<UInt32>? = range
      while theirs < other.ranges.count, other.ranges[theirs].upperBound < range.lowerBound {
        theirs += 1
      }
      var index = theirs
      while let whole = rest, index < other.ranges.count, whole.overlaps(other.ranges[index]) {
        let cut = other.ranges[index]
        if whole.lowerBound < cut.lowerBound { left.append(whole.lowerBound...cut.lowerBound - 1) }
        rest = whole.upperBound > cut.upperBound ? cut.upperBound + 1...whole.upperBound : nil
        index += 1
      }
      if let rest { left.append(rest) }
    }
    return NumberSet(ranges: left)
  }

  public func from(_ first: UInt32) -> NumberSet { intersection(NumberSet(from: first)) }

  public func below(_ end: UInt32) -> NumberSet { subtracting(NumberSet(from: end)) }

  /// The lowest `count` numbers, or all if there are fewer.
  public func lowest(_ count: Int) -> NumberSet {
    var (lowest, missing): ([ClosedRange<UInt32>], Int) = ([], count)
    for range in ranges where missing > 0 {
      let length = min(missing, range.count)
      lowest.append(range.lowerBound...range.lowerBound + UInt32(length - 1))
      missing -= length
    }
    return NumberSet(ranges: lowest)
  }

  /// The highest `count` numbers, or all if there are fewer.
  public func highest(_ count: Int) -> NumberSet {
    subtracting(lowest(self.count - count))
  }

  /// Divides the set, in ascending order, into sets of `count` numbers; the last may have fewer. A
  /// long range is divided, too. A `count` below 1 means 1.
  public func chunks(ofCount count: Int) -> [NumberSet] {
    let size = max(count, 1)
    var chunks: [NumberSet] = []
    var chunk: [ClosedRange<UInt32>] = []
    var room = size
    for range in ranges {
      var rest: ClosedRange<UInt32>? = range
      while let piece = rest {
        let length = Int(piece.upperBound - piece.lowerBound) + 1
        let taken = min(length, room)
        let end = piece.lowerBound + UInt32(taken - 1)
        chunk.append(piece.lowerBound...end)
        room -= taken
        rest = taken < length ? end + 1...piece.upperBound : nil
        guard room == 0 else { continue }
        chunks.append(NumberSet(ranges: chunk))
        chunk = []
        room = size
      }
    }
    if !chunk.isEmpty { chunks.append(NumberSet(ranges: chunk)) }
    return chunks
  }

  /// The lower and the upper half; the lower one has one number more if the count is odd. Used to
  /// find the one message that a server cannot return.
  public func split() -> (NumberSet, NumberSet) {
    let lower = lowest(count - count / 2)
    return (lower, subtracting(lower))
  }
}

extension NumberSet: LosslessStringConvertible {
  /// Parses a set as servers write it: unordered, overlapping, and with ranges in either direction.
  /// Nil for any other text, or a number above 4294967295.
  public init?(_ text: String) {
    self.init(bytes: Array(text.utf8)[...])
  }

  init?(bytes: ArraySlice<UInt8>) {
    var ranges: [ClosedRange<UInt32>] = []
    for piece in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true) {
      let ends = piece.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = ends.first.flatMap(Self.number) else { return nil }
      guard let last = ends.last.flatMap(Self.number) else { return nil }
      ranges.append(min(first, last)...max(first, last))
    }
    guard !ranges.isEmpty else { return nil }
    self.init(ranges: ranges)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    if digits.elementsEqual([UInt8(ascii: "*")]) { return .max }
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self))
  }

  /// The form to send: ascending, since some servers refuse other sets. Empty for the empty set,
  /// which IMAP cannot express.
  public var description: String {
    ranges.map { range in
      if range.count == 1 { return "\(range.lowerBound)" }
      return "\(range.lowerBound):\(range.upperBound == .max ? "*" : "\(range.upperBound)")"
    }.joined(separator: ",")
  }
}
