/// A small random generator. Its numbers depend only on its seed, on every machine.
///
/// The constants are those of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// True with a probability of 1 in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { next() % UInt64(count) == 0 }

  /// An element, always the same for the same state; `fallback` for an empty array.
  package mutating func pick<Element>(_ elements: [Element], or fallback: Element) -> Element {
    elements.isEmpty ? fallback : elements[Int(next() % UInt64(elements.count))]
  }

  /// A number in the range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
