import FoundationEssentials
import MailTesting
import Testing

@testable import Mail

/// Pages of several mailboxes equal those of one combined list.
struct UnifiedPageTests {
  @Test(arguments: seeds(20))
  func pagesAreThoseOfOneListOfAll(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Few different seconds, so that many cursors share one.
    let mailboxes = (0..<random.number(1...6)).map { _ in
      let count = random.number(0...60)
      return (1...60).shuffled(using: &random).prefix(count)
        .map { Cursor(seconds: Int64(random.number(0...20)), id: Int64($0)) }
        .sorted { $0.precedes($1) }
    }
    let all = mailboxes.enumerated()
      .flatMap { rank, places in places.map { $0.unified(rank: rank) } }
      .sorted { $0.precedes($1) }
    let limit = random.number(1...20)
    var (shown, cursor): ([Cursor], Cursor?) = ([], nil)
    repeat {
      let parts = mailboxes.enumerated()
        .map { rank, places in part(of: places, rank: rank, after: cursor, limit: limit) }
      let page = UnifiedPage(parts, limit: limit).page
      #expect(page.conversations.count == min(limit, all.count - shown.count))
      shown += page.conversations.map(\.place)
      cursor = page.next
    } while cursor != nil && shown.count <= all.count
    #expect(shown == all)
  }

  /// For example, a search was interrupted at the end of the part.
  @Test func nothingIsShownBelowTheEndOfAPartThatGoesOn() {
    let next = Cursor(seconds: 40, id: 9)
    let interrupted = part(0, [row(1, at: 50)], next: next, isOpenEnded: false)
    let whole = part(1, [row(1, at: 60), row(2, at: 30)], isOpenEnded: false)
    let page = UnifiedPage([interrupted, whole], limit: 10).page
    #expect(page.conversations.map(\.place.seconds) == [60, 50])
    #expect(page.next == next.unified(rank: 0))
  }

  @Test func onePartThatCannotGoOnHoldsUpNoneOfTheOthers() {
    let offline = PagePart(
      ConversationPage(
        conversations: [row(1, at: 50)],
        next: Cursor(seconds: 50, id: 1),
        failure: .mailboxMissing(path: "/a")
      ),
      rank: 0,
      isOpenEnded: true
    )
    let whole = part(1, [row(1, at: 60), row(2, at: 30)], isOpenEnded: false)
    let page = UnifiedPage([offline, whole], limit: 10).page
    #expect(page.conversations.map(\.place.seconds) == [60, 50, 30])
    #expect(page.next == Cursor(seconds: 30, id: 2).unified(rank: 1))
    // The failure is the reason why the page is not full.
    #expect(page.failure == .mailboxMissing(path: "/a"))
    #expect(UnifiedPage([offline, whole], limit: 3).page.failure == nil)
  }

  @Test func onlyThoseAreNeededThatMayHaveSomethingOnThePage() {
    let near = part(0, [row(1, at: 90), row(2, at: 80)], next: .init(seconds: 80, id: 2))
    let far = part(1, [row(1, at: 20)], next: .init(seconds: 20, id: 1))
    let unknown = part(2, [], next: .top)
    #expect(UnifiedPage([near, far], limit: 2).needed == [0])
    #expect(UnifiedPage([near, far], limit: 3).needed == [0, 1])
    #expect(UnifiedPage([near, far, unknown], limit: 2).needed == [0, 2])
  }

  @Test func aPlaceOfAllIsAPlaceInEach() {
    let place = Cursor(seconds: 7, id: 3).unified(rank: 1)
    #expect(place.own(rank: 1) == Cursor(seconds: 7, id: 3))
    // Within one second, rows of a higher rank precede, and rows of a lower rank follow.
    #expect(!place.own(rank: 2).precedes(Cursor(seconds: 7, id: 1)))
    #expect(place.own(rank: 0).precedes(Cursor(seconds: 7, id: 1 << 47)))
    #expect(Cursor.top.own(rank: 4) == .top)
  }

  @Test func revisionsAreThoseOfTheSameState() {
    let state = UnifiedRevision.make([(0, 5), (1, 9)])
    #expect(UnifiedRevision.make([(1, 9), (0, 5)]) == state)
    let others: [[(rank: Int, revision: Int64)]] = [
      [(0, 5), (1, 10)], [(0, 9), (1, 5)], [(0, 5)], [(0, 5), (2, 9)],
    ]
    for other in others {
      #expect(UnifiedRevision.make(other) != state)
    }
  }

  private func part(of places: [Cursor], rank: Int, after cursor: Cursor?, limit: Int) -> PagePart {
    let left = places.filter { cursor?.own(rank: rank).precedes($0) ?? true }
    let rows = left.prefix(limit).map { row($0.id, at: $0.seconds) }
    return part(rank, rows, next: left.count > limit ? rows.last?.place : nil)
  }

  private func part(
    _ rank: Int,
    _ rows: [Conversation],
    next: Cursor? = nil,
    isOpenEnded: Bool = true
  ) -> PagePart {
    let page = ConversationPage(conversations: rows, next: next)
    return PagePart(page, rank: rank, isOpenEnded: isOpenEnded)
  }

  private func row(_ id: Int64, at seconds: Int64) -> Conversation {
    Conversation(id: id, date: Date(timeIntervalSince1970: Double(seconds)), messageCount: 1)
  }
}
