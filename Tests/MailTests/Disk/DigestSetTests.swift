import Testing

@testable import Mail

struct DigestSetTests {
  private func digest(_ number: UInt64) -> MboxDigest {
    MboxDigest(withUnsafeBytes(of: (number, number &* 31)) { Array($0) })
  }

  @Test(arguments: [0, 1, 100, 5000])
  func eachDigestIsNewOnce(capacity: Int) {
    var set = DigestSet(capacity: capacity)
    for round in 0..<2 {
      let new = (0..<3000).filter { set.insert(digest($0)) }
      #expect(new.count == (round == 0 ? 3000 : 0))
    }
    #expect(set.count == 3000)
  }

  /// The digest of zeros looks like a free slot.
  @Test func theDigestOfZerosIsOneToo() {
    var set = DigestSet(capacity: 4)
    let areNew = [.zero, .zero, digest(1)].map { set.insert($0) }
    #expect(areNew == [true, false, true])
    #expect(set.count == 2)
  }
}
