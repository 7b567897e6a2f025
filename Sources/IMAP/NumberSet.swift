/// A set of UIDs or sequence numbers in IMAP's form `1,3:5` (RFC 9051, `sequence-set`).
///
/// It stores ranges, so `1:4294967295` takes no more memory than `1`. Messages are counted from 1:
/// a 0 is ignored wherever it is added. The largest number, 4294967295, is also the value read for
/// `*`, and a range that ends with it is written `5:*`.
public struct NumberSet: Sendable, Hashable {
  /// The ranges in ascending order; no two of them overlap or are adjacent.
  public private(set) var ranges: [ClosedRange<UInt32>] = []

  public init() {}

  public init(_ range: ClosedRange<UInt32>) { append(range) }

  /// Makes a set from numbers in any order, possibly repeated.
  public init(_ numbers: some Sequence<UInt32>) {
    var sorted = Array(numbers)
    sorted.sort()
    for number in sorted where number > 0 { append(number...number) }
  }

  /// Makes a set of the numbers from `first` upward, written `first:*`. For this set, a server also
  /// returns its last message if that has a lower number.
  public init(from first: UInt32) {
    self.init(max(first, 1)...UInt32.max)
  }

  /// Makes the union of ranges in any order.
  init(ranges: [ClosedRange<UInt32>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  public var isEmpty: Bool { ranges.isEmpty }

  public var count: Int {
    ranges.reduce(0) { $0 + Int($1.upperBound - $1.lowerBound) + 1 }
  }

  /// Each number, in ascending order. Never iterate over a server's set without a limit: it may be
  /// a range of four billion.
  public var numbers: some Sequence<UInt32> { ranges.lazy.joined() }

  public var first: UInt32? { ranges.first?.lowerBound }
  public var last: UInt32? { ranges.last?.upperBound }

  public func contains(_ number: UInt32) -> Bool {
    // The first range that ends at the number or later.
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound >= number { high = middle } else { low = middle + 1 }
    }
    return low < ranges.count && ranges[low].lowerBound <= number
  }

  /// Adds a range that begins at or after the beginning of the last range.
  private mutating func append(_ range: ClosedRange<UInt32>) {
    guard range.upperBound > 0 else { return }
    let lower = max(range.lowerBound, 1)
    guard let last = ranges.last, lower - 1 <= last.upperBound else {
      ranges.append(lower...range.upperBound)
      return
    }
    ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
  }
}
