import Testing

@testable import IMAP

struct NumberSetTests {
  @Test(arguments: [
    ("1", "1"), ("1,3:5", "1,3:5"), ("5:3", "3:5"), ("9,8,1:3,4", "1:4,8:9"), ("1:5,2:3", "1:5"),
    ("*", "4294967295"), ("7:*", "7:*"), ("*:7", "7:*"), ("1,1,1", "1"), ("1,,2", "1:2"),
    ("0:2", "1:2"), ("4294967295,4294967294", "4294967294:*"), ("1:4294967295", "1:*"),
  ])
  func isReadInAnyOrderAndWrittenAscending(text: String, written: String) throws {
    let set = try #require(NumberSet(text))
    #expect(set.description == written)
    #expect(NumberSet(set.description) == set)
  }

  @Test(arguments: [
    "", ",", "a", "1:", ":1", "1:2:3", "-1", "4294967296", "1 2", "1;2", "99999999999",
  ])
  func whatIsNoSetIsRefused(text: String) {
    #expect(NumberSet(text) == nil)
  }

  @Test func zeroIsNoMessage() {
    #expect(NumberSet("0")?.isEmpty == true)
    #expect(NumberSet(0...0).isEmpty)
    #expect(NumberSet([0, 1]).ranges == [1...1])
    #expect(NumberSet(from: 0).ranges == [1...UInt32.max])
    #expect(NumberSet(0...3).ranges == [1...3])
  }

  @Test func theWholeRangeIsCounted() {
    #expect(NumberSet(1...UInt32.max).count == 4_294_967_295)
    #expect(NumberSet().count == 0)
    #expect(NumberSet().first == nil)
    #expect(NumberSet("3:5,9")?.first == 3)
    #expect(NumberSet("3:5,9")?.last == 9)
  }

  @Test func theLargestNumberCanBePutInAndTakenOut() {
    let set = NumberSet([.max]).union(NumberSet([.max - 1]))
    #expect(set.ranges == [UInt32.max - 1...UInt32.max])
    #expect(set.contains(.max))
    #expect(set.subtracting(NumberSet([.max])).ranges == [UInt32.max - 1...UInt32.max - 1])
  }

  /// Does the same steps with a `Set` of numbers, and computes its ranges anew each time.
  @Test func isWhatASetOfItsNumbersIs() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      // At the low or at the high end of the range of UInt32.
      let base = Bool.random(using: &random) ? 1 : UInt32.max - 40
      func numbers() -> Set<UInt32> {
        Set((0..<UInt32.random(in: 0...30)).map { _ in base + .random(in: 0...40) })
      }
      let (one, other) = (numbers(), numbers())
      let (left, right) = (NumberSet(one), NumberSet(other))
      Self.check(left, is: one)
      Self.check(left.union(right), is: one.union(other))
      Self.check(left.intersection(right), is: one.intersection(other))
      Self.check(left.subtracting(right), is: one.subtracting(other))
      let (low, high) = left.split()
      #expect(low.count - high.count == one.count % 2)
      Self.check(low.union(high), is: one)
      let size = Int.random(in: 1...12)
      let chunks = left.chunks(ofCount: size)
      #expect(chunks.dropLast().allSatisfy { $0.count == size })
      #expect(chunks.flatMap { Array($0.numbers) } == one.sorted())
      Self.check(left.lowest(size), is: Set(one.sorted().prefix(size)))
      Self.check(left.highest(size), is: Set(one.sorted().suffix(size)))
    }
  }

  private static func check(_ set: NumberSet, is expected: Set<UInt32>) {
    #expect(Array(set.numbers) == expected.sorted())
    #expect(set.count == expected.count)
    #expect(set.isEmpty == expected.isEmpty)
    #expect(set == NumberSet(expected))
    for number in expected { #expect(set.contains(number)) }
    for number in (expected.min() ?? 5) - 1...(expected.max() ?? 5) {
      #expect(set.contains(number) == expected.contains(number))
    }
    #expect(
      zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }
    )
    if !expected.isEmpty { #expect(NumberSet(set.description) == set) }
  }
}
