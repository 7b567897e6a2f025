import Foundation
import MailTesting
import Testing

@testable import Mail
@testable import Tideline

/// After any changes of a mailbox, the list equals one that is sorted from scratch.
struct ConversationModelRandomTests {
  @Test(arguments: seeds(20, from: 1))
  func theListIsTheMailboxDownToItsEnd(seed: UInt64) throws {
    var mailbox = RandomMailbox(seed: seed)
    let model = ConversationModel()
    try play(60, on: model, &mailbox, knowsAll: true) { step, expected in
      let ids = (0..<model.count).map { model.keys[$0] }
      try #require(ids.map { model[$0] } == expected, "seed \(seed), step \(step)")
    }
  }

  /// Uses a cache for four rows, and shows other rows at each step.
  @Test(arguments: seeds(20, from: 201))
  func rowsThatShowAreThoseOfTheMailbox(seed: UInt64) throws {
    var mailbox = RandomMailbox(seed: seed)
    let model = ConversationModel(cachedRows: 4)
    var screen: [Int64: Conversation?] = [:]
    model.onContentChange = { if screen[$0.id] != nil { screen[$0.id] = $0 } }
    var places: [Int64: Cursor] = [:]
    try play(60, on: model, &mailbox, knowsAll: false) { step, expected in
      let rows = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) })
      // Rows that left the list also left the screen, and rows that moved were shown again. The
      // other rows must have got their present content by callbacks.
      for id in screen.keys where rows[id]?.place != places[id] {
        screen[id] = rows[id] == nil ? nil : .some(model[id])
        if rows[id] == nil { model.unpin(id) }
      }
      places = rows.mapValues(\.place)
      let asked = model.missing.sorted()
      #expect(asked.allSatisfy { rows[$0] != nil })
      model.fill(asked.compactMap { rows[$0] })
      try #require(model.missing.isEmpty)
      for (id, shown) in screen {
        try #require(shown == rows[id], "seed \(seed), step \(step), row \(id)")
      }
      let start = step % max(1, model.count)
      for position in start..<min(start + 5, model.count) {
        let id = model.keys[position]
        model.pin(id)
        screen[id] = .some(model[id])
      }
      for id in screen.keys.sorted().dropLast(6) {
        model.unpin(id)
        screen[id] = nil
      }
    }
  }

  /// Applies pages, refreshes and reloads in any order.
  private func play(
    _ steps: Int,
    on model: ConversationModel,
    _ mailbox: inout RandomMailbox,
    knowsAll: Bool,
    check: (_ step: Int, _ expected: [Conversation]) throws -> Void
  ) throws {
    let page = try mailbox.page(after: nil, limit: 10)
    model.append(page.conversations)
    var end = page.next
    for step in 0..<steps {
      switch mailbox.below(8) {
      case 0:
        let page = try mailbox.page(after: end, limit: 1 + mailbox.below(6))
        if end != nil {
          model.append(page.conversations)
          end = page.next
        }
      case 1:
        if mailbox.below(2) == 0 { mailbox.change() }
        let page = try mailbox.page(after: nil, limit: 1 + mailbox.below(20))
        let rows = page.conversations.filter { _ in knowsAll || mailbox.below(2) == 0 }
        model.show(page.conversations.map(\.place), rows: rows)
        end = page.next
      default:
        mailbox.change()
        let now = mailbox.rows(downTo: end)
        model.show(now.map(\.place), rows: now.filter { _ in knowsAll || mailbox.below(2) == 0 })
      }
      let expected = mailbox.rows(downTo: end)
      let places = (0..<model.count).map(model.place)
      try #require(places == expected.map(\.place), "step \(step)")
      try check(step, expected)
    }
  }
}

/// A mailbox without mail: its rows, pages and changes. Equal seeds give equal mailboxes.
private struct RandomMailbox {
  private var rows: [Int64: Conversation] = [:]
  private var lastID: Int64 = 0
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
    for _ in 0..<30 { insert() }
  }

  /// A number in 0..<bound, by the constants of Knuth's MMIX; the upper bits are the random ones.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// The rows sorted from scratch, newest first; for equal seconds, the larger ID first.
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

  /// Makes at most one change of each conversation.
  mutating func change() {
    // In the order of the ids, since the order of a dictionary differs in every process.
    for id in rows.keys.sorted() {
      guard let old = rows[id], below(6) == 0 else { continue }
      let seconds = Int(old.date.timeIntervalSince1970)
      switch below(4) {
      case 0: rows[id] = nil
      case 1: put(id, at: seconds)
      // A second more or less often leaves a row in its position.
      case 2: put(id, at: seconds + near())
      default: put(id, at: anySecond())
      }
    }
    for _ in 0..<below(6) { insert() }
  }

  private mutating func near() -> Int { below(5) - 2 }

  /// So few seconds that many are equal.
  private mutating func anySecond() -> Int { 1_000 + below(40) }

  private mutating func insert() {
    lastID += 1
    put(lastID, at: anySecond())
  }

  private mutating func put(_ id: Int64, at seconds: Int) {
    rows[id] = row(id, at: max(0, seconds), "\(below(1_000_000))")
  }
}
