import Foundation
import MailTesting
import Testing

@testable import Mail

/// The conversations are the same for any order of arrival, any batches, and any failures and
/// restarts.
struct ArrivalTests {
  @Test(arguments: seeds(5)) func mailArrivesInAnyOrder(seed: UInt64) async throws {
    try await play(MailHistory(seed: seed, deletes: false), "seed \(seed)")
  }

  /// Conversations that a message has joined stay joined after its removal.
  @Test(arguments: seeds(5, from: 100)) func mailIsDeletedMeanwhile(seed: UInt64) async throws {
    try await play(MailHistory(seed: seed, deletes: true), "seed \(seed)")
  }

  private func play(_ history: MailHistory, _ name: String) async throws {
    guard let failure = await Playing.failure(of: history) else { return }
    let least = await Playing.least(history)
    let steps = least.history.steps.map(\.description).joined(separator: "\n")
    Issue.record("\(name): \(failure)\nleast: \(least.failure)\n\(steps)\n\(least.history.heads)")
  }

  /// Tests the comparison itself: it detects a wrong list.
  @Test func aWrongListIsSeen() {
    var state = ScriptedSource.State()
    let message = MailHistory(seed: 1, deletes: false).messages[0]
    #expect(ExpectedList(state).rows.isEmpty)
    state.present[message.key] = message
    #expect(ExpectedList(state).rows.count == 1)
    state.present[message.key]?.flags = .seen
    #expect(ExpectedList(state).rows[0].contains("| 1 | 0 |"))
  }
}

/// Plays a history on a store, and keeps a list that is read again whenever the revision changes.
private struct Playing {
  private let source = ScriptedSource()
  private let folder: TemporaryFolder
  private var mailbox: Mailbox
  private var shown: [Int64: Conversation] = [:]
  private var revision: Int64?

  private init() async throws {
    folder = try TemporaryFolder()
    mailbox = try await Mailbox.open(source, store: folder.file("store.sqlite"))
  }

  /// The first error, or nil.
  static func failure(of history: MailHistory) async -> String? {
    do {
      var playing = try await Playing()
      for (index, step) in history.steps.enumerated() {
        if let failure = try await playing.take(step, history.messages) {
          return "step \(index), \(step): \(failure)"
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Removes steps as long as the history still fails.
  static func least(_ history: MailHistory) async -> (history: MailHistory, failure: String) {
    var least = history
    var failure = await failure(of: history) ?? "not again"
    var size = max(1, least.steps.count / 2)
    while size > 0 {
      var start = 0
      while start < least.steps.count {
        var shorter = least
        shorter.steps.removeSubrange(start..<min(start + size, least.steps.count))
        if let still = await Self.failure(of: shorter) {
          (least, failure) = (shorter, still)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return (least, failure)
  }

  private mutating func take(_ step: MailHistory.Step, _ messages: [IncomingMessage]) async throws
    -> String?
  {
    switch step {
    case .deliver(let message):
      source.state.withLock { $0.present[messages[message].key] = messages[message] }
    case .delete(let message):
      source.state.withLock { $0.present[messages[message].key] = nil }
    case .flag(let message, let flags):
      source.state.withLock { $0.present[messages[message].key]?.flags = flags }
    case .reopen:
      mailbox = try await Mailbox.open(source, store: folder.file("store.sqlite"))
    case .interruptedRefresh(let seed, let count):
      prepare(seed, patience: count)
      do {
        try await show(mailbox.refresh())
        return try await difference(messages)
      } catch is ScriptedSource.Interrupted {
        // The revision shows whether the refresh stored anything before it failed.
        try await noteStored(messages)
        return nil
      }
    case .refresh(let seed):
      prepare(seed, patience: nil)
      try await show(mailbox.refresh())
      return try await difference(messages)
    }
    return nil
  }

  private func prepare(_ seed: UInt64, patience: Int?) {
    source.state.withLock {
      $0.random = SplitMix64(seed: seed)
      $0.patience = patience
    }
  }

  private mutating func show(_ summary: RefreshSummary) async throws {
    if summary.revision == revision { return }
    shown = try await listed()
    revision = summary.revision
  }

  private func listed() async throws -> [Int64: Conversation] {
    Dictionary(uniqueKeysWithValues: try await mailbox.everything().map { ($0.id, $0) })
  }

  private func noteStored(_ messages: [IncomingMessage]) async throws {
    let keys = try await mailbox.store.read { db in
      Set(
        try StoreFolders.all(db).flatMap {
          try ConversationQuery.known(db, folder: $0.id).keys
        }
      )
    }
    source.state.withLock { state in
      for message in messages where keys.contains(message.key) {
        state.stored[message.key] = message
      }
    }
  }

  private func difference(_ messages: [IncomingMessage]) async throws -> String? {
    try await noteStored(messages)
    let expected = source.state.withLock { ExpectedList($0) }
    let listed = try await listed()
    guard listed == shown else { return "the revision did not change with the list" }
    let rows = listed.values.map(ExpectedList.row).sorted()
    guard rows == expected.rows else {
      let odd = Set(rows).symmetricDifference(expected.rows).sorted()
      return "rows differ: \(odd.prefix(6).joined(separator: "\n  "))"
    }
    guard try await mailbox.groups() == expected.groups else { return "groups differ" }
    let unread = listed.values.map(\.unread).reduce(0, +)
    guard try await mailbox.folders().compactMap(\.unread).reduce(0, +) == unread else {
      return "the folder's count is not that of its rows"
    }
    let heads = source.state.withLock { Array($0.present.values.map(\.head)) }
    return try await SearchWitness(mailbox, heads).difference()
  }
}

extension MailHistory {
  /// The messages that the steps contain.
  fileprivate var heads: String {
    var used: Set<Int> = []
    for case .deliver(let message) in steps { used.insert(message) }
    return used.sorted().map { "\($0): \(messages[$0].head)" }.joined(separator: "\n")
  }
}
