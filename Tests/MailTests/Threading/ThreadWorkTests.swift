import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import Mail

/// The cost of malicious threads, in steps of SQLite, and the correctness of their rows.
struct ThreadWorkTests {
  /// A message's ID, and the IDs to which it refers; `commit` of them are committed at a time.
  private typealias Message = (id: String, references: [String])

  private static let commit = 50

  private func incoming(_ messages: [Message]) -> [IncomingMessage] {
    messages.enumerated().map { index, message in
      let head = MessageHead(
        messageID: message.id,
        references: message.references,
        date: 1_600_000_000 + Int64(index),
        senders: ["Ann \(index % 40)"],
        subject: "Subject \(index)",
        snippet: "Text \(index)",
        hasAttachments: index % 9 == 0
      )
      return IncomingMessage(key: MessageKey(bytes: Array("\(index)".utf8)), flags: [], head: head)
    }
  }

  /// A store that commits these batches one after the other, like a refresh.
  private struct Filled {
    let folder: TemporaryFolder
    let store: Store
    private(set) var work = 0

    init(_ batches: [MailBatch]) async throws {
      folder = try TemporaryFolder()
      let path = folder.file("store.sqlite")
      store = try Store(path: path, mailbox: "test", mayReplaceAnything: false)
      try await store.write { db in
        try db.execute(sql: "INSERT INTO folder (source, name, position) VALUES ('s', 'Inbox', 0)")
      }
      for batch in batches {
        work += try await counting { db in
          let number = try Int64.fetchOne(db, sql: "SELECT id FROM folder") ?? 0
          var writer = try BatchWriter(db, folder: number)
          _ = try writer.apply(batch)
        }
      }
      work += try await counting { db in
        _ = try BatchWriter.finishRows(db)
      }
    }

    private func counting(
      _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Int {
      try await store.write { db in
        let steps = StepCount(db)
        try body(db)
        return steps.end()
      }
    }

    func rows() async throws -> [String] {
      try await store.read { db in
        try ConversationQuery.page(db, in: .all, after: nil, limit: 100_000)
          .page.conversations.map(ExpectedList.row).sorted()
      }
    }

    func groups() async throws -> [[String]] {
      try await store.read { db in
        let threads = try ConversationQuery.threads(db, after: nil, limit: 100_000)
        return normalised(threads.map(\.messages))
      }
    }
  }

  private func batches(_ messages: [IncomingMessage], of size: Int = commit) -> [MailBatch] {
    stride(from: 0, to: messages.count, by: size).map { start in
      var batch = MailBatch()
      batch.new = Array(messages[start..<min(start + size, messages.count)])
      return batch
    }
  }

  enum Attack: CaseIterable {
    /// Many single messages, a hub, and then messages that each connect the hub with a single one,
    /// from the newest to the oldest.
    case unions
    /// One conversation that grows with every commit.
    case growth
    /// Every message refers to the previous two dozen.
    case chain
  }

  private func messages(_ attack: Attack, _ count: Int) -> [Message] {
    let numbers = 0..<count
    return switch attack {
    case .unions:
      numbers.map { ("s\($0)", []) } + [("b", [])]
        + numbers.reversed().map { ("j\($0)", ["s\($0)", "b"]) }
    case .growth: numbers.map { _ in ("same", []) }
    case .chain: numbers.map { n in ("\(n)", (max(0, n - 24)..<n).map { "\($0)" }) }
    }
  }

  @Test(arguments: Attack.allCases) func twiceTheMailIsTwiceTheWork(attack: Attack) async throws {
    var last: Int?
    for count in [500, 1000, 2000] {
      let work = try await Filled(batches(incoming(messages(attack, count)))).work
      if let last { #expect(Double(work) / Double(last) < 2.5, "\(count): \(work) after \(last)") }
      last = work
    }
  }

  @Test(arguments: Attack.allCases)
  func rowsThatWaitedAreAsIfMadeAtOnce(attack: Attack) async throws {
    let messages = incoming(messages(attack, 300))
    let (slow, atOnce) = (
      try await Filled(batches(messages)), try await Filled(batches(messages, of: .max >> 1))
    )
    #expect(try await slow.rows() == atOnce.rows())
    #expect(try await slow.groups() == atOnce.groups())
  }

  /// The rest of a large conversation stays together.
  @Test(arguments: Attack.allCases)
  func whatIsLeftIsStillOneConversation(attack: Attack) async throws {
    let messages = incoming(messages(attack, 300))
    // Every second message is removed, and some others.
    let isLeft = { (index: Int) in index % 2 != 0 && index % 7 != 0 }
    let gone = messages.indices.filter { !isLeft($0) }
    var removals: [MailBatch] = []
    for start in stride(from: 0, to: gone.count, by: Self.commit) {
      var batch = MailBatch()
      batch.gone = gone[start..<min(start + Self.commit, gone.count)].map { messages[$0].key }
      removals.append(batch)
    }
    let filled = try await Filled(batches(messages) + removals)
    let whole = Partition(messages.indices.map { [$0] })
      .joined(bySharing: messages.map { [$0.head.messageID] + $0.head.references })
    let left = whole.groups.map { $0.filter(isLeft).map { messages[$0].head.messageID } }
    #expect(try await filled.groups() == normalised(left.filter { !$0.isEmpty }))
  }
}

/// Counts the work of a connection, in steps of SQLite's virtual machine.
private final class StepCount {
  private let connection: OpaquePointer?
  private let count: UnsafeMutablePointer<Int>

  init(_ db: Database) {
    connection = db.sqliteConnection
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
    sqlite3_progress_handler(
      connection,
      10,
      { count in
        count?.assumingMemoryBound(to: Int.self).pointee += 1
        return 0
      },
      count
    )
  }

  func end() -> Int {
    sqlite3_progress_handler(connection, 0, nil, nil)
    defer { count.deallocate() }
    return count.pointee
  }
}
