import Foundation
import Mail
import Testing

@testable import Tideline

/// Whatever happens to a mailbox, the list shows it as if it had been sorted from scratch.
struct ConversationModelRandomTests {
  @Test(arguments: 1...UInt64(200))
  func theListIsTheMailboxDownToItsEnd(seed: UInt64) throws {
    var mailbox = RandomMailbox(seed: seed)
    let model = ConversationModel()
    let page = try mailbox.page(after: nil, limit: 10)
    model.append(page.conversations)
    var end = page.next
    for step in 0..<60 {
      switch mailbox.below(8) {
      case 0:
        let page = try mailbox.page(after: end, limit: 1 + mailbox.below(6))
        if end != nil {
          model.append(page.conversations)
          end = page.next
        }
      case 1:
        let page = try mailbox.page(after: nil, limit: 1 + mailbox.below(20))
        model.replaceAll(with: page.conversations)
        end = page.next
      default:
        model.apply(mailbox.change(), downTo: end)
      }
      let ids = (0..<model.count).map { model.keys[$0] }
      let expected = mailbox.rows(downTo: end)
      try #require(ids == expected.map(\.id), "seed \(seed), step \(step)")
      try #require(ids.map { model[$0] } == expected, "seed \(seed), step \(step)")
    }
  }
}

/// A mailbox without mail: its rows, pages and changes. The same seed gives the same one.
private struct RandomMailbox {
  private var rows: [Int64: Conversation] = [:]
  private var lastID: Int64 = 0
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
    for _ in 0..<30 { _ = insert() }
  }

  /// 0..<bound, by the constants of Knuth's MMIX; its upper bits are the random ones.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// Sorted from scratch, newest first; of equal seconds the larger id first.
  func rows(downTo end: Cursor?) -> [Conversation] {
    rows.values.filter { end?.precedes($0) != true }.sorted {
      $0.date == $1.date ? $0.id > $1.id : $0.date > $1.date
    }
  }

  func page(after cursor: Cursor?, limit: Int) throws -> ConversationPage {
    let all = rows(downTo: nil)
    let rest = cursor.map { cursor in all.filter(cursor.precedes) } ?? all
    guard rest.count > limit, let last = rest.prefix(limit).last else {
      return ConversationPage(conversations: rest, next: nil)
    }
    let next = try #require(Cursor("\(Int(last.date.timeIntervalSince1970))-\(last.id)"))
    return ConversationPage(conversations: Array(rest.prefix(limit)), next: next)
  }

  /// What a refresh would report: at most one change a conversation, in any order.
  mutating func change() -> [ConversationChange] {
    var changes: [ConversationChange] = []
    // In the order of their ids, since a dictionary's is another one in every process.
    for id in rows.keys.sorted() {
      guard let old = rows[id], below(6) == 0 else { continue }
      switch below(4) {
      case 0:
        rows[id] = nil
        changes.append(below(2) == 0 ? .removed(id) : .merged(from: id, into: 1))
      case 1: changes.append(.update(put(id, at: Int(old.date.timeIntervalSince1970))))
      // A second up or down often leaves a row where it is.
      case 2: changes.append(.update(put(id, at: Int(old.date.timeIntervalSince1970) + near())))
      default: changes.append(.update(put(id, at: anySecond())))
      }
    }
    for _ in 0..<below(6) { changes.append(.insert(insert())) }
    for place in changes.indices { changes.swapAt(place, below(changes.count)) }
    return changes
  }

  private mutating func near() -> Int { below(5) - 2 }

  /// Few enough that many are equal.
  private mutating func anySecond() -> Int { 1_000 + below(40) }

  private mutating func insert() -> Conversation {
    lastID += 1
    return put(lastID, at: anySecond())
  }

  private mutating func put(_ id: Int64, at seconds: Int) -> Conversation {
    let conversation = row(id, at: max(0, seconds), "\(below(1_000_000))")
    rows[id] = conversation
    return conversation
  }
}
