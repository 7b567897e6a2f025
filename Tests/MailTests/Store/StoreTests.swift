import Foundation
import GRDB
import MailTextTesting
import Synchronization
import Testing

@testable import Mail
import MailSample

struct StoreTests {
  @Test(arguments: [1, 7, 50, 1000])
  func pagingShowsEveryConversationOnce(pageSize: Int) async throws {
    let maildir = try MaildirFixture(count: 90)
    let mailbox = try await maildir.open().refreshed()
    let rows = try await mailbox.everything(pageSize: pageSize)
    #expect(rows.count == 60)
    #expect(Set(rows.map(\.id)).count == 60)
    let dates = rows.map(\.date)
    #expect(dates == dates.sorted(by: >))
    #expect(try await mailbox.conversationCount() == 60)
  }

  @Test func anEmptyMailboxHasOneEmptyPage() async throws {
    let maildir = try MaildirFixture()
    let mailbox = try await maildir.open()
    #expect(try await mailbox.page(limit: 50).conversations.isEmpty)
    _ = try await mailbox.refresh()
    #expect(try await mailbox.page(limit: 50).next == nil)
  }

  @Test func cursorsSurviveTheirTextForm() throws {
    let cursor = Cursor(seconds: 1_700_000_000, id: 42)
    #expect(Cursor(cursor.description) == cursor)
    for text in ["", "1", "a-b", "1-2-3", "-", "1-"] { #expect(Cursor(text) == nil) }
  }

  @Test func aRestartFindsEverythingAsItWas() async throws {
    let maildir = try MaildirFixture(count: 30)
    let first = try await maildir.open().refreshed()
    let before = try await first.everything()
    let second = try await maildir.open()
    #expect(try await second.everything() == before)
    let revision = try await second.revision()
    #expect(try await second.refresh().revision == revision)
  }

  /// The conversations equal those of a new store, in whatever way the mail arrived.
  @Test(arguments: 0..<6)
  func batchesAndRestartsMakeNoDifference(seed: UInt64) async throws {
    let now = Date(timeIntervalSince1970: 1.7e9)
    let sample = SampleMailbox(try .ours(), count: 600, seed: seed, now: now)
    var random = SplitMix64(seed: seed)
    let maildir = try MaildirFixture()
    for (index, message) in sample.messages.shuffled(using: &random).enumerated() {
      try maildir.folder.write(Data(message.bytes), to: "Maildir/cur/\(index):2,S")
      if random.oneIn(120) { _ = try await maildir.open().refresh() }
    }
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.groups() == normalised(sample.conversations))
    let fresh = try await Mailbox.open(maildir.path, store: maildir.folder.file("fresh.sqlite"))
    _ = try await fresh.refresh()
    let rows = try await mailbox.everything(pageSize: 100)
    let freshRows = try await fresh.everything(pageSize: 100)
    #expect(rows.map(\.messageCount).sorted() == freshRows.map(\.messageCount).sorted())
    #expect(rows.map(\.subject).sorted() == freshRows.map(\.subject).sorted())
    #expect(rows.map(\.date).sorted() == freshRows.map(\.date).sorted())
  }

  @Test func cancellingARefreshLeavesAStoreThatTheNextOneCompletes() async throws {
    let maildir = try MaildirFixture()
    let sample = SampleMailbox(try .ours(), count: 1500, now: Date(timeIntervalSince1970: 1.7e9))
    for (index, message) in sample.messages.enumerated() {
      try maildir.folder.write(Data(message.bytes), to: "Maildir/cur/\(index):2,S")
    }
    let mailbox = try await maildir.open()
    await #expect(throws: CancellationError.self) {
      try await mailbox.refreshCancelledAfterABatch()
    }
    let part = try await mailbox.threads(limit: 10_000).flatMap(\.messages)
    // A busy machine may read everything before the cancellation arrives.
    #expect(!part.isEmpty)
    let rest = try await mailbox.refresh()
    var left = try await mailbox.threads(limit: 10_000).flatMap(\.messages)
    for id in part { left.remove(at: try #require(left.firstIndex(of: id))) }
    // Copies of a message count once.
    #expect(rest.newMessages == Set(left).count)
    #expect(try await mailbox.groups() == normalised(sample.conversations))
  }

  @Test func aFileServesOneMailbox() async throws {
    let (one, two) = (try MaildirFixture(count: 3), try MaildirFixture(count: 6))
    _ = try await Mailbox.open(one.path, store: one.store).refresh()
    await #expect(throws: MailError.storeIsOfAnother(path: one.store)) {
      try await Mailbox.open(two.path, store: one.store)
    }
    #expect(try await Mailbox.open(one.path, store: one.store).everything().count == 2)
  }

  @Test func oneOfTwoMailboxesThatOpenAFileAtOnceHasIt() async throws {
    for _ in 0..<20 {
      let (one, two) = (try MaildirFixture(count: 3), try MaildirFixture(count: 6))
      let isOpen = await withTaskGroup(of: Bool.self) { group in
        for mailbox in [one.path, two.path] {
          group.addTask { (try? await Mailbox.open(mailbox, store: one.store)) != nil }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(isOpen.count(where: \.self) == 1)
    }
  }

  /// Every query for a page starts at the beginning of the page.
  @Test func noPageIsSortedFirst() async throws {
    let maildir = try MaildirFixture(count: 9)
    _ = try await maildir.open().refresh()
    let store = try Store(
      path: maildir.store,
      mailbox: MailTree(at: maildir.path).id.storeKey,
      mayReplaceAnything: false
    )
    let plans = try await store.read { db in
      let asked = Mutex<[String]>([])
      db.trace { event in asked.withLock { $0.append(event.expandedDescription) } }
      for listing in [Listing(), Listing(folder: .inbox)] {
        for unreadOnly in [false, true] {
          let listing = Listing(folder: listing.folder, unreadOnly: unreadOnly)
          _ = try ConversationQuery.page(db, in: listing, after: .top, limit: 3)
        }
      }
      _ = try ConversationQuery.threads(db, after: 1, limit: 3)
      db.trace()
      return try asked.withLock { $0 }.filter { $0.contains("LIMIT") }.map { sql in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
      }
    }
    #expect(plans.count == 5)
    #expect(!plans.joined().contains { $0.contains("TEMP B-TREE") }, "\(plans)")
  }
}
