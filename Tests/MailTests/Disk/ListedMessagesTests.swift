import Testing

@testable import Mail

struct ListedMessagesTests {
  private func digest(_ number: UInt8) -> MboxDigest {
    MboxDigest(Array(repeating: number, count: 16))
  }

  private func key(_ number: UInt8, copy: UInt32 = 0) -> MessageKey {
    digest(number).key(copy: copy)
  }

  private func sum(_ listed: [MessageKey: MessageFlags]) -> UInt64 {
    MboxCheckpoint.sum(KnownFlags(listed))
  }

  @Test func whatIsNotKnownIsNew() {
    var listed = ListedMessages(known: KnownFlags([key(1): .seen, key(2): []]))
    let (old, new) = (listed.add(digest(1), []), listed.add(digest(3), .seen))
    #expect(old.key == key(1))
    #expect(old.known == .seen)
    #expect(new.key == key(3))
    #expect(new.known == nil)
    #expect(listed.missing == [key(2)])
    #expect(listed.sum == sum([key(1): [], key(3): .seen]))
  }

  @Test func copiesAreNumberedAsTheyCome() {
    var listed = ListedMessages(known: KnownFlags([key(1): [], key(1, copy: 2): .flagged]))
    let copies = (0..<4).map { _ in listed.add(digest(1), .seen) }
    #expect(copies.map(\.key) == (0..<4).map { key(1, copy: $0) })
    #expect(copies.map(\.known) == [[], nil, .flagged, nil])
    #expect(listed.missing.isEmpty)
  }

  @Test(arguments: [0, 1, 100, 5000])
  func eachMessageIsNewOnce(capacity: Int) {
    func digest(_ number: UInt64) -> MboxDigest {
      MboxDigest(withUnsafeBytes(of: (number, number &* 31)) { Array($0) })
    }
    var listed = ListedMessages(known: KnownFlags(), capacity: capacity)
    for copy in 0..<2 as Range<UInt32> {
      // The first digest is all zeros.
      for number in 0..<3000 as Range<UInt64> {
        #expect(listed.add(digest(number), []).key == digest(number).key(copy: copy))
      }
    }
  }

  /// Simulates reading only appended messages: the last known message is read again, and the
  /// messages before it are taken over from the store.
  @Test func copiesOfUnseenMessagesGetOtherNumbers() {
    let known = [key(1): .seen, key(1, copy: 1): .draft, key(2): [] as MessageFlags]
    var listed = ListedMessages(known: KnownFlags(known))
    listed.addKnown(allBut: key(1, copy: 1))
    #expect(listed.missing == [key(1, copy: 1)])
    #expect(listed.sum == sum([key(1): .seen, key(2): []]))
    let (last, next) = (listed.add(digest(1), .draft), listed.add(digest(1), []))
    #expect(last.key == key(1, copy: 1))
    #expect(last.known == .draft)
    #expect(next.key == key(1, copy: 2))
    #expect(next.known == nil)
    #expect(listed.missing.isEmpty)
    #expect(listed.sum == sum(known.merging([key(1, copy: 2): []]) { $1 }))
  }

  @Test func aLastMessageThatTheStoreLostIsNoMatter() {
    var listed = ListedMessages(known: KnownFlags([key(1): .seen]))
    listed.addKnown(allBut: key(9))
    #expect(listed.missing.isEmpty)
    #expect(listed.sum == sum([key(1): .seen]))
  }
}
